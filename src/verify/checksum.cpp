#include "base/machine.h"
#include "verify/report.h"

namespace zermelo {

std::vector<u64> damaged_blocks(const BlockReader& file, const std::function<void(const VerifyProgress&)>& on_progress) {
  return damaged_blocks(file, 0, file.blocks(), on_progress);
}

std::vector<u64> damaged_blocks(const BlockReader& file, u64 first, u64 last,
                                const std::function<void(const VerifyProgress&)>& on_progress) {
  std::vector<u64> damaged;
  const double start = wall_seconds();
  double reported = start;
  for (u64 block = first; block < last; ++block) {
    Bytes bytes(file.bytes_of_block(block));
    try {
      file.read_block(block, bytes);
    } catch (const Error&) {
      damaged.push_back(block);
    }
    if (const double now = wall_seconds(); on_progress && now - reported >= 0.1) {
      reported = now;
      on_progress({block + 1 - first, last - first, static_cast<double>(block + 1 - first) / (now - start)});
    }
  }
  return damaged;
}

} // namespace zermelo
