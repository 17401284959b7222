// The transposition table of a proof search: fixed memory, shared by the threads without locks.
//
//   a bucket is a line of 64 bytes: four entries of two words
//
//     | key ^ data | data |  key ^ data | data |  key ^ data | data |  key ^ data | data |
//
//   data: bits 0-21 mine, 22-43 theirs, 44-51 size (logarithm of the visits below), 52-63 a depth or none (repetition.h)
//
// The bucket is chosen by the upper half of a position's key; the lower half is compared. There are no locks (Hyatt and Mann 2002): an
// entry that one thread has half written has a first word that does not fit the second, so another thread does not find it, and
// searches the position again. Two threads that write the same entry leave one of the two, or one that nobody finds. A thread that
// has looked at a position while another showed its result does not overwrite the result.
//
// Two positions are taken for one if they share a bucket and 64 more bits: for 10^11 visits with 100 look-ups each, of 4 entries,
// 4 x 10^13 / 2^64 = 2 in a million. A proof that is written and verified does not depend on this.
//
// Where a bucket is full, the entry with the fewest visits below it is replaced: it takes least to find again. collect.h makes room in
// all buckets at once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "base/key.h"
#include "exec/pages.h"
#include "exec/shared.h"
#include "solve/dfpn/numbers.h"

namespace zermelo {

class ProofTable {
public:
  static constexpr u64 bucket_bytes = 64, entry_bytes = 16, per_bucket = bucket_bytes / entry_bytes;

  static constexpr i32 none = -1, deepest = 4094;

  struct Entry {
    Numbers numbers;
    u32 size = 0; // see size_of()
    i32 depth = none;
  };

  // As many buckets as fit into so many bytes, an even number, at least one.
  explicit ProofTable(u64 bytes)
      : buckets_(std::max<u64>(1, bytes / bucket_bytes & ~u64{1})), words_(buckets_ * bucket_bytes / sizeof(u64)) {
    static_assert(per_bucket * entry_bytes == bucket_bytes && sizeof(u64) * 2 == entry_bytes);
  }

  u64 bytes() const { return buckets_ * bucket_bytes; }
  u64 buckets() const { return buckets_; }
  u64 entries() const { return buckets_ * per_bucket; }

  // Four steps to each doubling of the visits: 8 bits for any number.
  static u32 size_of(u64 visits) {
    const int whole = static_cast<int>(std::bit_width(visits | 1)) - 1;
    const u64 part = whole >= 2 ? visits >> (whole - 2) & 3 : visits << (2 - whole) & 3;
    return static_cast<u32>(whole * 4) + static_cast<u32>(part);
  }

  void prefetch(Key key) const { __builtin_prefetch(words_.data() + bucket(key)); }

  bool find(Key key, Entry& out) const {
    const u64 at = bucket(key);
    for (u64 i = at; i < at + 2 * per_bucket; i += 2) {
      const u64 data = load_shared(word(i + 1));
      if ((load_shared(word(i)) ^ data) != key.low || data == 0) continue;
      out = unpack(data);
      return true;
    }
    return false;
  }

  void store(Key key, Numbers numbers, u64 visits, i32 depth = none) {
    const u64 data = pack({numbers, size_of(visits), depth});
    // The first write to a page takes long enough for others to show a result: if the entry has changed, look again.
    for (;;) {
      const u64 chosen = place_for(key);
      const u64 before = load_shared(words_[chosen + 1]);
      const bool own = before != 0 && (load_shared(words_[chosen]) ^ before) == key.low;
      if (own && !numbers.settled() && unpack(before).numbers.settled()) return;
      if (!replace_shared(words_[chosen + 1], before, data)) continue;
      return store_shared(words_[chosen], key.low ^ data);
    }
  }

  // An entry by its place, for those who go through all of them.
  struct Placed {
    u64 bucket = 0, low = 0, data = 0;
    Entry entry() const { return unpack(data); }
  };

  // Calls f(placed) for every entry, while others may write: each is read whole or not at all.
  template <class F> void each(F&& f) const {
    for (u64 i = 0; i < entries(); ++i)
      if (Placed at; read(i, at)) f(at);
  }

  // An entry of a table that had so many buckets. Of its key the place tells the upper bits only as far as there were buckets: in
  // a larger table it goes wherever it may belong, which no other position can take for its own unless it shares the 64 bits
  // that are compared, and half of each bucket is left to what is found anew.
  void put_back(const Placed& p, u64 buckets) {
    using Wide = unsigned __int128;
    const u64 first = static_cast<u64>(Wide{p.bucket} * buckets_ / buckets);
    const u64 last = static_cast<u64>((Wide{p.bucket + 1} * buckets_ + buckets - 1) / buckets);
    for (u64 b = first; b < last; ++b) put_into(b, p, buckets_ > buckets ? per_bucket / 2 : per_bucket);
  }

