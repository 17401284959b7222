// How many threads are below a position: added to its numbers, so that the threads spread (virtual proof numbers). Counters
// that positions share by chance do no harm, and what a thread adds it takes away, whatever the table forgets meanwhile.
#pragma once

#include <memory>

#include "base/key.h"
#include "exec/shared.h"
#include "solve/dfpn/numbers.h"

namespace zermelo {

class Presence {
public:
  explicit Presence(int threads) : counts_(threads > 1 ? std::make_unique<u8[]>(size) : nullptr) {}

  void enter(Key key) { add(key, 1); }
  void leave(Key key) { add(key, static_cast<u8>(-1)); }

  Numbers seen(Key key, Numbers n) const {
    if (!counts_ || n.settled()) return n;
    const u32 others = load_shared(counts_[key.high % size]);
    return {bounded(u64{n.mine} + others), bounded(u64{n.theirs} + others)};
  }

private:
  static constexpr u64 size = u64{1} << 20;
  void add(Key key, u8 n) {
    if (counts_) add_shared(counts_[key.high % size], n);
  }
  std::unique_ptr<u8[]> counts_;
};

} // namespace zermelo
