// Games of lines: a move puts one stone of the mover on any empty cell, nothing is ever moved or taken, and whoever first holds
// all cells of a window wins. Gomoku and its relatives on any board, in any number of dimensions.
//
//   lines()      the board: its windows, in a fixed order; the order is part of the format of proofs (docs/proof-format.md)
//   stones(p)    the stones of the player who is to move at p, and of the other
//
// A window may name the cells just beyond its ends: then it is no line if its owner holds one of them (exactly five in a row).
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "game/cell_set.h"
#include "game/concepts.h"

namespace zermelo {

struct LineBoard {
  static constexpr int most_cells = 253; // a cell is a byte of a proof, and two bytes mean something else
  static constexpr int most_windows = 1024;

  struct Window {
    std::vector<u8> cells;
    std::array<int, 2> beyond{-1, -1}; // cells that its owner must not hold; -1: none
  };

  int cells = 0;
  int length = 0; // of every window
  std::vector<Window> windows;
  std::vector<std::vector<u16>> through;   // [cell]: its windows
  std::vector<std::string> names;          // [cell]
  std::vector<std::array<int, 3>> places;  // [cell]: where it lies, for those who guess what is near
  std::vector<std::vector<u8>> symmetries; // where each cell goes; the first changes nothing

  // After all the rest.
  void connect() {
    ensure(cells <= most_cells && windows.size() <= most_windows, "a board of lines is too large");
    through.assign(static_cast<std::size_t>(cells), {});
    for (std::size_t w = 0; w < windows.size(); ++w)
      for (const u8 cell : windows[w].cells) through[cell].push_back(static_cast<u16>(w));
  }

  // Whether these stones hold a line.
  bool line_in(const CellSet& stones) const {
    for (const Window& w : windows)
      if (is_line(w, stones)) return true;
    return false;
  }
  static bool is_line(const Window& w, const CellSet& stones) {
    for (const u8 cell : w.cells)
      if (!stones.has(cell)) return false;
    for (const int cell : w.beyond)
      if (cell >= 0 && stones.has(cell)) return false;
    return true;
  }
};

struct LineStones {
  CellSet mover, other;
};

// suggest(attacker, defender)  a cell that the attacker may begin with, or -1; a proof shows whether it is any good
template <class G>
concept Suggesting = requires(const G& g, const CellSet& stones) {
  { g.suggest(stones, stones) } -> std::same_as<int>;
};

template <class G>
concept Lined = Text<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.lines() } -> std::same_as<const LineBoard&>;
  { g.stones(p) } -> std::same_as<LineStones>;
};

} // namespace zermelo