  // Clears the entries that goes(placed) chooses; how many.
  template <class F> u64 forget(F&& goes) {
    u64 n = 0;
    for (u64 i = 0; i < entries(); ++i) {
      Placed at;
      if (!read(i, at) || !goes(at)) continue;
      store_shared(words_[2 * i + 1], u64{0});
      ++n;
    }
    return n;
  }

  // Gives back half of the memory, while no other thread is at work; false if it cannot. A bucket takes over what two had, of which
  // those with the highest worth(entry) stay.
  template <class Worth> bool halve(Worth&& worth) {
    if (buckets_ % 2 != 0) return false;
    for (u64 b = 0; b < buckets_ / 2; ++b) {
      std::array<Placed, 2 * per_bucket> all{};
      for (u64 i = 0; i < all.size(); ++i) read(2 * b * per_bucket + i, all[i]);
      std::stable_sort(all.begin(), all.end(), [&](const Placed& x, const Placed& y) {
        return x.data != 0 && (y.data == 0 || worth(x.entry()) > worth(y.entry()));
      });
      for (u64 i = 0; i < per_bucket; ++i) {
        words_[2 * (b * per_bucket + i)] = all[i].low ^ all[i].data;
        words_[2 * (b * per_bucket + i) + 1] = all[i].data;
      }
    }
    buckets_ /= 2;
    words_.shrink(buckets_ * bucket_bytes / sizeof(u64));
    return true;
  }

  // Calls f(placed) for the entries at about so many places, spread evenly; how many there were.
  template <class F> u64 sample(u64 about, F&& f) const {
    const u64 step = entries() / about | 1; // odd: all places of the buckets come up
    u64 seen = 0;
    for (u64 i = 0; i < entries(); i += step, ++seen) {
      Placed at;
      if (read(i, at)) f(at);
    }
    return seen;
  }

  // The share of entries in use, from a sample.
  double fill() const {
    u64 used = 0;
    const u64 seen = sample(10'000, [&used](const Placed&) { ++used; });
    return static_cast<double>(used) / static_cast<double>(seen);
  }

private:
  // Where an entry of this key is or may be written: its own, one that is free, or the one that took least.
  u64 place_for(Key key) const {
    const u64 at = bucket(key);
    u64 chosen = at;
    u32 least = ~u32{0};
    for (u64 i = at; i < at + 2 * per_bucket; i += 2) {
      const u64 data = load_shared(word(i + 1));
      if (data == 0 || (load_shared(word(i)) ^ data) == key.low) return i;
      const u32 size = unpack(data).size;
      if (size >= least) continue;
      least = size;
      chosen = i;
    }
    return chosen;
  }

  void put_into(u64 bucket, const Placed& p, u64 places) {
    const u32 size = unpack(p.data).size;
    const u64 first = bucket * per_bucket * 2;
    for (u64 i = first; i < first + 2 * places; i += 2)
      if (load_shared(words_[i + 1]) == 0 || unpack(load_shared(words_[i + 1])).size < size) {
        store_shared(words_[i], p.low ^ p.data);
        store_shared(words_[i + 1], p.data);
        return;
      }
  }
  bool read(u64 i, Placed& out) const {
    const u64 data = load_shared(word(2 * i + 1));
    out = {i / per_bucket, load_shared(word(2 * i)) ^ data, data};
    return data != 0;
  }

  const u64& word(u64 i) const { return words_.data()[i]; } // the word itself, not a copy that was read without care
  u64 bucket(Key key) const {
    return static_cast<u64>(static_cast<unsigned __int128>(key.high) * buckets_ >> 64) * (bucket_bytes / sizeof(u64));
  }
  static u64 pack(const Entry& e) {
    return e.numbers.mine | u64{e.numbers.theirs} << 22 | u64{e.size} << 44 | static_cast<u64>(e.depth + 1) << 52;
  }
  static Entry unpack(u64 data) {
    constexpr u64 mask = Numbers::infinite;
    return {{static_cast<u32>(data & mask), static_cast<u32>(data >> 22 & mask)},
            static_cast<u32>(data >> 44 & 255),
            static_cast<i32>(data >> 52) - 1};
  }

  u64 buckets_;
  Pages words_;
};

} // namespace zermelo
