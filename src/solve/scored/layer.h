// One layer of a game of scores while it is solved.
#pragma once

#include "exec/pages.h"
#include "game/scored.h"

namespace zermelo {

// Bytes straight from the system, padded to whole lines of 64.
class ByteArray {
public:
  explicit ByteArray(u64 bytes) : pages_((bytes + 63) / 64 * 8) {}
  u8* data() { return reinterpret_cast<u8*>(pages_.data()); }
  i8* scores() { return reinterpret_cast<i8*>(pages_.data()); }
  const i8* scores() const { return reinterpret_cast<const i8*>(pages_.data()); }

private:
  Pages pages_;
};

inline constexpr i8 no_position_score = -128;

struct ScoredLayer {
  int number = 0;
  Slot begin = 0;
  u64 slots = 0;
  i32 most = 0;            // no score is further from 0
  i8* scores = nullptr;    // of this layer: what is being found
  const i8* all = nullptr; // of every slot: lower layers are finished

  i32 lower(Slot s) const { return all[s]; }
};

template <Scored G> u64 largest_layer(const G& g) {
  u64 most = 0;
  for (int i = 0; i < g.layers(); ++i) most = std::max(most, g.layer_begin(i + 1) - g.layer_begin(i));
  return most;
}

} // namespace zermelo
