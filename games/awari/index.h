// Awari with its index, and the arrays that the index is made of.
#pragma once

#include <memory>
#include <vector>

#include "awari/score_index.h"

namespace zermelo::awari {

struct IndexArrays {
  std::vector<u32> steps, full_steps;
  std::vector<u64> counts, open_counts, first, open_first;
  std::vector<Half> all, open;
  std::vector<Slot> begin, rows;
};

class Game : public ScoreIndex {
public:
  // A slot has no lead and no player: whatever differs in these alone is one class, counted once.
  static constexpr bool folded = true;
  // What `awari:32` took (docs/results/awari.md), for those who ask for more than there is room for.
  static constexpr double solving_seconds_a_slot = 407e-9, table_bytes_a_slot = 0.5;

  explicit Game(int pits_each = most_pits, int stones_at_start = most_stones);

  const ScoreIndex& index() const { return *this; }
  u64 size() const { return layer_begin(layers()); }
  int layers() const { return stones + 1; }
  Slot layer_begin(int n) const { return begin[n]; }
  i32 most_score(int n) const { return n; }
  std::string layer_name(int n) const;

  Position canonical(const Position& p) const { return {p.own, p.other}; }
  int orbit(const Position&) const { return 1; }

  Slot rank(const Position& p) const {
    const int n = stones_in(p.own) + stones_in(p.other);
    return n > stones || empty_pits(p.other, pits) == 0 ? no_slot : slot(n, p.own, p.other);
  }

  // Unranks slots that mostly rise: the row is kept.
  class RowWalker {
  public:
    explicit RowWalker(const Game& g) : g_(&g) {}
    bool unrank(Slot s, Position& p) {
      if (s - row_.first >= row_.length) row_ = g_->row_at(s);
      p = {g_->half_at(row_.own_stones, s - row_.first), row_.other};
      return true;
    }

  private:
    const Game* g_;
    Row row_;
  };
  RowWalker walker() const { return RowWalker(*this); }

private:
  std::shared_ptr<const IndexArrays> arrays_; // what the index points to
};

} // namespace zermelo::awari
