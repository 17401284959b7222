// Connect Four on a board of any size that fits into 64 bits: stones fall to the lowest empty cell of a column, four in a line win.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/picture.h"

namespace zermelo::connect4 {

inline constexpr int most_columns = 16, most_rows = 15;

// Cells are bits, column by column from the left, each from the bottom; above each column is a bit that stays empty, so that a line
// cannot go on from the top of a column to the bottom of the next.
struct Position {
  u64 own = 0;    // of the side to move
  u64 stones = 0; // all of them
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Rules {
  using Position = connect4::Position;
  using Move = u8; // the column
  static constexpr int max_moves = most_columns;
  static constexpr Repetition repetition = Repetition::never;
  static constexpr bool last_mover_wins = true, settles_wins_in_1 = true;

  int columns = 7, rows = 6;
  u64 floor = 0, board = 0; // the lowest cells; all of them
  u64 lids = 0, even = 0;   // the bits above the columns; every second cell of a column, with that at the top

  constexpr Rules(int width, int height) : columns(width), rows(height) {
    for (int c = 0; c < columns; ++c) floor |= u64{1} << stride() * c;
    for (int r = 0; r < rows; ++r) board |= floor << r;
    lids = floor << rows;
    for (int r = rows - 1; r >= 0; r -= 2) even |= floor << r;
  }

  ZERMELO_HD constexpr int stride() const { return rows + 1; }
  ZERMELO_HD constexpr u64 column(int c) const { return ((u64{1} << rows) - 1) << stride() * c; }
  ZERMELO_HD constexpr u64 playable(const Position& p) const { return (p.stones + floor) & board; }

  ZERMELO_HD constexpr bool has_four(u64 s) const {
    for (const int d : {1, stride(), stride() - 1, stride() + 1}) {
      const u64 pairs = s & s >> d;
      if ((pairs & pairs >> 2 * d) != 0) return true;
    }
    return false;
  }

  // The cells, empty or not, that would complete a four of these stones.
  ZERMELO_HD constexpr u64 completing(u64 s) const {
    u64 found = s << 1 & s << 2 & s << 3; // nothing lies above the end of a column
    for (const int d : {stride(), stride() - 1, stride() + 1}) {
      const u64 up = s << d & s << 2 * d, down = s >> d & s >> 2 * d; // two neighbours on one side
      found |= (up & (s << 3 * d | s >> d)) | (down & (s >> 3 * d | s << d));
    }
    return found & board;
  }

  ZERMELO_HD constexpr Position start() const { return {}; }
  ZERMELO_HD constexpr bool first_to_move(const Position& p) const { return (count_ones(p.stones) & 1) == 0; }

  // Only who has just moved can have a four.
  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    if (has_four(p.own ^ p.stones)) return Wdl::loss;
    return p.stones == board ? Wdl::draw : Wdl::unknown;
  }
  ZERMELO_HD constexpr Value settle(const Position& p) const {
    if (const Wdl over = outcome(p); over != Wdl::unknown) return {over, 0};
    return (completing(p.own) & playable(p)) != 0 ? win_in(1) : unknown_value;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const { list(playable(p), out); }
  ZERMELO_HD constexpr Position play(const Position& p, Move c) const {
    return {p.own ^ p.stones, p.stones | (p.stones + (u64{1} << stride() * c))};
  }

  // Where the other would complete a four, a stone must go; just below such a cell it must not. Whatever else is played loses in 2.
  ZERMELO_HD constexpr Value narrow(const Position& p, FixedList<Move, max_moves>& out) const {
    const u64 open = playable(p);
    if ((p.stones | open) == board && (open & (open - 1)) == 0) return draw_value; // the last cell
    const u64 threats = completing(p.own ^ p.stones) & ~p.stones, forced = open & threats;
    const u64 good = (forced != 0 ? forced : open) & ~(threats >> 1);
    if ((forced & (forced - 1)) != 0 || good == 0) return loss_in(2);
    list(good, out);
    return unknown_value;
  }
  // What the mover gets at best if the other follows him (V. Allis, 1988): he answers each stone right above it. Where a column has an
  // odd number of empty cells, he answers the lowest of it by the lowest of another such column, or leaves one alone in which he has a
  // threat above an answer. A threat among the answers ends the game at the latest when all is full but what is above it.
  constexpr Value limit(const Position& p) const {
    const u64 empty = board & ~p.stones, odd = playable(p) & even, threats = completing(p.own ^ p.stones) & empty;
    if (!has_four(p.own | empty)) return draw_value;
    if (count_ones(odd) % 2 == 0) return followed(p, even, odd, threats);
    for (u64 rest = odd; rest != 0; rest &= rest - 1) {
      const u64 low = rest & ~(rest - 1), here = (lids - low) & board; // the empty cells of its column
      if ((threats & here & ~even) == 0) continue;
      if (const Value v = followed(p, even ^ here, odd ^ low, threats); v.known()) return v;
    }
    return unknown_value;
  }

  // How many empty cells would complete a four, now or later.
  ZERMELO_HD constexpr i32 promise(const Position&, Move, const Position& after) const {
    return count_ones(completing(after.own ^ after.stones) & ~after.stones);
  }
  ZERMELO_HD constexpr int remaining(const Position& p) const { return columns * rows - count_ones(p.stones); }

  ZERMELO_HD constexpr u64 mirrored(u64 s) const {
    u64 out = 0;
    for (int c = 0; c < columns; ++c) out = out << stride() | (s >> stride() * c & column(0));
    return out;
  }
  ZERMELO_HD constexpr Position canonical(const Position& p) const {
    const Position m{mirrored(p.own), mirrored(p.stones)};
    return m.stones < p.stones || (m.stones == p.stones && m.own < p.own) ? m : p;
  }
  ZERMELO_HD constexpr int orbit(const Position& p) const {
    return mirrored(p.stones) == p.stones && mirrored(p.own) == p.own ? 1 : 2;
  }

  // Whether play may have come here, as far as the stones tell: turns alternate, nothing floats, and a four was made by the last
  // stone. Nothing, or why not.
  const char* why_illegal(const Position& p) const; // text.cpp

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move c) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move c) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

private:
  // limit() if the other gets these cells by answers, and one of each pair of `odd`, which the mover may choose.
  constexpr Value followed(const Position& p, u64 answers, u64 odd, u64 threats) const {
    const u64 empty = board & ~p.stones, ends = threats & answers & ~odd, above = (lids - ends) & ~ends & board;
    const u64 left = p.own | (empty & ~answers & ~above); // with one of each pair all that the mover can have
    if (has_four(left | odd) && !kept_apart(left, odd)) return unknown_value;
    if (ends != 0) return loss_in(remaining(p) - count_ones(above));
    return has_four((p.own ^ p.stones) | (empty & answers & ~odd)) ? loss_in(remaining(p)) : draw_value;
  }
  // Whether no four comes about with one cell of each pair: of the first two, of the next two, and so on.
  constexpr bool kept_apart(u64 stones, u64 odd) const {
    if (has_four(stones)) return false;
    if (odd == 0) return true;
    const u64 rest = odd & (odd - 1), others = rest & (rest - 1);
    return kept_apart(stones | (odd ^ rest), others) && kept_apart(stones | (rest ^ others), others);
  }

  // The columns of these cells, those near the middle first.
  ZERMELO_HD constexpr void list(u64 cells, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (int i = 0; i < columns; ++i) {
      const int c = (columns - 1) / 2 + ((i & 1) != 0 ? (i + 1) / 2 : -i / 2);
      if ((cells & column(c)) != 0) out.push(static_cast<Move>(c));
    }
  }
};

} // namespace zermelo::connect4
