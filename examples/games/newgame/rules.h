// New game: three in a row on a board whose size is chosen at run time. A place to begin: change what is different in your game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.h"
#include "game/grid.h"

namespace zermelo::newgame {

// All that matters for the rest of the game, as plain data: small, and no pointers.
struct Position {
  u64 first = 0;  // cells of the first player
  u64 second = 0; // and of the second
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

// ZERMELO_HD marks what a solver calls: it is compiled for the CPU and for a CUDA device.
struct Rules {
  using Position = newgame::Position;
  using Move = u8;                     // the cell that is taken; at most 8 bytes
  static constexpr int max_moves = 25; // no position has more
  static constexpr int most_cells = 25;
  static constexpr Repetition repetition = Repetition::never; // every turn fills a cell

  explicit Rules(const Grid& board = {}) : grid(board), threes(board, 3) {}
  Grid grid;
  Windows<> threes;

  ZERMELO_HD static bool first_to_move(const Position& p) { return count_ones(p.first) == count_ones(p.second); }
  ZERMELO_HD Position start() const { return {}; }

  // Unknown while the game goes on, else what the end means for the player who would be to move.
  ZERMELO_HD Wdl outcome(const Position& p) const {
    if (threes.any_in(first_to_move(p) ? p.second : p.first)) return Wdl::loss;
    return (p.first | p.second) == grid.all() ? Wdl::draw : Wdl::unknown;
  }

  // Of a position that is not over.
  ZERMELO_HD void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u64 free = grid.all() & ~(p.first | p.second); free != 0; free &= free - 1)
      out.push(static_cast<Move>(lowest_bit(free)));
  }
  ZERMELO_HD Position play(Position p, Move cell) const {
    (first_to_move(p) ? p.first : p.second) |= u64{1} << cell;
    return p;
  }

  // What can be on the board: `parse` and the index refuse the rest.
  ZERMELO_HD bool legal(const Position& p) const {
    const int ahead = count_ones(p.first) - count_ones(p.second);
    return (p.first & p.second) == 0 && (ahead == 0 || ahead == 1) && !threes.any_in(first_to_move(p) ? p.first : p.second);
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move cell) const;
  std::string draw(const Position& p) const;

  // text.cpp, for the explorer; a game without them is shown as its drawing with a list of turns
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move cell) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;
};

} // namespace zermelo::newgame
