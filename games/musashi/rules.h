// Juroku Musashi: one black piece against sixteen brown ones on a net of lines, a square with a triangle on its right.
//
// Brown wins by shutting Black in. Everything else is Black's: Brown without a step, and play that never ends. So a position has
// two values, and what Brown does not win is written as a draw: board.json says that a draw is won by Black.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/grid.h"
#include "game/net.h"
#include "index/symmetry.h"

namespace zermelo::musashi {

inline constexpr int most_points = 33, most_pairs = 4, most_symmetries = 8;

struct Position {
  u64 brown = 0;
  u32 black = 0;  // the point of the black piece
  u32 second = 0; // 1: Black is to move
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Move {
  u8 from, to;
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

// Points row by row from the top left. All boards have the columns and rows of a grid, of which only they are used.
struct Board {
  u32 points = 0, columns = 0, symmetries = 0;
  u8 x[most_points] = {}, y[most_points] = {};
  u64 beside[most_points] = {};
  u64 pairs[most_points][most_pairs] = {}; // both neighbours on a line through the point; unused ones come last
  ByteImages<u64, 5, most_symmetries> images;

  explicit Board(int size); // board.cpp
  static const Board& of(int size);
  static constexpr int rows = 5;

  int point_at(int column, int row) const; // -1: none
  ZERMELO_HD u64 all() const { return (u64{1} << points) - 1; }
  ZERMELO_HD u64 image(int m, u64 set) const { return images(m, set); }
  // All points beside those of a set.
  ZERMELO_HD u64 around(u64 set) const {
    u64 out = 0;
    for (; set != 0; set &= set - 1) out |= beside[lowest_bit(set)];
    return out;
  }

private:
  void add_line(int from_x, int from_y, int to_x, int to_y);
};

struct Rules {
  using Position = musashi::Position;
  using Move = musashi::Move;
  static constexpr int max_moves = 72; // a step between two neighbours goes one way
  static constexpr Repetition repetition = Repetition::draw;

  explicit Rules(int size) : board(&Board::of(size)) {}
  const Board* board;

  ZERMELO_HD static bool first_to_move(const Position& p) { return p.second == 0; }
  ZERMELO_HD u64 empty(const Position& p) const { return board->all() & ~(p.brown | u64{1} << p.black); }
  Position start() const; // board.cpp

  ZERMELO_HD Wdl outcome(const Position& p) const {
    if (p.second != 0) return (board->beside[p.black] & ~p.brown) == 0 ? Wdl::loss : Wdl::unknown;
    return (board->around(p.brown) & empty(p)) == 0 ? Wdl::draw : Wdl::unknown;
  }

  ZERMELO_HD void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const u64 open = empty(p);
    for (u64 from = p.second != 0 ? u64{1} << p.black : p.brown; from != 0; from &= from - 1) {
      const int at = lowest_bit(from);
      for (u64 to = board->beside[at] & open; to != 0; to &= to - 1)
        out.push({static_cast<u8>(at), static_cast<u8>(lowest_bit(to))});
    }
  }

  // What a black piece that comes to a point takes: all pairs that it comes between.
  ZERMELO_HD u64 taken(u64 brown, u32 to) const {
    u64 out = 0;
    for (int i = 0; i < most_pairs; ++i) {
      const u64 pair = board->pairs[to][i];
      if ((pair & ~brown) == 0) out |= pair;
    }
    return out;
  }

  ZERMELO_HD Position play(const Position& p, const Move& m) const {
    if (p.second != 0) return {p.brown & ~taken(p.brown, m.to), m.to, 0};
    return {(p.brown & ~(u64{1} << m.from)) | u64{1} << m.to, p.black, 1};
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, const Move& m) const;
  std::string draw(const Position& p) const;
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, const Move& m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

private:
  const Net& net() const;
  char letter_at(const Position& p, int at) const;
};

} // namespace zermelo::musashi
