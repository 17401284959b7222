// TRAX on a limited board: tiles with white and red lines, placed side by side; a loop or a line across the board wins.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/picture.h"
#include "trax/arrangements.h"
#include "trax/guess.h"
#include "trax/key.h"

namespace zermelo::trax {

struct Game {
  using Position = trax::Position;
  using Move = trax::Move;
  using Expanded = Board;
  static constexpr Repetition repetition = Repetition::never; // every move adds a tile
  static constexpr int max_side = 8;
  // A cell that one edge enters takes three of the six tiles, and fewer if more edges do. At most 76 cells are empty and in
  // reach: 48 of a box of 7x7 and the 28 around it (71 of a box of 8x7, 63 of one of 8x8).
  static constexpr int max_moves = 3 * 76;

  int side = max_side;

  static constexpr bool first_to_move(const Position& p) { return p.red_to_move == 0; }
  constexpr Position start() const { return {}; }

  // A loop, a line or a full board. Who has no move has lost as well, but that must be looked for.
  constexpr Wdl recorded(const Position& p) const { return p.over; }
  Wdl outcome(const Position& p) const {
    if (p.over != Wdl::unknown) return p.over;
    bool stuck = true;
    expand(p, [&stuck](Move, const Position&) { return stuck = false; });
    return stuck ? Wdl::loss : Wdl::unknown;
  }

  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    expand(p, [&out](Move m, const Position&) {
      out.push(m);
      return true;
    });
  }

  Position play(const Position& p, Move m) const {
    Board board(p, side);
    if (p.width != 0 && m.column == 0) board.shift(east);
    if (p.height != 0 && m.row == 0) board.shift(south);
    board.turn((m.row == 0 ? 0 : m.row - 1) * 8 + (m.column == 0 ? 0 : m.column - 1), m.tile);
    return board;
  }

  // Takes a Board as well as a Position, and what sink gets is a Board: kept as one (const auto&), it costs no setting up again.
  template <class Sink> void expand(const Position& p, Sink&& sink) const { expand(Board(p, side), sink); }
  template <class Sink> void expand(const Board& board, Sink&& sink) const {
    if (board.over != Wdl::unknown) return;
    if (board.width == 0) {
      for (const Tile tile : first_tiles)
        if (!try_turn(board, 0, {0, 0, tile}, sink)) return;
      return;
    }
    each_turn(board, [&](const Board& b, int cell, Move m) { return try_turn(b, cell, m, sink); });
  }

  // Of moves that force and complete nothing only the number is told: to play them takes most of the time.
  template <class Sink> u32 foresee(const Position& p, Sink&& sink) const { return foresee(Board(p, side), sink); }
  template <class Sink> u32 foresee(const Board& board, Sink&& sink) const {
    u32 quiet = 0;
    if (board.over != Wdl::unknown) return 0;
    if (board.width == 0 || board.has_one_cell_left()) {
      expand(board, sink);
      return 0;
    }
    each_turn(board, [&](const Board& b, int cell, Move m) {
      const bool is_quiet = b.is_quiet(cell, m.tile);
      quiet += is_quiet;
      return is_quiet || try_turn(b, cell, m, sink);
    });
    return quiet;
  }

  template <class Sink> void attempt(const Board& board, Move m, Sink&& sink) const {
    if (board.over != Wdl::unknown || m.column > board.width + 1 || m.row > board.height + 1) return;
    if (board.width == 0) {
      for (const Tile tile : first_tiles)
        if (m == Move{0, 0, tile}) try_turn(board, 0, m, sink);
      return;
    }
    if ((m.column == 0 || m.column > board.width) && board.width == side) return;
    if ((m.row == 0 || m.row > board.height) && board.height == side) return;
    auto at = [&](const Board& b) {
      const int cell = (m.row == 0 ? 0 : m.row - 1) * 8 + (m.column == 0 ? 0 : m.column - 1);
      if ((b.frontier() >> cell & 1) != 0 && b.matches(cell, m.tile)) try_turn(b, cell, m, sink);
    };
    if (m.column != 0 && m.row != 0) return at(board);
    Board shifted = board;
    if (m.column == 0) shifted.shift(east);
    if (m.row == 0) shifted.shift(south);
    at(shifted);
  }
  template <class Sink> void attempt(const Position& p, Move m, Sink&& sink) const { attempt(Board(p, side), m, sink); }

  // A move that another has made the box larger before: columns and rows may have got other numbers.
  static constexpr Move carried(Move m, Move after) {
    return {static_cast<u8>(m.column + (after.column == 0)), static_cast<u8>(m.row + (after.row == 0)), m.tile};
  }

  static constexpr bool adds_up = true;
  static Guess guess(const Board& board, Replies r) { return first_guess(board, r); }

  // The exchange of the colours together with the sides keeps the value for the side to move, too, but not who that is; a search
  // for what one player can reach has no use for it, so it is left out here and in the key.
  Position canonical(const Position& p) const { return least_image(p); }
  int orbit(const Position& p) const {
    int same = 1; // symmetries that leave it as it is
    for (int s = 1; s < symmetries; ++s) same += image_of(s, p) == p;
    return symmetries / same;
  }

  Key key(const Position& p) const { return key(Board(p, side)); }
  Key key(const Board& board) const { return FrontierKey(board, side).key(); }

  Arrangements sampled() const { return Arrangements(side); }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move m) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

private:
  constexpr u64 all_cells() const {
    const u64 row = (u64{1} << side) - 1;
    return row * (first_column >> 8 * (8 - side));
  }

  // Calls f(board, cell, move) for every tile that matches, until it says false; the board has room for the cell.
  template <class F> void each_turn(const Board& board, F&& f) const {
    if (!each_turn(board, all_cells(), 1, 1, f)) return;
    if (board.width < side) {
      Board shifted = board;
      shifted.shift(east);
      if (!each_turn(shifted, first_column & all_cells(), 0, 1, f)) return;
    }
    if (board.height < side) {
      Board shifted = board;
      shifted.shift(south);
      each_turn(shifted, first_row & all_cells(), 1, 0, f);
    }
  }

  template <class Sink> static bool try_turn(const Board& board, int cell, Move m, Sink&& sink) {
    Board next = board;
    return !next.turn(cell, m.tile) || sink(m, static_cast<const Board&>(next));
  }

  // The names of the cells count from `column` and `row`.
  template <class F> static bool each_turn(const Board& board, u64 cells, int column, int row, F&& f) {
    for (cells &= board.frontier(); cells != 0; cells &= cells - 1) {
      const int cell = lowest_bit(cells);
      const u8 c = static_cast<u8>((cell & 7) + column), r = static_cast<u8>((cell >> 3) + row);
      if (!board.each_match(cell, [&](Tile tile) { return f(board, cell, Move{c, r, tile}); })) return false;
    }
    return true;
  }
};

} // namespace zermelo::trax
