// A board of lines in the middle of a search: stones, and for each window how many of either side it holds. Windows that one side
// alone has stones in are listed by their number, so that a search of fours looks at nothing else.
#pragma once

#include <span>

#include "base/key.h"
#include "game/lines.h"

namespace zermelo {

enum LineSide : u8 { line_attacker = 0, line_defender = 1 };

// What a search needs of a board in the form in which it is quick; shared by all threads.
class LineTables {
public:
  explicit LineTables(const LineBoard& board) : board_(board), windows_(board.windows.size()) {
    ensure(board.length <= 15, "windows of a board of lines are too long for the search");
    for (int cell = 0; cell < board.cells; ++cell) {
      starts_.push_back(static_cast<u32>(through_.size()));
      for (const u16 w : board.through[static_cast<std::size_t>(cell)]) through_.push_back(w);
      for (std::size_t side = 0; side < 2; ++side)
        numbers_[side].push_back(mix_bits(static_cast<u64>(2 * cell) + side + 1) ^ 0x5851f42d4c957f2d);
    }
    starts_.push_back(static_cast<u32>(through_.size()));
    for (const auto& w : board.windows) {
      for (const u8 cell : w.cells) cells_.push_back(cell);
      exact_ = exact_ || w.beyond[0] >= 0 || w.beyond[1] >= 0;
    }
  }

  const LineBoard& board() const { return board_; }
  int cells() const { return board_.cells; }
  int length() const { return board_.length; }
  std::size_t windows() const { return windows_; }
  bool exact() const { return exact_; }
  std::span<const u16> through(int cell) const {
    const auto i = static_cast<std::size_t>(cell);
    return std::span(through_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }
  std::span<const u8> cells_of(std::size_t window) const {
    const auto n = static_cast<std::size_t>(board_.length);
    return std::span(cells_).subspan(window * n, n);
  }
  u64 number(int side, int cell) const { return numbers_[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)]; }

private:
  const LineBoard& board_;
  std::size_t windows_;
  bool exact_ = false;
  std::vector<u32> starts_;
  std::vector<u16> through_;
  std::vector<u8> cells_;
  std::array<std::vector<u64>, 2> numbers_;
};

class LineState {
public:
  LineState(const LineTables& tables, const CellSet& attacker, const CellSet& defender)
      : t_(tables), held_(tables.windows()), words_((tables.windows() + 63) / 64) {
    for (std::size_t w = 0; w < tables.windows(); ++w)
      for (auto& of_side : alone_) of_side[0][w / 64] |= u64{1} << (w % 64);
    attacker.each([&](int cell) { put<line_attacker>(cell); });
    defender.each([&](int cell) { put<line_defender>(cell); });
  }

  template <LineSide Side> void put(int cell) {
    taken_[Side].add(cell);
    hash_ ^= t_.number(Side, cell);
    for (const u16 w : t_.through(cell)) change<Side, 1>(w);
  }
  template <LineSide Side> void take(int cell) {
    taken_[Side].remove(cell);
    hash_ ^= t_.number(Side, cell);
    for (const u16 w : t_.through(cell)) change<Side, -1>(w);
  }

  const LineTables& tables() const { return t_; }
  const CellSet& taken(LineSide side) const { return taken_[side]; }
  bool is_empty(int cell) const { return !taken_[0].has(cell) && !taken_[1].has(cell); }
  u64 hash() const { return hash_; }
  int held(LineSide side, std::size_t window) const { return held_[window] >> (4 * side) & 15; }

  // What the windows through a cell are worth, by the stones of both in them.
  using Worth = std::array<i32, 256>;
  int worth(int cell, const Worth& of) const {
    int sum = 0;
    for (const u16 w : t_.through(cell)) sum += of[held_[w]];
    return sum;
  }

  // Windows with n stones of one side and none of the other, by their number, until f says false.
  template <LineSide Side, class F> bool each(int n, F&& f) const {
    const auto& set = alone_[Side][static_cast<std::size_t>(n)];
    for (std::size_t i = 0; i < words_; ++i)
      for (u64 rest = set[i]; rest != 0; rest &= rest - 1)
        if (!f(64 * i + static_cast<std::size_t>(std::countr_zero(rest)))) return false;
    return true;
  }
  template <LineSide Side> bool any(int n) const {
    u64 all = 0;
    for (std::size_t i = 0; i < words_; ++i) all |= alone_[Side][static_cast<std::size_t>(n)][i];
    return all != 0;
  }

