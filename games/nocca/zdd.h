// The set of positions of NOCCA x NOCCA as a decision diagram: the second account of it, which shares nothing with the index.
//
// A cell has fifteen contents: empty, then the stacks of one, two and three pieces, each by its owners as a binary number (1 =
// the side to move, the top piece first). The first fourteen are the items of the cell, in this order, of which at most one is
// taken; none of them means the last content, three pieces of the side to move. The state is that of the published diagram:
// the pieces of both sides so far, whether the cell has its content, whether each side shows a piece. So the diagram has the
// published number of nodes and, because the likely contents are asked first, the published mean path.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "index/zdd_build.h"
#include "nocca/rules.h"

namespace zermelo::nocca {

inline constexpr int contents = 15, items_per_cell = contents - 1;

// What stands on a cell, by the number of its content.
struct Stack {
  int height = 0;
  int owners = 0; // bit k: the piece on level k belongs to the side to move

  static constexpr Stack of(int content) {
    Stack s;
    while (content >= (2 << s.height) - 1) ++s.height;
    s.owners = content - ((1 << s.height) - 1);
    return s;
  }
  constexpr int content() const { return (1 << height) - 1 + owners; }
  constexpr int mine() const { return std::popcount(static_cast<unsigned>(owners)); }
  constexpr bool shows_mine() const { return height > 0 && (owners >> (height - 1) & 1) != 0; }
};

class Diagram {
public:
  struct Spec {
    int each;                // pieces of a side
    std::vector<int> copies; // how many cells of the board an entry stands for, which all have the same content
    std::array<int, contents> asked = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}; // in this order; the last is implied

    struct State {
      int theirs = 0, mine = 0;
      bool filled = false, theirs_shown = false, mine_shown = false;
      auto operator<=>(const State&) const = default;
    };

    int items() const { return items_per_cell * static_cast<int>(copies.size()); }
    State start() const { return {}; }
    bool accepts(const State& s) const { return s.theirs == each && s.mine == each && s.theirs_shown && s.mine_shown; }

    std::optional<State> step(int item, State s, bool taken) const {
      const int cell = item / items_per_cell, content = item % items_per_cell;
      const bool last = content == items_per_cell - 1;
      if (taken && (s.filled || !put(s, cell, content))) return std::nullopt;
      s.filled = s.filled || taken;
      if (last && !s.filled && !put(s, cell, contents - 1)) return std::nullopt;
      if (last) s.filled = false; // of the next cell
      return s;
    }

    // False where a side would have too many pieces.
    bool put(State& s, int cell, int content) const {
      const Stack stack = Stack::of(asked[static_cast<std::size_t>(content)]);
      s.mine += copies[static_cast<std::size_t>(cell)] * stack.mine();
      s.theirs += copies[static_cast<std::size_t>(cell)] * (stack.height - stack.mine());
      if (stack.height > 0) (stack.shows_mine() ? s.mine_shown : s.theirs_shown) = true;
      return s.mine <= each && s.theirs <= each;
    }
  };

  explicit Diagram(const Rules& rules)
      : columns_(rules.columns), rows_(rules.rows), pieces_(2 * static_cast<u64>(rules.columns)) {}

  int symmetries() const { return 2; }

  // 1 is the mirror: a cell and its image have the same content.
  Spec spec(int symmetry) const {
    Spec s{.each = columns_, .copies = {}};
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column) {
        const int other = columns_ - 1 - column;
        if (symmetry == 0 || column <= other) s.copies.push_back(symmetry == 0 || column == other ? 1 : 2);
      }
    return s;
  }

  void items_of(const Position& p, ItemSet& set) const {
    set.clear();
    for (int cell = 0; cell < columns_ * rows_; ++cell) {
      Stack s;
      for (int k = 0; k < levels; ++k) {
        s.height += static_cast<int>(p.held[k] >> cell & 1);
        s.owners |= static_cast<int>(p.mine[k] >> cell & 1) << k;
      }
      if (s.content() < items_per_cell) set.push_back(static_cast<u32>(items_per_cell * cell + s.content()));
    }
  }

  Position position_of(const ItemSet& set) const {
    Position p;
    auto item = set.begin();
    for (u32 cell = 0, first = 0; cell < static_cast<u32>(columns_ * rows_); ++cell, first += items_per_cell) {
      const bool taken = item != set.end() && *item < first + items_per_cell;
      const Stack s = Stack::of(taken ? static_cast<int>(*item++ - first) : contents - 1);
      for (int k = 0; k < s.height; ++k) {
        p.held[k] |= u64{1} << cell;
        p.mine[k] |= static_cast<u64>(s.owners >> k & 1) << cell;
      }
    }
    return p;
  }

  // Counted are the pieces in stacks of one and two, and the stacks of one: those of three hold the other pieces. So the
  // strata come in the order of the published list.
  std::string strata() const { return "stacks of height 3,2,1"; }
  u64 tally(u32 item) const {
    const int height = Stack::of(static_cast<int>(item) % items_per_cell).height;
    return height == 1 ? piece() + 1 : height == 2 ? 2 * piece() : 0;
  }
  std::string stratum(u64 sum) const {
    const u64 one = sum % piece(), pieces = sum / piece();
    return std::to_string((pieces_ - pieces) / 3) + "," + std::to_string((pieces - one) / 2) + "," + std::to_string(one);
  }

private:
  u64 piece() const { return pieces_ + 1; } // there are at most as many stacks of one as pieces

  int columns_, rows_;
  u64 pieces_;
};

// The same set as a string of contents, for sampling (index/sampling.h).
class CellContents {
public:
  struct Spec {
    using State = Diagram::Spec::State;
    Diagram::Spec cells;

    int items() const { return static_cast<int>(cells.copies.size()); }
    int contents() const { return nocca::contents; }
    State start() const { return {}; }
    bool accepts(const State& s) const { return cells.accepts(s); }
    std::optional<State> step(int cell, State s, int content) const {
      return cells.put(s, cell, content) ? std::optional(s) : std::nullopt;
    }
  };

  explicit CellContents(const Rules& rules) : diagram_(rules) {}
  Spec spec() const { return {diagram_.spec(0)}; }
  int symmetries() const { return diagram_.symmetries(); }
  std::string set() const { return "all positions, as they are counted by the index"; }

private:
  Diagram diagram_;
};

} // namespace zermelo::nocca
