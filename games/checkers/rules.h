// Checkers (English draughts) on 8x8, 6x6 and 4x4.
//
// Positions are seen by the side to move: its men go towards higher squares, and after a move the board is turned round. So the
// same position with the colours exchanged is the same but for one flag, and all rules are written once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.h"
#include "base/key.h"
#include "checkers/board.h"
#include "game/concepts.h"
#include "game/picture.h"

namespace zermelo::checkers {

struct Position {
  u32 own = 0, other = 0; // pieces of the side to move, and the other's
  u32 kings = 0;          // of both
  u32 white = 0;          // 1: White is to move, and square 1 is bit squares-1
  friend constexpr bool operator==(const Position&, const Position&) = default;

  ZERMELO_HD u32 own_men() const { return own & ~kings; }
  ZERMELO_HD u32 own_kings() const { return own & kings; }
  ZERMELO_HD u32 other_men() const { return other & ~kings; }
  ZERMELO_HD u32 other_kings() const { return other & kings; }
};

// As the side to move sees it. Jumps by different ways that end alike are one move: they lead to one position.
struct Move {
  u8 from = 0, to = 0; // squares
  u16 unused = 0;
  u32 captured = 0;
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

struct Rules {
  using Position = checkers::Position;
  using Move = checkers::Move;
  // 12 pieces have 48 steps at most. Whoever jumps stays on 8 squares of the 32, over 9 others, and the pieces on such 8 squares
  // have at most 14 jumps together (a test looks at all of them): 56.
  static constexpr int max_moves = 56;
  static constexpr Repetition repetition = Repetition::draw;

  // What a position may hold, and what the first one does.
  struct Pieces {
    int each = 12, together = 24; // at most
    int black = 12, white = 12;   // men at the start
  };
  Rules(int side, Pieces p) : board(&Board::of(side)), pieces(p) {}

  const Board* board;
  Pieces pieces;

  bool first_to_move(const Position& p) const { return p.white == 0; } // Black begins

  Position start() const {
    auto first = [](int n) { return static_cast<u32>((u64{1} << n) - 1); };
    return {first(pieces.black), board->turned(first(pieces.white)), 0, 0};
  }

  ZERMELO_HD Position turned(const Position& p) const {
    return {board->turned(p.other), board->turned(p.own), board->turned(p.kings), 1 - p.white};
  }

  // Whether a piece of the side to move can jump: then it must.
  ZERMELO_HD bool jumps(const Position& p) const {
    const u32 empty = board->all() & ~(p.own | p.other);
    auto over = [&](Direction d, u32 set) { return board->step(d, board->step(d, set) & p.other) & empty; };
    const u32 forwards = over(forward_left, p.own) | over(forward_right, p.own), back = p.own_kings();
    return (forwards | over(back_left, back) | over(back_right, back)) != 0;
  }
  // Whether it can step, were there nothing to jump.
  bool steps(const Position& p) const {
    const u32 back = p.own_kings();
    return ((board->step(forward_left, p.own) | board->step(forward_right, p.own) | board->step(back_left, back) |
             board->step(back_right, back)) &
            board->all() & ~(p.own | p.other)) != 0;
  }

  Wdl outcome(const Position& p) const { return steps(p) || jumps(p) ? Wdl::unknown : Wdl::loss; }

  // f(from, to, captured) for every way to jump to the end, two ways that end alike included.
  template <class F> ZERMELO_HD void each_jump(const Position& p, F&& f) const {
    for (u32 rest = p.own; rest != 0; rest &= rest - 1) {
      const int from = lowest_bit(rest);
      const u32 bit = rest & (0 - rest);
      jump_on(p, (bit & p.kings) != 0, bit, from, 0, [&](int to, u32 captured) { f(from, to, captured); });
    }
  }

  // f(from, to) for every step.
  template <class F> void each_step(const Position& p, F&& f) const {
    const u32 empty = board->all() & ~(p.own | p.other);
    for (u32 rest = p.own; rest != 0; rest &= rest - 1) {
      const int from = lowest_bit(rest);
      const int ways = (rest & (0 - rest) & p.kings) != 0 ? directions : forward_directions;
      for (int d = 0; d < ways; ++d)
        if (const u32 to = board->beside(d, from) & empty; to != 0) f(from, lowest_bit(to));
    }
  }

  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    if (!jumps(p)) {
      each_step(p, [&](int from, int to) { out.push({static_cast<u8>(from), static_cast<u8>(to)}); });
      return;
    }
    each_jump(p, [&](int from, int to, u32 captured) {
      const Move m{static_cast<u8>(from), static_cast<u8>(to), 0, captured};
      for (const Move& known : out)
        if (known == m) return;
      out.push(m);
    });
  }

  // As the mover sees it still.
  ZERMELO_HD Position moved(const Position& p, int from, int to, u32 captured) const {
    const u32 leaves = u32{1} << from, enters = u32{1} << to;
    const bool king = ((leaves & p.kings) | (enters & board->last_row())) != 0;
    return {(p.own & ~leaves) | enters, p.other & ~captured, (p.kings & ~leaves & ~captured) | (king ? enters : 0), p.white};
  }
  Position play(const Position& p, const Move& m) const { return turned(moved(p, m.from, m.to, m.captured)); }

  // Positions with the colours exchanged have the same value.
  Position canonical(Position p) const {
    p.white = 0;
    return p;
  }
  int orbit(const Position&) const { return 2; }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, const Move& m) const;
  std::vector<int> path(const Position& p, const Move& m) const; // squares as they are numbered, from the first to the last
  std::string draw(const Position& p) const;
  int evaluate(const Position& p) const; // evaluate.cpp

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, const Move& m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

private:
  // A piece that is jumped stays where it is until the move ends, and is not jumped again; where the piece came from is empty.
  template <class F> ZERMELO_HD void jump_on(const Position& p, bool king, u32 origin, int at, u32 captured, F&& f) const {
    const u32 empty = (board->all() & ~(p.own | p.other)) | origin;
    bool ended = true;
    for (int d = 0; d < (king ? directions : forward_directions); ++d) {
      const u32 over = board->beside(d, at) & p.other & ~captured, to = board->beyond(d, at) & empty;
      if (over == 0 || to == 0) continue;
      ended = false;
      if (!king && (to & board->last_row()) != 0) {
        f(lowest_bit(to), captured | over); // crowned: the move ends
      } else {
        jump_on(p, king, origin, lowest_bit(to), captured | over, f);
      }
    }
    if (ended && captured != 0) f(at, captured);
  }
};

// The whole game on a board. It has no table: see endings_game.h.
struct Game : Rules {
  using Rules::Rules;

  Key key(const Position& p) const {
    KeyMaker maker;
    maker.add(u64{p.own} << 32 | p.other);
    maker.add(p.kings);
    return maker.key();
  }
};

} // namespace zermelo::checkers