  int missing(std::size_t window) const { // the empty cell of a window that has one, the last if there are more
    int cell = -1;
    for (const u8 c : t_.cells_of(window))
      if (is_empty(c)) cell = c;
    return cell;
  }
  // Whether the attacker's stones beyond the ends of a window leave it a line.
  bool counts(std::size_t window) const {
    if (!t_.exact()) return true;
    for (const int cell : t_.board().windows[window].beyond)
      if (cell >= 0 && taken_[0].has(cell)) return false;
    return true;
  }
  // The cell of the first window that the attacker completes with one stone, or -1: the one that the checker finds.
  int completing_cell() const {
    int cell = -1;
    each<line_attacker>(t_.length() - 1, [&](std::size_t w) {
      if (!counts(w)) return true;
      cell = missing(w);
      return false;
    });
    return cell;
  }
  bool defender_completes() const { return any<line_defender>(t_.length() - 1); }

  // Whether the defender, to move, wins by fours against the known stones; with so many fours in a row and in all at most.
  bool defender_wins_by_fours(int depth, int& nodes) {
    const int length = t_.length();
    if (any<line_defender>(length - 1)) return true;
    if (depth == 0 || nodes <= 0 || !any<line_defender>(length - 2)) return false;
    int forced = -1;
    if (!each<line_attacker>(length - 1, [&](std::size_t w) {
          const int cell = missing(w);
          const bool one = forced < 0 || forced == cell;
          forced = cell;
          return one;
        }))
      return false;
    std::array<u16, 48> windows; // a copy: they change while stones are put
    std::size_t n = 0;
    each<line_defender>(length - 2, [&](std::size_t w) {
      windows[n++] = static_cast<u16>(w);
      return n < windows.size();
    });
    for (std::size_t i = 0; i < n; ++i) {
      std::array<int, 2> open{-1, -1};
      for (const u8 cell : t_.cells_of(windows[i]))
        if (is_empty(cell)) (open[0] < 0 ? open[0] : open[1]) = cell;
      for (std::size_t j = 0; j < 2; ++j) {
        const int cell = open[j], reply = open[1 - j];
        if (forced >= 0 && cell != forced) continue;
        --nodes;
        put<line_defender>(cell);
        put<line_attacker>(reply);
        const bool wins = defender_wins_by_fours(depth - 1, nodes);
        take<line_attacker>(reply);
        take<line_defender>(cell);
        if (wins) return true;
      }
    }
    return false;
  }

  // Two free cells in each window that the defender could fill with this stone and k hidden ones: the rule of the checker.
  void keep_free(int k, CellSet& zone) const {
    const int length = t_.length();
    for (int empty = 2; empty <= std::min(length, k + 1); ++empty)
      each<line_defender>(length - empty, [&](std::size_t w) {
        const auto cells = t_.cells_of(w);
        int wanted = 2;
        for (const u8 cell : cells) wanted -= zone.has(cell) ? 1 : 0;
        for (std::size_t i = 0; i < cells.size() && wanted > 0; ++i) {
          if (taken_[1].has(cells[i]) || zone.has(cells[i])) continue;
          zone.add(cells[i]);
          --wanted;
        }
        return true;
      });
  }

private:
  template <LineSide Side, int By> void change(u16 w) {
    constexpr unsigned mine = 4 * Side, theirs = 4 - mine;
    const u8 before = held_[w], after = static_cast<u8>(before + By * (1 << mine));
    held_[w] = after;
    const u64 bit = u64{1} << (w & 63U);
    const std::size_t word = w >> 6U;
    if ((before >> theirs & 15) == 0) { // ours alone, before and after
      alone_[Side][before >> mine & 15][word] &= ~bit;
      alone_[Side][after >> mine & 15][word] |= bit;
    }
    if constexpr (By > 0) {
      if ((before >> mine & 15) == 0) alone_[1 - Side][before >> theirs & 15][word] &= ~bit;
    } else {
      if ((after >> mine & 15) == 0) alone_[1 - Side][after >> theirs & 15][word] |= bit;
    }
  }

  const LineTables& t_;
  std::vector<u8> held_; // four bits a side
  std::size_t words_;
  std::array<std::array<std::array<u64, LineBoard::most_windows / 64>, 16>, 2> alone_{}; // [side][stones]
  std::array<CellSet, 2> taken_;
  u64 hash_ = 0;
};

} // namespace zermelo
