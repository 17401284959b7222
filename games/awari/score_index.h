// The index of Awari: layers by the number of stones; in a layer the number of the opponent's stones, the arrangement of his pits
// (one is empty: he has just emptied it), the arrangement of the mover's. What a solver of scores asks about it. Plain data, so
// that a device can have a copy; index.h fills it.
//
// With prefix sums S0 <= S1 <= ... of the pits of a side, s stones in all, an arrangement is the number
//   C(S0, 1) + C(S1 + 1, 2) + C(S2 + 2, 3) + ...     over all pits but the last
// among those of s stones. In the same order without a gap go those with an empty pit: of the arrangements before, those without
// one are counted the same way, C(S4 - 1, 5) + C(S3 - 1, 4) + ..., from the last pit down to the first one that is empty.
#pragma once

#include <array>

#include "awari/rules.h"
#include "base/error.h"

namespace zermelo::awari {

struct ScoreIndex : Rules {
  static constexpr bool on_device = true;

  // As many terms for fewer pits, 0 those that there are not: loops of a fixed length are unrolled.
  static constexpr int terms = most_pits - 1, sums = most_stones + 1;

  const u32 *steps = nullptr, *full_steps = nullptr;               // [term][prefix sum]
  const u64 *counts = nullptr, *open_counts = nullptr;             // by stones: arrangements, those with an empty pit
  const u64 *first_listed = nullptr, *first_open_listed = nullptr; // by stones, where they begin in
  const Half *listed = nullptr, *open_listed = nullptr;            // the arrangements by number, unless they are too many
  const Slot* begin = nullptr;                                     // of layers, and the end
  const Slot* rows = nullptr;                                      // [stones][the opponent's], and the end of the layer
  u64 list_size = 0, open_list_size = 0;

  // f(pointer, how many of its type are there), to be given another.
  template <class F> void each_array(F&& f) {
    ensure(listed != nullptr, "what fits on a device has its arrangements listed"); // which cannot search for them
    const u64 n = static_cast<u64>(stones) + 1;
    f(sowing, u64{1});
    for (const u32** table : {&steps, &full_steps}) f(*table, u64{terms} * sums);
    for (const u64** list : {&counts, &open_counts, &first_listed, &first_open_listed}) f(*list, n);
    f(listed, list_size);
    f(open_listed, open_list_size);
    f(begin, n + 1);
    f(rows, n * (n + 1));
  }

  ZERMELO_HD u32 half_rank(Half h) const {
    const Half prefix = h * ones;
    u32 r = 0;
    for (int j = 0; j < terms; ++j) r += steps[j * sums + static_cast<int>(prefix >> 8 * j & 0xFF)];
    return r;
  }
  // Of an arrangement with an empty pit.
  ZERMELO_HD u32 open_rank(Half h) const {
    const Half prefix = h * ones;
    const int last_empty = highest_bit(empty_pits(h, pits)) / 8;
    u32 r = 0;
    for (int j = 0; j < terms; ++j) {
      const int at = j * sums + static_cast<int>(prefix >> 8 * j & 0xFF);
      r += steps[at] - (j + 1 >= last_empty ? full_steps[at] : 0);
    }
    return r;
  }
  ZERMELO_HD Half half_at(int s, u64 r) const {
#ifndef __CUDA_ARCH__
    if (listed == nullptr) return search(s, r);
#endif
    return listed[first_listed[s] + r];
  }
  ZERMELO_HD Half open_at(int s, u64 r) const {
#ifndef __CUDA_ARCH__
    if (open_listed == nullptr) return search_open(s, r);
#endif
    return open_listed[first_open_listed[s] + r];
  }

  // Slots with the same pits of the opponent.
  struct Row {
    Slot first = 0;
    u64 length = 0;
    int own_stones = 0;
    Half other = 0;
  };
  ZERMELO_HD Row row_at(Slot s) const {
    Row row;
    const int layer = last_not_after(begin, stones + 1, s);
    const Slot* const of_layer = rows + static_cast<u64>(layer) * static_cast<u64>(stones + 2);
    const int other = last_not_after(of_layer, layer + 1, s);
    row.own_stones = layer - other;
    row.length = counts[row.own_stones];
    const u64 number = (s - of_layer[other]) / row.length;
    row.other = open_at(other, number);
    row.first = of_layer[other] + number * row.length;
    return row;
  }
  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const Row row = row_at(s);
    p = {half_at(row.own_stones, s - row.first), row.other};
    return true;
  }
  ZERMELO_HD Slot slot(int n, Half own, Half other) const { return row(n, stones_in(other), other) + half_rank(own); }

