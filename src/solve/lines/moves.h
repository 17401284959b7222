// Which moves the search for a proof with zones looks at, and in which order.
#pragma once

#include <algorithm>

#include "solve/lines/state.h"

namespace zermelo {

class LineMoves {
public:
  explicit LineMoves(const LineState& state) : s_(state) {}

  struct Move {
    u8 cell;
    u32 first; // proof number where nothing is known
  };
  using List = std::array<Move, 256>;

  // Cells that give the attacker two or three stones less than a line, with what they might lead to; where the defender would
  // complete a line, only the cell that prevents it. `hinted` comes first; -1: none.
  std::size_t threat_moves(List& list, int hinted) const {
    if (const int forced = forced_cell(); forced != -1) return only(list, forced);
    CellSet cells;
    const int length = s_.tables().length();
    for (int missing = 2; missing <= 3 && missing < length; ++missing)
      s_.each<line_attacker>(length - missing, [&](std::size_t w) { return add_empty(w, cells); });
    return ordered(cells, list, 256, 1, hinted);
  }

  std::size_t quiet_moves(List& list, std::size_t most, int hinted) const {
    if (const int forced = forced_cell(); forced != -1) return only(list, forced);
    CellSet cells;
    const int length = s_.tables().length();
    auto add = [&](std::size_t w) { return add_empty(w, cells); };
    for (int n = 1; n < length; ++n) s_.each<line_attacker>(n, add);
    for (int n = std::max(2, length - 3); n < length; ++n) s_.each<line_defender>(n, add);
    if (cells.empty()) s_.each<line_attacker>(0, add);
    return ordered(cells, list, most, 2, hinted);
  }

  // The cell that keeps the defender from a line. -1: none; -2: two cells, so that none helps.
  int forced_cell() const {
    int forced = -1;
    s_.each<line_defender>(s_.tables().length() - 1, [&](std::size_t w) {
      const int cell = s_.missing(w);
      forced = forced == -1 || forced == cell ? cell : -2;
      return forced != -2;
    });
    return forced;
  }

  int disturbs(int cell) const { return s_.worth(cell, of_reply_); }
  // Whether the defender's stone makes a three or more.
  bool gains_time(int cell) const { return s_.worth(cell, of_time_) > 0; }

private:
  bool add_empty(std::size_t window, CellSet& cells) const {
    for (const u8 cell : s_.tables().cells_of(window))
      if (s_.is_empty(cell)) cells.add(cell);
    return true;
  }
  static std::size_t only(List& list, int cell) {
    if (cell < 0) return 0;
    list[0] = {static_cast<u8>(cell), 1};
    return 1;
  }

  std::size_t ordered(const CellSet& cells, List& list, std::size_t most, u32 level, int hinted) const {
    std::array<std::pair<int, u8>, 256> scored;
    std::size_t n = 0;
    cells.each([&](int cell) { scored[n++] = {cell == hinted ? 1 << 30 : worth(cell, level), static_cast<u8>(cell)}; });
    const std::size_t kept = std::min(n, most);
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(kept),
                      scored.begin() + static_cast<std::ptrdiff_t>(n),
                      [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    for (std::size_t i = 0; i < kept; ++i)
      list[i] = {scored[i].second, scored[i].second == hinted ? 1 : 1 + static_cast<u32>(level == 1 ? i / 2 : 1 + i)};
    return kept;
  }

  // What windows through a cell are worth by how many stones are missing: those that only the attacker has stones in, and those
  // that only the defender has; where neither has, both count.
  using Weights = std::array<i32, 6>;
  LineState::Worth weighed(const Weights& of_attacker, const Weights& of_defender) const {
    LineState::Worth out{};
    const int length = s_.tables().length();
    for (int a = 0; a <= length; ++a)
      for (int d = 0; a + d <= length; ++d) {
        i32& worth = out[static_cast<std::size_t>(a) + 16 * static_cast<std::size_t>(d)];
        if (d == 0) worth += of_attacker[static_cast<std::size_t>(std::min(length - a, 5))];
        if (a == 0) worth += of_defender[static_cast<std::size_t>(std::min(length - d, 5))];
      }
    return out;
  }
  int worth(int cell, u32 level) const { return s_.worth(cell, level == 1 ? of_threat_ : of_quiet_); }

  const LineState& s_;
  // A four spends what a quiet move wants to build on.
  LineState::Worth of_threat_ = weighed({0, 600, 120, 24, 6, 1}, {0, 300, 60, 12, 0, 0});
  LineState::Worth of_quiet_ = weighed({0, 600, 0, 24, 20, 4}, {0, 300, 60, 12, 0, 0});
  LineState::Worth of_reply_ = weighed({0, 300, 60, 12, 3, 1}, {0, 600, 120, 16, 3, 1});
  LineState::Worth of_time_ = weighed({0, 0, 0, 0, 0, 0}, {0, 1, 1, 1, 0, 0});
};

} // namespace zermelo
