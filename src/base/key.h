// A hash of a position wide enough to stand for it: 128 bits, of which a table of proofs keeps half and uses others as address.
#pragma once

#include <cstddef>

#include "base/types.h"

namespace zermelo {

struct Key {
  u64 high = 0, low = 0;
  friend constexpr auto operator<=>(const Key&, const Key&) = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.high); }
};

// Two rounds of multiplication and folding; every bit of the input reaches every bit of the output (the finish of MurmurHash3).
constexpr u64 mix_bits(u64 x) {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return x ^ x >> 33;
}

// Of a few words that say everything about a position, in order.
class KeyMaker {
public:
  constexpr void add(u64 word) {
    key_.high = mix_bits(key_.high ^ word) + 0x9e3779b97f4a7c15;
    key_.low = mix_bits((key_.low + word) * 0xd1342543de82ef95);
  }
  constexpr Key key() const { return {mix_bits(key_.high + key_.low), mix_bits(key_.low ^ (key_.high << 32 | key_.high >> 32))}; }

private:
  Key key_{0x243f6a8885a308d3, 0x13198a2e03707344};
};

} // namespace zermelo
