#include "base/machine.h"
#include "verify/report.h"

namespace zermelo {

std::vector<u64> damaged_blocks(const BlockReader& file, const std::function<void(const VerifyProgress&)>& on_progress) {
  std::vector<u64> damaged;
  const double start = wall_seconds();
  double reported = start;
  for (u64 block = 0; block < file.blocks(); ++block) {
    Bytes bytes(file.bytes_of_block(block));
    try {
      file.read_block(block, bytes);
    } catch (const Error&) {
      damaged.push_back(block);
    }
    if (const double now = wall_seconds(); on_progress && now - reported >= 0.1) {
      reported = now;
      on_progress({block + 1, file.blocks(), static_cast<double>(block + 1) / (now - start)});
    }
  }
  return damaged;
}

} // namespace zermelo
