// Yonmoque: the rules. A turn is a placement or a move; a move flips what it encloses and may make a line, which ends the game.
//
// What a repeated position means is the variant's: Game is the paper's, free_game.h that in which play may go on for ever.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/picture.h"
#include "yonmoque/board.h"

namespace zermelo::yonmoque {

// Lines count only when they are new, so the board alone does not tell whether the game is over: the position does.
//   blue   squares | Blue's hand << 25
//   white  squares | White's hand << 25 | White to move << 28 | how the last turn ended the game << 29
struct Position {
  u32 blue = 0, white = 0;

  enum End : u32 { none, four, five };
  static constexpr int hand_at = squares;
  static constexpr u32 white_moves = u32{1} << 28, one_in_hand = u32{1} << hand_at;

  ZERMELO_HD constexpr bool blue_to_move() const { return (white & white_moves) == 0; }
  ZERMELO_HD constexpr End end() const { return static_cast<End>(white >> 29); }
  ZERMELO_HD constexpr u32 pieces(bool of_blue) const { return (of_blue ? blue : white) & board; }
  ZERMELO_HD constexpr u32 hand(bool of_blue) const { return (of_blue ? blue : white) >> hand_at & 7; }
  ZERMELO_HD constexpr u32 occupied() const { return (blue | white) & board; }
  ZERMELO_HD constexpr u32 empty() const { return board & ~(blue | white); }
  ZERMELO_HD friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

ZERMELO_HD constexpr Position make_position(u32 blue, u32 white, u32 blue_hand, u32 white_hand, bool blue_to_move,
                                            Position::End end = Position::none) {
  return {blue | blue_hand << Position::hand_at,
          white | white_hand << Position::hand_at | (blue_to_move ? 0 : Position::white_moves) | u32{end} << 29};
}

struct Move {
  u8 from = 0; // a square, or `hand` for a placement
  u8 to = 0;
  static constexpr u8 hand = squares;
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

struct Rules {
  using Position = yonmoque::Position;
  using Move = yonmoque::Move;

  static constexpr int most_pieces = 6; // of each player

  // A piece has at most 4 straight and 6 diagonal moves. All 12 on the board may be one player's: 120. With one in hand there
  // are 11 at most, and 14 squares to place it.
  static constexpr int max_moves = 124;

  int each = most_pieces; // pieces of each player in this variant

  static constexpr bool first_to_move(const Position& p) { return p.blue_to_move(); }

  Position start() const {
    const u32 n = static_cast<u32>(each);
    return make_position(0, 0, n, n, true);
  }

  // No turn at all loses.
  ZERMELO_HD static constexpr bool is_stuck(const Position& p) {
    const bool mover = p.blue_to_move();
    return p.hand(mover) == 0 && (around(p.pieces(mover)) & p.empty()) == 0;
  }

  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    if (p.end() != Position::none) return p.end() == Position::four ? Wdl::loss : Wdl::win;
    return is_stuck(p) ? Wdl::loss : Wdl::unknown;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const bool mover = p.blue_to_move();
    const u32 empty = p.empty(), colour = mover ? blue_squares : white_squares;
    if (p.hand(mover) != 0) push(out, Move::hand, empty);
    for (u32 own = p.pieces(mover); own != 0; own &= own - 1)
      push(out, static_cast<u8>(lowest_bit(own)), targets(own & (0 - own), colour, empty));
  }

  ZERMELO_HD constexpr Position play(const Position& p, Move m) const {
    const bool mover = p.blue_to_move();
    const u32 to = u32{1} << m.to;
    Position next = p;
    next.white ^= Position::white_moves;
    u32 &own = mover ? next.blue : next.white, &others = mover ? next.white : next.blue;
    if (m.from == Move::hand) {
      own = (own | to) - Position::one_in_hand;
      return next;
    }
    own = (own & ~(u32{1} << m.from)) | to;
    const bool meet = (around(to) & others) != 0;
    const u32 flipped = meet ? flipped_by(to, own & board, others & board) : 0;
    own |= flipped;
    others &= ~flipped;
    next.white |= u32{end_by(own & board, to | flipped)} << 29;
    return next;
  }

