// Quixo: cubes of a square are taken from the border, marked, and pushed in again at an end of their row or column.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/picture.h"

namespace zermelo::quixo {

inline constexpr int least_side = 2, most_side = 5;

// Cells are bits, row by row from the top left.
struct Position {
  u32 own = 0, other = 0; // marks, as who is to move sees them
  u32 second = 0;         // 1: the second player is to move
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

// A move: the cube at `from` comes in again at `to`, an end of its row or column; what stands between goes a step towards `from`.
struct Push {
  u32 from = 0, to = 0, stretch = 0; // sets of cells
  u8 step = 0;                       // between neighbours of the stretch
  bool rising = false;               // `to` has the larger number

  ZERMELO_HD constexpr u32 pushed(u32 set) const {
    const u32 rest = set & stretch & ~from;
    return (set & ~stretch) | (rising ? rest >> step : rest << step);
  }
  // Before it, with nothing on `from`.
  ZERMELO_HD constexpr u32 pulled(u32 set) const {
    const u32 rest = set & stretch & ~to;
    return (set & ~stretch) | (rising ? rest << step : rest >> step);
  }
  // Which cell's cube a cell has after it.
  ZERMELO_HD constexpr int held(int cell) const {
    if ((stretch >> cell & 1) == 0) return cell;
    if ((to >> cell & 1) != 0) return lowest_bit(from);
    return rising ? cell + step : cell - step;
  }
};

struct Board {
  static constexpr int most_pushes = 44;
  int side = 0, cells = 0, push_count = 0;
  u32 all = 0, border = 0, top = 0, left = 0, falling = 0, rising = 0; // the last two are the long diagonals
  Push pushes[most_pushes] = {};

  constexpr Board() = default;
  constexpr explicit Board(int n) : side(n), cells(n * n), all((1U << n * n) - 1) {
    for (int i = 0; i < n; ++i) {
      top |= 1U << i;
      left |= 1U << n * i;
      falling |= 1U << (n + 1) * i;
      rising |= 1U << (n - 1) * (i + 1);
    }
    border = top | left | top << n * (n - 1) | left << (n - 1);
    // Those with one end follow each other: on a blank edge they all make the same.
    for (int to = 0; to < cells; ++to) {
      if ((border >> to & 1) == 0) continue;
      for (int i = 0; i < n; ++i) add(to / n * n + i, to);
      for (int i = 0; i < n; ++i) add(to % n + n * i, to);
    }
  }

  // Whether some row, column or long diagonal is full.
  ZERMELO_HD constexpr bool has_line(u32 set) const {
    // Runs of two, of four, of as many as there are.
    u32 rows = set & set >> 1, columns = set & set >> side;
    if (side >= 4) rows &= rows >> 2, columns &= columns >> 2 * side;
    if ((side & 1) != 0) rows &= set >> (side - 1), columns &= set >> side * (side - 1);
    return (rows & left) != 0 || columns != 0 || (set & falling) == falling || (set & rising) == rising;
  }
  // Who makes a line of the other's mark has lost, whatever else the move made.
  ZERMELO_HD constexpr Wdl ended(u32 own, u32 other) const {
    if (has_line(own)) return Wdl::win;
    return has_line(other) ? Wdl::loss : Wdl::unknown;
  }

private:
  constexpr void add(int from, int to) {
    // Only from the border, and not from where a line begins and ends: `to` must be an end of the line.
    const int step = to / side == from / side ? 1 : side, place = step == 1 ? to % side : to / side;
    if (from == to || (border >> from & 1) == 0 || (place != 0 && place != side - 1)) return;
    const bool up = to > from;
    Push p{1U << from, 1U << to, 0, static_cast<u8>(step), up};
    for (int at = from;; at += up ? step : -step) {
      p.stretch |= 1U << at;
      if (at == to) break;
    }
    pushes[push_count++] = p;
  }
};

struct Boards {
  Board of[most_side + 1] = {Board(), Board(), Board(2), Board(3), Board(4), Board(5)};
};
ZERMELO_TABLE(Boards, boards, {})

struct Rules {
  using Position = quixo::Position;
  using Move = u8; // the number of a push
  static constexpr int max_moves = Board::most_pushes;
  static constexpr Repetition repetition = Repetition::draw;

  int side = most_side;
  int least = 0; // marks: with some, a game that begins later

  ZERMELO_HD constexpr const Board& board() const { return boards().of[side]; }
  ZERMELO_HD static constexpr bool first_to_move(const Position& p) { return p.second == 0; }
  // The first cells are marked in a pattern without lines: a beginning for those who play with few blanks.
  constexpr Position start() const {
    Position p;
    for (int at = 0; at < least; ++at) ((2 * (at / side) + at % side) % 4 < 2 ? p.own : p.other) |= 1U << at;
    return p;
  }

  ZERMELO_HD constexpr Wdl outcome(const Position& p) const { return board().ended(p.own, p.other); }

  // There is always one: a border full of the other's marks is a line.
  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (int m = 0; m < board().push_count; ++m)
      if ((board().pushes[m].from & p.other) == 0) out.push(static_cast<Move>(m));
  }

  ZERMELO_HD constexpr Position play(const Position& p, Move m) const { return after(p, board().pushes[m]); }

  ZERMELO_HD constexpr Value settle(const Position& p) const { return {outcome(p), 0}; }

  ZERMELO_HD static constexpr Position after(const Position& p, const Push& push) {
    return {push.pushed(p.other), push.pushed(p.own) | push.to, p.second ^ 1};
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
};

} // namespace zermelo::quixo
