// The check of proofs with zones: what it accepts is true, on boards small enough to be searched through, and it would not be if
// any of its conditions were left out. Trees are made here by a search of its own, which follows the calculus of the checker that
// is tested, faults included: it finds what that checker can be made to believe.
#include "verify/zones.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace zermelo {
namespace {

// K in a row on M columns and N rows.
LineBoard rectangle(int columns, int rows, int length, bool exact = false) {
  LineBoard b;
  b.cells = columns * rows;
  b.length = length;
  auto on = [&](int c, int r) { return c >= 0 && c < columns && r >= 0 && r < rows; };
  for (int cell = 0; cell < b.cells; ++cell) {
    b.names.push_back(std::to_string(cell));
    b.places.push_back({cell % columns, cell / columns, 0});
    for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const int c = cell % columns, r = cell / columns;
      if (!on(c + (length - 1) * dc, r + (length - 1) * dr)) continue;
      LineBoard::Window w;
      for (int i = 0; i < length; ++i) w.cells.push_back(static_cast<u8>((r + i * dr) * columns + c + i * dc));
      if (exact && on(c - dc, r - dr)) w.beyond[0] = (r - dr) * columns + c - dc;
      if (exact && on(c + length * dc, r + length * dr)) w.beyond[1] = (r + length * dr) * columns + c + length * dc;
      b.windows.push_back(std::move(w));
    }
  }
  std::vector<u8> same, turned;
  for (int cell = 0; cell < b.cells; ++cell) {
    same.push_back(static_cast<u8>(cell));
    turned.push_back(static_cast<u8>(b.cells - 1 - cell));
  }
  b.symmetries = {same, turned};
  b.connect();
  return b;
}

// The truth: whether the attacker wins, by looking at everything.
class Exhaustive {
public:
  explicit Exhaustive(const LineBoard& board) : b_(board) {}

  bool wins(const CellSet& attacker, const CellSet& defender, bool attacker_moves) {
    const std::array<u64, 2> key = {attacker.words[0] << 1 | (attacker_moves ? 1 : 0), defender.words[0]};
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    bool won = !attacker_moves, moved = false;
    for (int cell = 0; cell < b_.cells && won != attacker_moves; ++cell) {
      if (attacker.has(cell) || defender.has(cell)) continue;
      moved = true;
      CellSet a = attacker, d = defender;
      (attacker_moves ? a : d).add(cell);
      const bool line = completes(attacker_moves ? a : d, cell);
      const bool after = line ? attacker_moves : wins(a, d, !attacker_moves);
      if (after == attacker_moves) won = attacker_moves;
    }
    return known_[key] = moved && won;
  }

private:
  bool completes(const CellSet& stones, int cell) const {
    for (const u16 w : b_.through[static_cast<std::size_t>(cell)])
      if (LineBoard::is_line(b_.windows[w], stones)) return true;
    return false;
  }
  const LineBoard& b_;
  std::map<std::array<u64, 2>, bool> known_;
};