  // For proof search: who is stuck is found out by looking for turns.
  static constexpr Wdl recorded(const Position& p) {
    return p.end() == Position::none ? Wdl::unknown : p.end() == Position::four ? Wdl::loss : Wdl::win;
  }
  template <class Sink> void expand(const Position& p, Sink&& sink) const {
    if (p.end() != Position::none) return;
    const bool mover = p.blue_to_move();
    const u32 empty = p.empty(), colour = mover ? blue_squares : white_squares;
    auto hand_out = [&](u8 from, u32 to) {
      for (; to != 0; to &= to - 1) {
        const Move m{from, static_cast<u8>(lowest_bit(to))};
        if (!sink(m, play(p, m))) return false;
      }
      return true;
    };
    if (p.hand(mover) != 0 && !hand_out(Move::hand, empty)) return;
    for (u32 own = p.pieces(mover); own != 0; own &= own - 1)
      if (!hand_out(static_cast<u8>(lowest_bit(own)), targets(own & (0 - own), colour, empty))) return;
  }

  // A move can only end the game if some line of four has all squares occupied but for the one where it goes, or all.
  template <class Sink> u32 foresee(const Position& p, Sink&& sink) const {
    const bool mover = p.blue_to_move();
    const u32 empty = p.empty(), others = p.pieces(!mover), colour = mover ? blue_squares : white_squares;
    u32 ends = 0; // squares to which a move may end it
    for (int i = 0; i < Lines::fours; ++i) {
      const u32 line = all_lines.line[i], open = line & empty;
      if ((open & (open - 1)) != 0) continue;
      ends |= open != 0 ? open : (line & others) != 0 ? empty : 0;
    }
    u32 plain = p.hand(mover) != 0 ? static_cast<u32>(count_ones(empty)) : 0;
    for (u32 own = p.pieces(mover); own != 0; own &= own - 1) {
      const u32 to = targets(own & (0 - own), colour, empty);
      plain += static_cast<u32>(count_ones(to & ~ends));
      for (u32 rest = to & ends; rest != 0; rest &= rest - 1) {
        const Move m{static_cast<u8>(lowest_bit(own)), static_cast<u8>(lowest_bit(rest))};
        if (!sink(m, play(p, m))) return plain;
      }
    }
    return plain;
  }

  // Who is threatened with a line of four has few turns that are any good.
  Guess guess(const Position& p, Replies r) const { return {1, r.open / (1 + 4 * wins_of_other(p))}; }
  // How many moves would win if it were the other's turn.
  u32 wins_of_other(Position p) const {
    p.white ^= Position::white_moves;
    u32 wins = 0;
    foresee(p, [&wins](Move, const Position& q) {
      wins += q.end() == Position::four;
      return true;
    });
    return wins;
  }

  // A new line of five loses, before a new line of four wins.
  ZERMELO_HD static constexpr Position::End end_by(u32 own, u32 changed) {
    if (!has_four(own)) return Position::none; // mostly
    if (has_line<5>(own, changed)) return Position::five;
    return has_line<4>(own, changed) ? Position::four : Position::none;
  }

  // The eight symmetries of the board; they keep the colours of the squares.
  Position canonical(const Position& p) const;
  int orbit(const Position& p) const;

  int evaluate(const Position& p) const; // evaluate.cpp
  // Hands never grow.
  static constexpr u32 layer(const Position& p) { return p.hand(true) + p.hand(false); }

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
  ZERMELO_HD static constexpr void push(FixedList<Move, max_moves>& out, u8 from, u32 to) {
    for (; to != 0; to &= to - 1) out.push({from, static_cast<u8>(lowest_bit(to))});
  }
};

// A turn that recreates an earlier position of the game is illegal. There are no draws, and what a position is worth may depend
// on how it was reached, so there is no table of it.
struct Game : Rules {
  static constexpr Repetition repetition = Repetition::forbidden;

  Key key(const Position& p) const {
    const Position c = canonical(p);
    KeyMaker maker;
    maker.add(u64{c.blue} << 32 | c.white);
    return maker.key();
  }
};

} // namespace zermelo::yonmoque
