#include "verify/cited.h"

#include "index/look_up.h"
#include "verify/report.h"

namespace zermelo {
namespace {

Table opened(const TableIdentity& identity, const Citation& cited, const std::filesystem::path& file, u64 cache_bytes) {
  if (cited.table.rules != identity.rules || cited.table.slots != identity.slots)
    throw Error(Exit::table,
                "the proof cites a table of " + identity.game + " by other rules, or with another index, than this program's");
  if (std::error_code unreadable; !std::filesystem::exists(file, unreadable))
    throw Error(Exit::table, "the proof cites the table of " + identity.game + ", and there is no " + file.string() +
                                 "; make it with: zermelo solve " + identity.game + (cited.distances ? "" : " --values"));
  Table table(file, identity, cache_bytes);
  if (table.file().sha256() == cited.sha256) return table;
  if (const auto damaged = damaged_blocks(table.file()); !damaged.empty())
    throw Damaged(file.string() + ", which the proof cites, is damaged: block " + std::to_string(damaged.front()) +
                  " does not match its checksum; solve again, or restore a copy");
  throw Error(Exit::table, file.string() + " is not the table that the proof cites: that one has the SHA-256 " + cited.sha256);
}

} // namespace

CitedTable::CitedTable(const AnyGame& game, const TableIdentity& identity, const Citation& cited,
                       const std::filesystem::path& file, u64 cache_bytes)
    : game_(game), table_(opened(identity, cited, file, cache_bytes)) {}

Wdl CitedTable::value(const AnyPosition& p) const {
  if (game_.rank(p) == no_slot) return Wdl::unknown;
  const Value v = look_up(game_, table_.header().holds_settled, p, [&](Slot s) { return table_.value(s); });
  if (!v.known())
    throw Error(Exit::table, table_.file().path().string() + " has no value for " + game_.print(p) + "; run 'zermelo verify'");
  return v.wdl;
}

} // namespace zermelo
