#include "packing.h"

#include <fmt/format.h>

#include "base/units.h"
#include "progress.h"
#include "stop.h"

namespace zermelo {

Packed pack_with_progress(const Entry& entry, const TableFiles& files, int threads, bool quiet) {
  catch_stop_signals();
  ProgressLine line(quiet);
  PackOptions options{.threads = threads, .should_stop = stop_requested};
  options.on_progress = [&](u64 blocks, u64 of) {
    line.show(fmt::format("packing {}: {} of {} blocks", entry.full_name(), grouped(blocks), grouped(of)),
              static_cast<double>(blocks) / static_cast<double>(of));
  };
  return pack_in_place(entry, files, options);
}

std::string text_of(const Packed& p, const TableFiles& files) {
  if (p.already) return fmt::format("{} is packed already: {} ({})", files.table.string(), bytes(p.after), p.encoding);
  return fmt::format("packed {}: {}, now {} ({})", files.table.string(), bytes(p.before), bytes(p.after), p.encoding);
}

} // namespace zermelo
