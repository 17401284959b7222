// The unlimited game, and any other on the plain grid: the grid packed into a position. Nothing here is made to be quick.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/picture.h"
#include "trax/grid.h"

namespace zermelo::trax {

struct PlainPosition {
  u64 tiles[3][4] = {}; // bit 16 * row + column: whether the north, east, south edge is white
  u8 width = 0, height = 0;
  u8 red_to_move = 0;
  Wdl over = Wdl::unknown;
  u32 unused = 0; // positions are compared as bytes as well, so none is left unsaid
  friend bool operator==(const PlainPosition&, const PlainPosition&) = default;
};

struct PlainGame {
  using Position = PlainPosition;
  using Move = trax::Move;
  static constexpr Repetition repetition = Repetition::never;
  // Three tiles for each empty cell in reach, as in rules.h: 224 cells of a box of 15x15 and the 60 around it.
  static constexpr int max_moves = 3 * 284;

  PlainRules rules = PlainRules::unlimited();

  static Position packed(const Grid& grid);
  static Grid unpacked(const Position& p);

  static bool first_to_move(const Position& p) { return p.red_to_move == 0; }
  Position start() const { return {}; }
  Wdl recorded(const Position& p) const { return p.over; }
  Wdl outcome(const Position& p) const;
  void moves(const Position& p, FixedList<Move, max_moves>& out) const;
  Position play(const Position& p, Move m) const;
  template <class Sink> void expand(const Position& p, Sink&& sink) const {
    rules.each_turn(unpacked(p), [&](int row, int column, Tile tile, const Grid& next) {
      return sink(Move{static_cast<u8>(column + 1), static_cast<u8>(row + 1), tile}, packed(next));
    });
  }

  Position canonical(const Position& p) const;
  int orbit(const Position& p) const;
  Key key(const Position& p) const;

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move m) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;
};

} // namespace zermelo::trax
