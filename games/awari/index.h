// The index of Awari: layers by the number of stones; in a layer the number of the opponent's stones, the arrangement of his pits
// (one is empty: he has just emptied it), the arrangement of the mover's.
#pragma once

#include <memory>

#include "awari/halves.h"

namespace zermelo::awari {

class Game : public Rules {
public:
  // A slot has no lead and no player: whatever differs in these alone is one class, counted once.
  static constexpr bool folded = true;
  // What `awari:32` took (docs/results/awari.md), for those who ask for more than there is room for.
  static constexpr double solving_seconds_a_slot = 407e-9, table_bytes_a_slot = 0.5;

  explicit Game(int pits_each = most_pits, int stones_at_start = most_stones);

  u64 size() const { return layer_begin(layers()); }
  int layers() const { return stones + 1; }
  Slot layer_begin(int n) const { return begin_[static_cast<std::size_t>(n)]; }
  i32 most_score(int n) const { return n; }
  std::string layer_name(int n) const;

  Position canonical(const Position& p) const { return {p.own, p.other}; }
  int orbit(const Position&) const { return 1; }

  Slot rank(const Position& p) const {
    const int n = stones_in(p.own) + stones_in(p.other);
    return n > stones || empty_pits(p.other, pits) == 0 ? no_slot : slot(n, p.own, p.other);
  }
  bool unrank(Slot s, Position& p) const {
    RowWalker walk(*this);
    return walk.unrank(s, p);
  }

  // Rows of slots with the same pits of the opponent.
  class RowWalker {
  public:
    explicit RowWalker(const Game& g) : g_(&g) {}
    bool unrank(Slot s, Position& p) {
      if (s < first_ || s >= last_) find(s);
      p = {g_->halves_->unrank(own_stones_, s - first_), other_};
      return true;
    }

  private:
    void find(Slot s);
    const Game* g_;
    Slot first_ = 0, last_ = 0; // of the row
    int own_stones_ = 0;
    Half other_ = 0;
  };
  RowWalker walker() const { return RowWalker(*this); }

  // A turn that captures nothing stays in the layer, and need not be ranked to be counted.
  template <class At> Survey survey(const Position& p, At&& at) const {
    const int n = stones_in(p.own) + stones_in(p.other);
    Survey found;
    for (Half left = tops & first_pits(pits) & ~empty_pits(p.own, pits); left != 0; left &= left - 1) {
      const Sown after = sow(p, lowest_pit(left));
      if (after.other == 0) continue;
      if (after.captured == 0) {
        ++found.open;
      } else {
        found.best =
            std::max(found.best, after.captured - static_cast<i32>(at(slot(n - after.captured, after.other, after.own))));
      }
    }
    if (found == Survey{}) found.best = n; // every turn leaves the opponent without a stone: all is the mover's
    return found;
  }

  // Takes back every turn that may have led here and captured nothing: an empty pit of the opponent gets back a stone from each
  // of the pits behind it, as far as they have one.
  template <class Emit> void each_origin(const Position& p, Emit&& emit) const {
    const int n = stones_in(p.own) + stones_in(p.other);
    Rows rows(*this, n, p.own);
    for (Half empty = empty_pits(p.other, pits); empty != 0; empty &= empty - 1) take_back(p, n, lowest_pit(empty), rows, emit);
  }

private:
  Slot row(int n, int other_stones, Half other) const {
    return row_begin_[static_cast<std::size_t>(n)][static_cast<std::size_t>(other_stones)] +
           halves_->open_rank(other) * halves_->count(n - other_stones);
  }
  Slot slot(int n, Half own, Half other) const { return row(n, stones_in(other), other) + halves_->rank(own); }

  // The rows of positions before a turn that gave a stone to each of the first r pits of a side: found once, used for every pit
  // that the turn can have started from. No slot where no pit is empty, which cannot have occurred.
  class Rows {
  public:
    Rows(const Game& g, int n, Half side) : g_(g), n_(n), stones_(stones_in(side)), side_(side) { known_.fill(unknown); }
    Slot before(int r) {
      Slot& at = known_[static_cast<std::size_t>(r)];
      if (at == unknown) {
        const Half h = side_ - (ones & first_pits(r));
        at = empty_pits(h, g_.pits) == 0 ? no_slot : g_.row(n_, stones_ - r, h);
      }
      return at;
    }

  private:
    static constexpr Slot unknown = no_slot - 1;
    const Game& g_;
    int n_, stones_;
    Half side_;
    std::array<Slot, most_pits + 1> known_;
  };

  template <class Emit> void take_back(const Position& p, int n, int origin, Rows& rows, Emit&& emit) const {
    Half giver = p.other; // of the player who has moved
    int k = 0;
    auto put = [&](Slot row_of) {
      if (row_of != no_slot) emit(row_of + halves_->rank(giver + stones_at(origin, k)));
    };
    for (int pit = origin + 1; pit < pits; ++pit) {
      if (stones_in(giver, pit) == 0) return;
      giver -= stones_at(pit, 1);
      ++k;
      put(rows.before(0));
    }
    for (int pit = 0; pit < pits; ++pit) {
      const int now = stones_in(p.own, pit);
      if (now == 0) return;
      ++k;
      if (now != 2 && now != 3) put(rows.before(pit + 1)); // else the turn would have captured
    }
    take_back_laps(p, n, origin, giver, k, emit);
  }

  // Every other pit has given a stone, so k >= 2 * pits - 1; on from there.
  template <class Emit> void take_back_laps(const Position& p, int n, int origin, Half giver, int k, Emit&& emit) const {
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

  std::vector<Slot> begin_;
  std::vector<std::vector<Slot>> row_begin_; // by stones and by the opponent's
  std::shared_ptr<const Halves> halves_;
};

} // namespace zermelo::awari
