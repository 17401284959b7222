#include "verify/semantic.h"

namespace zermelo {

std::vector<u64> damaged_blocks(const BlockReader& file) {
  std::vector<u64> damaged;
  for (u64 block = 0; block < file.blocks(); ++block) {
    Bytes bytes(file.bytes_of_block(block));
    try {
      file.read_block(block, bytes);
    } catch (const Error&) {
      damaged.push_back(block);
    }
  }
  return damaged;
}

} // namespace zermelo
