// SHA-256 (FIPS 180-4), for files that somebody else is to recognise: `sha256sum FILE` prints the same. XXH3, which guards every
// block, finds accidents and is quicker; another file with the same XXH3 can be made on purpose.
#pragma once

#include <array>
#include <span>
#include <string>

#include "base/types.h"

namespace zermelo {

class Sha256 {
public:
  void add(std::span<const std::byte> bytes);
  std::string hex(); // of all that was added; nothing can be added after it

private:
  void work(const std::byte* block); // 64 bytes

  std::array<u32, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> rest_{}; // not yet a whole block
  u64 bytes_ = 0;
};

} // namespace zermelo
