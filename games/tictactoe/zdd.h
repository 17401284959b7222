// The set of positions of tic-tac-toe as a decision diagram, which shares nothing with the index.
//
// Items are an x and an o for each cell. Of the cells before, the state knows which rows are still all x or all o, and how
// many more x than o there are. To count the positions that a symmetry leaves as they are, cells that it moves onto each other
// are marked together.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "index/symmetry.h"
#include "index/zdd_build.h"
#include "tictactoe/rules.h"

namespace zermelo::tictactoe {

class Diagram {
public:
  struct Spec {
    std::vector<u16> cells; // those that are marked together

    struct State {
      unsigned all_x = 0xFF, all_o = 0xFF; // a bit for each row
      int ahead = 0;
      bool marked = false; // this cell, with an x
      auto operator<=>(const State&) const = default;
    };

    int items() const { return 2 * static_cast<int>(cells.size()); }
    State start() const { return {}; }

    // Marks alternate, and the game stops at the first row: the side to move has none.
    bool accepts(const State& s) const { return (s.ahead == 0 && s.all_x == 0) || (s.ahead == 1 && s.all_o == 0); }

    std::optional<State> step(int item, State s, bool taken) const {
      const u16 here = cells[static_cast<std::size_t>(item / 2)];
      const bool o = item % 2 == 1;
      if (taken && s.marked) return std::nullopt;
      if (!taken) (o ? s.all_o : s.all_x) &= ~rows_through(here);
      if (taken) s.ahead += (o ? -1 : 1) * std::popcount(here);
      s.marked = !o && taken;
      return s;
    }

  private:
    // Three marks that the rules call a row are one.
    static unsigned rows_through(u16 marks) {
      unsigned through = 0, row = 0;
      for (u16 three = 0; three < 0777; ++three) {
        if (std::popcount(three) != 3 || !Rules::has_row(three)) continue;
        through |= unsigned{(marks & three) != 0} << row++;
      }
      return through;
    }
  };

  int symmetries() const { return static_cast<int>(square.size()); }

  Spec spec(int symmetry) const {
    const auto& to = square[static_cast<std::size_t>(symmetry)];
    Spec s;
    u16 seen = 0;
    for (u8 cell = 0; cell < 9; ++cell) {
      u16 together = 0;
      for (u8 c = cell; (together >> c & 1) == 0; c = to[c]) together |= static_cast<u16>(1U << c);
      if ((seen & together) == 0) s.cells.push_back(together);
      seen |= together;
    }
    return s;
  }

  void items_of(const Position& p, ItemSet& set) const {
    set.clear();
    for (u32 cell = 0; cell < 9; ++cell) {
      if ((p.first >> cell & 1) != 0) set.push_back(2 * cell);
      if ((p.second >> cell & 1) != 0) set.push_back(2 * cell + 1);
    }
  }
  Position position_of(const ItemSet& set) const {
    Position p;
    for (const u32 item : set) (item % 2 == 0 ? p.first : p.second) |= static_cast<u16>(1U << (item / 2));
    return p;
  }

  std::string strata() const { return "marks"; }
  u64 tally(u32) const { return 1; }
  std::string stratum(u64 marks) const { return std::to_string(marks); }

private:
  static constexpr auto square = square_symmetries<3>();
};

} // namespace zermelo::tictactoe