// Looks for a tree that a checker with these rules accepts, a few moves deep, and writes it. It asks the checker's own rules for
// everything by running it on the tree so far: slow, and without a second account of the calculus that could be wrong in the same
// way.
template <class Rule> class Forger {
public:
  Forger(const LineBoard& board, u64 seed) : b_(board), random_(seed) {}

  // A tree for the attacker to move, of at most so many moves on a line, or nothing.
  std::optional<Bytes> tree(const CellSet& attacker, const CellSet& defender, int k, int depth, bool keeps) {
    out_.clear();
    kept_.clear();
    keeps_ = keeps;
    a_ = attacker;
    d_ = defender;
    steps_ = 0;
    CellSet zone;
    if (!attack(k, depth, zone)) return std::nullopt;
    return out_;
  }

private:
  struct Kept {
    CellSet attacker, defender, zone;
    int k;
  };

  bool attack(int k, int depth, CellSet& zone) {
    if (++steps_ > 3'000) return false;
    zone = {};
    if (const int cell = completing(); cell >= 0) {
      zone.add(cell);
      return true;
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const Kept& x = kept_[i];
      const bool same = x.attacker == a_ && (!Rule::kept_with_others || x.defender == d_) && x.k == k;
      if (Rule::kept_compared && !same) continue;
      out_.push_back(std::byte{zone_bytes::cite});
      out_.push_back(static_cast<std::byte>(i));
      zone = x.zone;
      return true;
    }
    if (depth == 0) return false;
    std::vector<std::pair<int, int>> cells;
    for (int cell = 0; cell < b_.cells; ++cell) {
      if (a_.has(cell) || d_.has(cell)) continue;
      int worth = static_cast<int>(random_() % 8);
      for (const u16 w : b_.through[static_cast<std::size_t>(cell)]) {
        int own = 0, other = 0;
        for (const u8 c : b_.windows[w].cells) own += a_.has(c), other += d_.has(c);
        if (other == 0) worth += 1 << (2 * own);
        if (own == 0) worth += 1 << (2 * other);
      }
      cells.emplace_back(-worth, cell);
    }
    std::sort(cells.begin(), cells.end());
    if (cells.size() > 5) cells.resize(5);
    for (const auto& [worth, cell] : cells) {
      const std::size_t size = out_.size(), kept = kept_.size();
      const bool keep = keeps_ && kept_.size() < 100 && depth > 1;
      if (keep) out_.push_back(std::byte{zone_bytes::keep});
      out_.push_back(static_cast<std::byte>(cell));
      a_.add(cell);
      CellSet found;
      const bool held = defend(k, depth - 1, found);
      a_.remove(cell);
      if (held) {
        if (Rule::own_cell_in_zone) found.add(cell);
        zone = found;
        if (keep) kept_.push_back({a_, d_, zone, k});
        return true;
      }
      out_.resize(size);
      kept_.resize(kept);
    }
    return false;
  }

  bool defend(int k, int depth, CellSet& zone) {
    if (Rule::safety && fills(1, nullptr)) return false;
    CellSet elsewhere;
    if (!attack(Rule::hidden_counted ? k + 1 : k, depth, elsewhere)) return false;
    zone = elsewhere;
    bool held = true;
    elsewhere.each([&](int reply) {
      if (!held || (!Rule::every_reply && reply % 7 == 3)) return;
      d_.add(reply);
      CellSet here;
      held = attack(k, depth, here);
      d_.remove(reply);
      here.remove(reply);
      if (Rule::replies_in_zone) zone |= here;
    });
    if (!held || !Rule::safety) return held;
    CellSet kept = zone;
    for (int empty = 1; empty <= std::min(b_.length, Rule::this_stone_too ? k + 1 : k) && held; ++empty)
      held = !fills(empty, &kept);
    if (Rule::safety_in_zone) zone = kept;
    return held;
  }

  // Whether there is a window with so many empty cells, no stone of the attacker's, and no two cells that could be kept free.
  bool fills(int empty, CellSet* kept) const {
    for (std::size_t i = 0; i < b_.windows.size(); ++i) {
      const auto& cells = b_.windows[i].cells;
      int own = 0, free = 0;
      for (const u8 c : cells) own += a_.has(c), free += !a_.has(c) && !d_.has(c);
      if (own > 0 || free != empty) continue;
      if (kept == nullptr) return true;
      if (!Rule::all_windows && i == b_.windows.size() / 2) continue;
      int wanted = Rule::two_cells ? 2 : 1;
      for (const u8 c : cells) wanted -= kept->has(c);
      for (const u8 c : cells)
        if (wanted > 0 && !d_.has(c) && !kept->has(c)) {
          kept->add(c);
          --wanted;
        }
      if (wanted > 0) return true;
    }
    return false;
  }

  int completing() const {
    for (const auto& w : b_.windows) {
      int own = 0, other = 0, missing = -1;
      for (const u8 c : w.cells) {
        own += a_.has(c), other += d_.has(c);
        if (!a_.has(c)) missing = c;
      }
      bool ends = false;
      for (const int c : w.beyond) ends = ends || (c >= 0 && a_.has(c));
      if (own == b_.length - 1 && other == 0 && !(Rule::ends_looked_at && ends)) return missing;
    }
    return -1;
  }

  const LineBoard& b_;
  std::mt19937_64 random_;
  Bytes out_;
  std::vector<Kept> kept_;
  bool keeps_ = false;
  CellSet a_, d_;
  u64 steps_ = 0;
};

struct Counts {
  u64 claims = 0, accepted = 0, hidden = 0, false_ones = 0, true_checker_accepts_false = 0;
};

// Whether some set of at most k stones outside the zone saves the defender.
bool refuted(const LineBoard& b, Exhaustive& truth, const CellSet& a, CellSet d, const CellSet& zone, int k, int from) {
  if (!b.line_in(d) && !truth.wins(a, d, true)) return true;
  for (int cell = from; cell < b.cells && k > 0; ++cell) {
    if (a.has(cell) || d.has(cell) || zone.has(cell)) continue;
    CellSet more = d;
    more.add(cell);
    if (refuted(b, truth, a, more, zone, k - 1, cell + 1)) return true;
  }
  return false;
}

// Random positions with about `empty` empty cells, and claims about them with up to two hidden stones.
template <class Rule> Counts random_claims(const LineBoard& b, int empty, int positions, u64 seed, bool stop_at_first = false) {
  std::mt19937_64 random(seed);
  Exhaustive truth(b);
  Forger<Rule> forger(b, seed);
  Counts counts;
  for (int i = 0; i < positions; ++i) {
    CellSet a, d;
    std::vector<int> cells;
    for (int cell = 0; cell < b.cells; ++cell) cells.push_back(cell);
    std::shuffle(cells.begin(), cells.end(), random);
    const int stones = b.cells - empty;
    const int of_attacker = stones / 2 + static_cast<int>(random() % 3) - 1;
    for (int s = 0; s < stones; ++s) (s < of_attacker ? a : d).add(cells[static_cast<std::size_t>(s)]);
    if (b.line_in(a) || b.line_in(d)) continue;
    const int k = static_cast<int>(random() % 3);
    ++counts.claims;
    const auto tree = forger.tree(a, d, k, 4, random() % 2 == 0);
    if (!tree) continue;
    ZoneTree<Rule> check(b, a, d, *tree);
    const auto zone = check.check(k);
    EXPECT_TRUE(zone.has_value()) << check.why(); // the two accounts of the calculus agree
    if (!zone) continue;
    ++counts.accepted;
    counts.hidden += k > 0;
    if (!refuted(b, truth, a, d, *zone, k, 0)) continue;
    ++counts.false_ones;
    ZoneTree<> right(b, a, d, *tree);
    const auto by_right = right.check(k);
    counts.true_checker_accepts_false += by_right && refuted(b, truth, a, d, *by_right, k, 0);
    if (stop_at_first) break;
  }
  return counts;
}

TEST(Zones, NoFalseClaimIsAccepted) {
  struct Board {
    LineBoard b;
    int empty, positions;
  };
  const Board boards[] = {{rectangle(4, 4, 3), 9, 2'000},        {rectangle(5, 5, 4), 10, 1'500},
                          {rectangle(6, 5, 4), 10, 1'500},       {rectangle(6, 6, 4), 10, 1'000},
                          {rectangle(6, 4, 3, true), 10, 1'500}, {rectangle(7, 4, 4, true), 10, 1'000}};
  u64 accepted = 0, hidden = 0;
  for (const Board& board : boards) {
    const Counts c = random_claims<Calculus>(board.b, board.empty, board.positions, 7);
    EXPECT_EQ(c.false_ones, 0U);
    accepted += c.accepted;
    hidden += c.hidden;
  }
  EXPECT_GT(accepted, 1'500U);
  EXPECT_GT(hidden, 600U);
}

// Seeds are tried until one finds the fault; `from` spares those that do not.
//
// Each fault by itself makes the checker believe something false, which the right one does not.
template <class Rule> void expect_found(const char* name, u64 from = 1) {
  u64 wrong = 0;
  for (u64 seed = from; seed <= 40 && wrong == 0; ++seed)
    for (const LineBoard& b : {rectangle(4, 4, 3), rectangle(5, 4, 3), rectangle(6, 4, 3, true), rectangle(5, 5, 4)}) {
      const Counts c = random_claims<Rule>(b, b.length == 3 ? 10 : 12, 400, seed, true);
      wrong += c.false_ones;
      EXPECT_EQ(c.true_checker_accepts_false, 0U) << name;
    }
  EXPECT_GT(wrong, 0U) << name << " was not noticed";
}
struct NoReply : Calculus {
  static constexpr bool every_reply = false;
};
struct NotCounted : Calculus {
  static constexpr bool hidden_counted = false;
};
struct NotSafe : Calculus {
  static constexpr bool safety = false;
};
struct WindowForgotten : Calculus {
  static constexpr bool all_windows = false;
};
struct OneCell : Calculus {
  static constexpr bool two_cells = false;
};
struct NotThisStone : Calculus {
  static constexpr bool this_stone_too = false;
};
struct Overlines : Calculus {
  static constexpr bool ends_looked_at = false;
};
struct OwnCellForgotten : Calculus {
  static constexpr bool own_cell_in_zone = false;
};
struct RepliesForgotten : Calculus {
  static constexpr bool replies_in_zone = false;
};
struct SafetyForgotten : Calculus {
  static constexpr bool safety_in_zone = false;
};
struct AnyClaim : Calculus {
  static constexpr bool kept_compared = false;
};
struct AnyOthers : Calculus {
  static constexpr bool kept_with_others = false;
};

TEST(ZoneFaults, ReplyDropped) { expect_found<NoReply>("a reply that is not answered"); }
TEST(ZoneFaults, HiddenStoneNotCounted) { expect_found<NotCounted>("hidden stones that are not counted", 8); }
TEST(ZoneFaults, NoSafety) { expect_found<NotSafe>("a line of the other's"); }
TEST(ZoneFaults, WindowForgotten) { expect_found<WindowForgotten>("a forgotten window"); }
TEST(ZoneFaults, OneCellKeptFree) { expect_found<OneCell>("one free cell instead of two"); }
TEST(ZoneFaults, ThisStoneForgotten) { expect_found<NotThisStone>("the stone at hand"); }
TEST(ZoneFaults, OverlineTakenForALine) { expect_found<Overlines>("six for five"); }
TEST(ZoneFaults, OwnCellNotInZone) { expect_found<OwnCellForgotten>("a cell that is not in its zone"); }
TEST(ZoneFaults, RepliesNotInZone) { expect_found<RepliesForgotten>("zones of the answers"); }
TEST(ZoneFaults, SafetyNotInZone) { expect_found<SafetyForgotten>("cells that are to be kept free"); }
TEST(ZoneFaults, AnythingCited) { expect_found<AnyClaim>("a claim that was not shown"); }
TEST(ZoneFaults, CitedWithOtherStones) { expect_found<AnyOthers>("a claim about other stones"); }

} // namespace
} // namespace zermelo
