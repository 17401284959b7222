// Gomoku and its relatives: stones on a board of any size up to 15x15, K in a row win. Tic-tac-toe is the one on 3x3 with K = 3.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/lines.h"
#include "game/picture.h"
#include "gomoku/board.h"

namespace zermelo::gomoku {

// Who is to move follows from the number of stones. Count and outcome follow from the stones, too; they are kept because looking
// at the four lines through a new stone is quicker than at the whole board.
struct Position {
  CellSet black, white;
  u16 stones = 0;
  Wdl over = Wdl::unknown;
  u8 unused[5] = {}; // positions are compared as bytes as well, so none is left unsaid
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Game {
  using Position = gomoku::Position;
  using Move = u8; // the cell
  static constexpr int max_moves = 225;
  static constexpr Repetition repetition = Repetition::never; // every move adds a stone

  explicit Game(const Shape& shape = {}) : board(std::make_shared<const Board>(shape)) {}
  std::shared_ptr<const Board> board;

  static constexpr bool first_to_move(const Position& p) { return p.stones % 2 == 0; }
  Position start() const { return {}; }
  Wdl outcome(const Position& p) const { return p.over; }

  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const CellSet taken = p.black | p.white;
    for (int cell = 0; cell < board->cells(); ++cell)
      if (!taken.has(cell)) out.push(static_cast<u8>(cell));
  }

  Position play(Position p, Move cell) const {
    CellSet& own = first_to_move(p) ? p.black : p.white;
    own.add(cell);
    ++p.stones;
    if (board->line_through(own, cell)) {
      p.over = Wdl::loss;
    } else if (p.stones == board->cells()) {
      p.over = Wdl::draw;
    }
    return p;
  }

  Position canonical(const Position& p) const;
  int orbit(const Position& p) const;
  Key key(const Position& p) const;
  Key open_key(const Position& p) const;

  // Where the other would complete a line, any move elsewhere that completes none loses.
  bool dominated(const Position& p, Move cell) const;

  const LineBoard& lines() const { return board->lines(); }
  LineStones stones(const Position& p) const {
    return first_to_move(p) ? LineStones{p.black, p.white} : LineStones{p.white, p.black};
  }

  int suggest(const CellSet& attacker, const CellSet& defender) const;

  int evaluate(const Position& p) const; // evaluate.cpp

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

} // namespace zermelo::gomoku
