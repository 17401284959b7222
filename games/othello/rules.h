// Othello on 4x4, 6x6 and 8x8: a disc turns over the runs of the other's discs that it closes in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/picture.h"

namespace zermelo::othello {

// Squares are bits, row by row from the top left.
struct Position {
  u64 own = 0, other = 0; // discs, as who is to move sees them
  u64 white = 0;          // 1: White is to move
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Rules {
  using Position = othello::Position;
  using Move = u8; // the square, or
  static constexpr Move pass = 64;
  static constexpr int max_moves = 48; // no position has so many
  static constexpr Repetition repetition = Repetition::never;

  int side = 8;
  bool parallel = false; // the discs of one colour stand side by side at the start
  u64 board = 0;
  u64 inner = 0; // without the first and the last column: runs in a row or a diagonal turn over nothing else

  constexpr explicit Rules(int n, bool parallel_start = false) : side(n), parallel(parallel_start) {
    board = n == 8 ? ~u64{0} : (u64{1} << n * n) - 1;
    inner = board;
    for (int row = 0; row < n; ++row) inner &= ~(bit(row, 0) | bit(row, n - 1));
  }
  constexpr u64 bit(int row, int column) const { return u64{1} << (side * row + column); }
  constexpr u64 middle() const {
    const int h = side / 2;
    return bit(h - 1, h - 1) | bit(h - 1, h) | bit(h, h - 1) | bit(h, h);
  }

  constexpr Position start() const {
    const int h = side / 2;
    const u64 black = bit(h, h - 1) | (parallel ? bit(h, h) : bit(h - 1, h));
    return {black, middle() & ~black, 0};
  }
  static constexpr bool first_to_move(const Position& p) { return p.white == 0; }
  static constexpr Position turned(const Position& p) { return {p.other, p.own, p.white ^ 1}; }

  // The empty squares where a disc of `own` turns something over.
  constexpr u64 placements(u64 own, u64 other) const {
    u64 found = 0;
    for (const int d : {1, side - 1, side, side + 1}) {
      const auto [up, down] = runs(own, d == side ? other : other & inner, d);
      found |= up << d | down >> d;
    }
    return found & board & ~(own | other);
  }
  // What a disc of `own` on this square turns over.
  constexpr u64 flips(u64 own, u64 other, u64 square) const {
    u64 found = 0;
    for (const int d : {1, side - 1, side, side + 1}) {
      const auto [up, down] = runs(square, d == side ? other : other & inner, d);
      if ((up << d & own) != 0) found |= up;
      if ((down >> d & own) != 0) found |= down;
    }
    return found;
  }

  // It is over when neither can place a disc, on a full board or not. Squares that stay empty count for nobody.
  constexpr std::optional<i32> settled(const Position& p) const {
    if (placements(p.own, p.other) != 0 || placements(p.other, p.own) != 0) return std::nullopt;
    return count_ones(p.own) - count_ones(p.other);
  }
  constexpr Wdl outcome(const Position& p) const {
    const auto score = settled(p);
    return score ? scored(*score).wdl : Wdl::unknown;
  }
  // All of the score comes at the end.
  constexpr i32 pays(const Position&, Move) const { return 0; }
  constexpr i32 lead(const Position&) const { return 0; }

  constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u64 open = placements(p.own, p.other); open != 0; open &= open - 1) out.push(static_cast<Move>(lowest_bit(open)));
    if (out.empty()) out.push(pass);
  }
  constexpr Position play(const Position& p, Move m) const {
    if (m == pass) return turned(p);
    const u64 square = u64{1} << m, turns = flips(p.own, p.other, square);
    return {p.other & ~turns, p.own | turns | square, p.white ^ 1};
  }

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
  struct Runs {
    u64 up, down;
  };
  // The discs of `through` that follow each other from beside `from` on, in both directions of a line: six at most. Runs grow by
  // one, then by two at a time.
  static constexpr Runs runs(u64 from, u64 through, int d) {
    const u64 up_pairs = through & through << d, down_pairs = through & through >> d;
    u64 up = through & from << d, down = through & from >> d;
    up |= through & up << d;
    down |= through & down >> d;
    for (int i = 0; i < 2; ++i) {
      up |= up_pairs & up << 2 * d;
      down |= down_pairs & down >> 2 * d;
    }
    return {up, down};
  }
};

} // namespace zermelo::othello
