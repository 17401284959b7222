#include "tasks/pack_job.h"

#include "base/file.h"
#include "tasks/results.h"
#include "view/sights.h"

namespace zermelo {
Packed pack_in_place(const Entry& entry, const TableFiles& files, const PackOptions& options) {
  const FolderLock lock(files.lock, "solving " + entry.full_name() + " in the same folder");
  const Table table(files.table, entry.identity());
  Packed p{table.file().file_bytes(), table.file().file_bytes(), std::string(encoding_name(table.header())),
           table.header().losses_only};
  if (p.already) return p;
  p.after = pack_table(table, files.table, longest_wins(entry.game(), table), options);
  const Table now(files.table, entry.identity());
  p.encoding = encoding_name(now.header());
  keep_counted(files, fingerprint_of(table), fingerprint_of(now));
  return p;
}

} // namespace zermelo
