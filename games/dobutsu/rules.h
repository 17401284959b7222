// Dobutsu Shogi: the rules. Taking the lion is a move like any other; the position after it is over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dobutsu/board.h"
#include "game/picture.h"

namespace zermelo::dobutsu {

struct Position {
  u64 bits = 0; // board.h
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Move {
  u8 from = 0; // a cell, or hand + kind for a drop
  u8 to = 0;
  static constexpr u8 hand = cells;
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

struct Rules {
  using Position = dobutsu::Position;
  using Move = dobutsu::Move;
  static constexpr Repetition repetition = Repetition::draw;

  // A player with x kinds in hand and n men of any owner on the board has at most x (10 - n) drops. A kind in hand has at
  // most one piece on the board. x = 3: each own man costs 3 drops and gains at most 6 (hen), 4 or 4 steps, so all three
  // stand: 8 (lion) + 14 + 3 * 7 = 43. x = 2: at best two hens, a giraffe and an elephant: 8 + 20 + 2 * 6 = 40.
  // x = 1: 8 + 24 + 5 = 37; x = 0: 8 + 28 = 36.
  static constexpr int max_moves = 43;

  ZERMELO_HD static constexpr bool first_to_move(const Position& p) { return (p.bits & second_moves) == 0; }

  ZERMELO_HD constexpr Position start() const {
    u64 b = own_lion << 4 * cell_at(3, 1) | (man + elephant) << 4 * cell_at(3, 0) | (man + giraffe) << 4 * cell_at(3, 2) |
            (man + chick) << 4 * cell_at(2, 1);
    b |= other_lion << 4 * cell_at(0, 1) | (man + others + elephant) << 4 * cell_at(0, 2) |
         (man + others + giraffe) << 4 * cell_at(0, 0) | (man + others + chick) << 4 * cell_at(1, 1);
    return {b};
  }

  // Whether the mover can take the other lion. Both lions are on the board.
  ZERMELO_HD static constexpr bool takes_lion(u64 b) {
    const int lion = first_cell(other_lions(b));
    return men_attacking(b, lion) != 0 || (around(lion) & own_lions(b)) != 0;
  }

  // No move at all, by the custom of shogi a loss. Of all open positions only two classes are so (checked one by one): the
  // mover's lion and all six men, his, lock each other. No move leads there.
  ZERMELO_HD static constexpr bool is_stuck(u64 b) {
    if ((b >> 48 & 0xfff) != 0 || other_men(b) != 0) return false;
    const u64 own = own_men(b) | own_lions(b);
    u64 targets = around(first_cell(own_lions(b)));
    for (u64 m = own_men(b); m != 0; m &= m - 1) targets |= attacked_from(at(b, first_cell(m)) & 7, first_cell(m));
    return (targets & ~own) == 0;
  }

  // A lion on its last row that could have been taken and was not has won, too.
  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    if (own_lions(p.bits) == 0) return Wdl::loss;
    if ((own_lions(p.bits) & last_row) != 0) return Wdl::win;
    if ((other_lions(p.bits) & home_row) != 0 && !takes_lion(p.bits)) return Wdl::loss;
    return is_stuck(p.bits) ? Wdl::loss : Wdl::unknown;
  }

  ZERMELO_HD constexpr Value settle(const Position& p) const {
    if (own_lions(p.bits) == 0) return loss_in(0);
    if ((own_lions(p.bits) & last_row) != 0) return win_in(0);
    if (takes_lion(p.bits)) return win_in(1);
    return (other_lions(p.bits) & home_row) != 0 || is_stuck(p.bits) ? loss_in(0) : unknown_value;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const u64 b = p.bits;
    const u64 own = own_men(b) | own_lions(b), empty = each_cell & ~occupied(b);
    for (u64 m = own; m != 0; m &= m - 1) {
      const int from = first_cell(m);
      const u64 code = at(b, from);
      push(out, from, (code == own_lion ? around(from) : attacked_from(code & 7, from)) & ~own);
    }
    for (int kind = elephant; kind <= chick; ++kind)
      if (held(b, kind) != 0) push(out, Move::hand + kind, empty);
  }

  ZERMELO_HD constexpr Position play(const Position& p, Move m) const {
    u64 b = p.bits;
    if (m.from >= Move::hand) {
      const int kind = m.from - Move::hand;
      return {turn((b - one_in_hand(kind)) | (man + static_cast<u64>(kind)) << 4 * m.to)};
    }
    u64 code = at(b, m.from);
    const u64 taken = at(b, m.to);
    b &= ~(u64{15} << 4 * m.from | u64{15} << 4 * m.to);
    if (taken >= man) b += one_in_hand(static_cast<int>(taken & 3));
    if (code == man + chick && (last_row & mask_of(m.to)) != 0) code = man + hen;
    return {turn(b | code << 4 * m.to)};
  }

  int evaluate(const Position& p) const; // evaluate.cpp

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
  ZERMELO_HD static constexpr void push(FixedList<Move, max_moves>& out, int from, u64 targets) {
    for (; targets != 0; targets &= targets - 1) out.push({static_cast<u8>(from), static_cast<u8>(first_cell(targets))});
  }
};

} // namespace zermelo::dobutsu