  // A move that captures nothing stays in the layer, and need not be ranked to be counted.
  template <class Lower> ZERMELO_HD Survey survey(const Position& p, Lower&& lower) const {
    const int n = stones_in(p.own) + stones_in(p.other);
    Survey found;
    bool captures = false;
    for (Half left = tops & first_pits(pits) & ~empty_pits(p.own, pits); left != 0; left &= left - 1) {
      const Sown after = sow(p, lowest_pit(left));
      if (after.other == 0) continue;
      if (after.captured == 0) {
        ++found.open;
      } else {
        lower(slot(n - after.captured, after.other, after.own), after.captured);
        captures = true;
      }
    }
    if (found.open == 0 && !captures) found.best = n; // every move leaves the opponent without a stone: all is the mover's
    return found;
  }

  // Takes back every move that may have led here and captured nothing: an empty pit of the opponent gets back a stone from each
  // of the pits behind it, as far as they have one.
  template <class Emit> ZERMELO_HD void each_origin(const Position& p, Emit&& emit) const {
    const int n = stones_in(p.own) + stones_in(p.other);
    Rows before(*this, n, p.own);
    for (Half empty = empty_pits(p.other, pits); empty != 0; empty &= empty - 1) take_back(p, n, lowest_pit(empty), before, emit);
  }

private:
  ZERMELO_HD static int last_not_after(const Slot* list, int n, Slot s) {
    int low = 0;
    for (int high = n; high - low > 1;) {
      const int middle = (low + high) / 2;
      (list[middle] <= s ? low : high) = middle;
    }
    return low;
  }
  ZERMELO_HD Slot row(int n, int other_stones, Half other) const {
    return rows[n * (stones + 2) + other_stones] + open_rank(other) * counts[n - other_stones];
  }
  Half search(int s, u64 r) const;
  Half search_open(int s, u64 r) const;

  // The rows of positions before a move that gave a stone to each of the first r pits of a side: found once, used for every pit
  // that the move can have started from. No slot where no pit is empty, which cannot have occurred.
  class Rows {
  public:
    ZERMELO_HD Rows(const ScoreIndex& index, int n, Half side) : index_(index), n_(n), stones_(stones_in(side)), side_(side) {
      for (Slot& at : known_) at = unknown;
    }
    ZERMELO_HD Slot before(int r) {
      Slot& at = known_[r];
      if (at == unknown) {
        const Half h = side_ - (ones & first_pits(r));
        at = empty_pits(h, index_.pits) == 0 ? no_slot : index_.row(n_, stones_ - r, h);
      }
      return at;
    }

  private:
    static constexpr Slot unknown = no_slot - 1;
    const ScoreIndex& index_;
    int n_, stones_;
    Half side_;
    Slot known_[most_pits + 1];
  };

  template <class Emit> ZERMELO_HD void take_back(const Position& p, int n, int origin, Rows& before, Emit&& emit) const {
    Half giver = p.other; // of the player who has moved
    int k = 0;
    auto put = [&](Slot row_of) {
      if (row_of != no_slot) emit(row_of + half_rank(giver + stones_at(origin, k)));
    };
    for (int pit = origin + 1; pit < pits; ++pit) {
      if (stones_in(giver, pit) == 0) return;
      giver -= stones_at(pit, 1);
      ++k;
      put(before.before(0));
    }
    for (int pit = 0; pit < pits; ++pit) {
      const int now = stones_in(p.own, pit);
      if (now == 0) return;
      ++k;
      if (now != 2 && now != 3) put(before.before(pit + 1)); // else the move would have captured
    }
    take_back_laps(p, n, origin, giver, k, emit);
  }

  // Every other pit has given a stone, so k >= 2 * pits - 1; on from there.
  template <class Emit>
  ZERMELO_HD void take_back_laps(const Position& p, int n, int origin, Half giver, int k, Emit&& emit) const {
    Half taker = p.own - (ones & first_pits(pits));
    for (int pit = 0;; pit = (pit + 1) % (2 * pits)) {
      if (pit == origin) continue;
      Half& side = pit < pits ? giver : taker;
      if (stones_in(side, pit % pits) == 0) return;
      side -= stones_at(pit % pits, 1);
      ++k;
      const int now = pit < pits ? 0 : stones_in(p.own, pit - pits);
      if (now != 2 && now != 3 && empty_pits(taker, pits) != 0) emit(slot(n, giver + stones_at(origin, k), taker));
    }
  }
};

} // namespace zermelo::awari
