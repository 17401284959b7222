// Hex: stones on a rhombus of hexagons. x joins the top with the bottom, o the left with the right.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/connection.h"
#include "game/picture.h"

namespace zermelo::hex {

inline constexpr int least_side = 2, most_side = 15;

struct Shape {
  int rows = 11, columns = 11;
  bool swap = false; // o may take the first stone over
};

// Cells are numbered row by row from the top left, an acute corner. A cell touches those beside it, and of the rows above and below
// the two that it leans on: (r-1,c), (r-1,c+1), (r+1,c-1), (r+1,c).
struct Board : ConnectionBoard {
  explicit Board(const Shape& of);
  Shape shape;
  int turned(int cell) const { return cells - 1 - cell; }
  int mirrored(int cell) const { return cell % shape.columns * shape.rows + cell / shape.columns; } // of a square board
  std::string name(int cell) const;
  int find(std::string_view name) const; // -1: none has this name
};

// Count and outcome follow from the stones; they are kept because looking at the chain through a new stone is quicker.
struct Position {
  CellSet x, o;
  u16 stones = 0;
  u8 swapped = 0; // 1: the first stone was taken over, so that o is a stone ahead
  Wdl over = Wdl::unknown;
  u8 unused[4] = {}; // positions are compared as bytes as well, so none is left unsaid
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Rules {
  using Position = hex::Position;
  using Move = u8; // the cell, or `swap`
  static constexpr Move swap = 255;
  static constexpr int max_moves = most_side * most_side;
  static constexpr Repetition repetition = Repetition::never; // every move but the swap adds a stone

  explicit Rules(const Shape& shape = {}) : board(std::make_shared<const Board>(shape)) {}
  std::shared_ptr<const Board> board;

  static constexpr bool first_to_move(const Position& p) { return (p.stones + p.swapped) % 2 == 0; }
  Position start() const { return {}; }
  Wdl outcome(const Position& p) const { return p.over; }
  bool may_swap(const Position& p) const { return board->shape.swap && p.stones == 1 && p.swapped == 0; }

  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const CellSet taken = p.x | p.o;
    for (int cell = 0; cell < board->cells; ++cell)
      if (!taken.has(cell)) out.push(static_cast<u8>(cell));
    if (may_swap(p)) out.push(swap);
  }

  // The swap: x's stone goes, and o has one on the mirror cell, which is worth to o what the other was worth to x.
  Position play(Position p, Move cell) const {
    if (cell == swap) {
      p.x.each([&](int at) { p.o.add(board->mirrored(at)); });
      p.x = {};
      p.swapped = 1;
      return p;
    }
    const bool first = first_to_move(p);
    CellSet& own = first ? p.x : p.o;
    own.add(cell);
    ++p.stones;
    if (board->joined_through(own, first ? 0 : 1, cell)) p.over = Wdl::loss;
    return p;
  }

  Position canonical(const Position& p) const; // half a turn
  int orbit(const Position& p) const { return turned(p) == p ? 1 : 2; }
  Key key(const Position& p) const;

  const ConnectionBoard& connections() const { return *board; }
  std::optional<ConnectionStones> joining(const Position& p) const {
    if (board->shape.swap && p.stones < 2 && p.swapped == 0) return std::nullopt;
    return ConnectionStones{{p.x, p.o}};
  }

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

protected:
  Position turned(const Position& p) const;
};

// Boards of any size, and the swap: nothing but rules.
struct Game : Rules {
  using Rules::Rules;
};

} // namespace zermelo::hex
