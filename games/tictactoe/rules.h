// Tic-tac-toe: three in a row on a 3x3 board. The smallest complete game; `./dev new NAME` begins one of your own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/grid.h"

namespace zermelo::tictactoe {

// Cells are bits 0-8, row by row from the top left. The side to move follows from the number of marks.
struct Position {
  u16 first = 0;  // x
  u16 second = 0; // o
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Rules {
  using Position = tictactoe::Position;
  using Move = u8; // the cell
  static constexpr int max_moves = 9;
  static constexpr Repetition repetition = Repetition::never;
  static constexpr Grid grid{3, 3};

  ZERMELO_HD static constexpr bool first_to_move(const Position& p) {
    return count_ones(u32{p.first}) == count_ones(u32{p.second});
  }
  ZERMELO_HD static constexpr bool has_row(u16 marks) {
    constexpr u16 rows[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (const u16 row : rows)
      if ((marks & row) == row) return true;
    return false;
  }

  ZERMELO_HD constexpr Position start() const { return {}; }

  // Only the player who has just moved can have completed a row.
  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    if (has_row(first_to_move(p) ? p.second : p.first)) return Wdl::loss;
    return (p.first | p.second) == 0777 ? Wdl::draw : Wdl::unknown;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u8 cell = 0; cell < 9; ++cell)
      if (((p.first | p.second) >> cell & 1) == 0) out.push(cell);
  }

  ZERMELO_HD constexpr Position play(Position p, Move cell) const {
    (first_to_move(p) ? p.first : p.second) |= static_cast<u16>(1U << cell);
    return p;
  }

  // Where the other would complete a row on some cell, any move elsewhere that completes none loses: that cell is no worse.
  constexpr auto dominated(const Position& p) const {
    const u16 own = first_to_move(p) ? p.first : p.second, others = first_to_move(p) ? p.second : p.first;
    u16 stops = 0, wins = 0;
    for (int c = 0; c < 9; ++c) {
      const u16 cell = static_cast<u16>(1U << c);
      if (((own | others) & cell) != 0) continue;
      if (has_row(others | cell)) stops |= cell;
      if (has_row(own | cell)) wins |= cell;
    }
    return [stops, wins](Move cell) { return stops != 0 && ((stops | wins) >> cell & 1) == 0; };
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move cell) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move cell) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;
};

} // namespace zermelo::tictactoe
