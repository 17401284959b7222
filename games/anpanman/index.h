// The index of Anpanman Shogi: both leaders on the board and none in the enemy's home row, without holes.
//   2 sides to move x 135 pairs of leader squares x 25,013 placements of the four others = 6,753,510
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "anpanman/rules.h"
#include "index/product.h"

namespace zermelo::anpanman {

// The numbers of a product whose digits are allowed, numbered afresh without gaps. A table each way: one load. Plain data: the
// tables belong to MemberTables.
template <std::size_t N> struct Members {
  static constexpr u16 none = 0xFFFF;
  Product<N> product;
  const u16* number = nullptr; // of each product number, none if not allowed
  const u16* member = nullptr; // the other way
  u64 count = 0;

  ZERMELO_HD u64 size() const { return count; }
  ZERMELO_HD u64 rank(const std::array<u64, N>& digits) const { return number[product.rank(digits)]; }
  ZERMELO_HD std::array<u64, N> unrank(u64 r) const { return product.unrank(member[r]); }
  template <class F> void each_array(F&& f) {
    f(number, product.size());
    f(member, count);
  }
};

template <std::size_t N> class MemberTables {
public:
  template <class Allowed>
  MemberTables(const Product<N>& product, const Allowed& allowed) : number_(product.size(), Members<N>::none) {
    for (u64 i = 0; i < product.size(); ++i) {
      if (!allowed(product.unrank(i))) continue;
      number_[i] = static_cast<u16>(member_.size());
      member_.push_back(static_cast<u16>(i));
    }
    members_ = {product, number_.data(), member_.data(), member_.size()};
  }
  MemberTables(const MemberTables&) = delete; // members point into it
  MemberTables& operator=(const MemberTables&) = delete;
  const Members<N>& members() const { return members_; }

private:
  std::vector<u16> number_, member_;
  Members<N> members_{Product<N>({}), nullptr, nullptr, 0};
};

// The first leader on squares 3-14, the second on 0-11, not both on one.
const Members<2>& leader_pairs();

// The others on the 13 squares left, numbered without the leaders', or off the board (13); no two on one square.
const Members<4>& placements();

struct Game : Rules {
  static constexpr bool folded = false;
  static constexpr bool on_device = true;

  Members<2> leaders = anpanman::leader_pairs();
  Members<4> others = anpanman::placements();
  template <class F> void each_array(F&& f) {
    leaders.each_array(f);
    others.each_array(f);
  }

  ZERMELO_HD static constexpr Product<3> parts() { return Product<3>{{2, 135, 25'013}}; }
  ZERMELO_HD u64 size() const { return parts().size(); }

  ZERMELO_HD Slot rank(const Position& p) const {
    const u8 a = p.at[leader], b = p.at[kinds + leader];
    if (a < 3 || a == off || b >= 12) return no_slot;
    auto left = [a, b](u8 square) { return static_cast<u64>(square - (square > a) - (square > b)); };
    return parts().rank(
        {p.mover, leaders.rank({a - 3U, b}),
         others.rank({left(p.at[runner]), left(p.at[walker]), left(p.at[kinds + runner]), left(p.at[kinds + walker])})});
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const auto digits = parts().unrank(s);
    const auto pair = leaders.unrank(digits[1]);
    const auto rest = others.unrank(digits[2]);
    const u64 a = pair[0] + 3, b = pair[1], low = a < b ? a : b, high = (a < b ? b : a) - 1;
    auto square = [low, high](u64 n) { return static_cast<u8>(n + (n >= low) + (n >= high)); };
    p = {{static_cast<u8>(a), square(rest[0]), square(rest[1]), static_cast<u8>(b), square(rest[2]), square(rest[3])},
         static_cast<u8>(digits[0])};
    return true;
  }

  // As orbit(), which needs no look at the other pieces unless both leaders stand on column B.
  int weight(Slot s) const {
    const auto pair = leaders.unrank(s / others.size() % leaders.size());
    if (pair[0] % columns != 1 || pair[1] % columns != 1) return 4;
    Position p;
    unrank(s, p);
    return orbit(p);
  }

  // A position that is not settled has no finished successor, and without folding every move leads to a slot of its own.
  ZERMELO_HD Children count_children(const Position& p) const {
    FixedList<Move, max_moves> list;
    moves(p, list);
    Children found;
    for (const Move& m : list) { // without a branch: which it is cannot be foretold
      const bool won = wins_at_once(play(p, m));
      found.longest = won ? 1 : found.longest;
      found.open += won ? 0 : 1;
    }
    return found;
  }

  // Un-moves are the steps of the other player from where the piece stands now: at most 10, by the argument at max_moves.
  // Each leaves its square empty or gives back one of the two enemy pieces (not the leader: play went on) that may be off.
  // Runner B2, walker A1 and leader B4 against a leader alone on C1 have all 30.
  static constexpr int max_predecessors = 3 * max_moves;

  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const int moved = 1 - p.mover, back = p.mover, mine = first_piece(moved), theirs = first_piece(p.mover);
    const int taken = squares_of(p, 0) | squares_of(p, 1);
    for (int kind = 0; kind < kinds; ++kind) {
      const u8 here = p.at[mine + kind];
      for (unsigned from = steps().to[back][kind][here] & ~static_cast<unsigned>(taken); from != 0; from &= from - 1) {
        Position q = p;
        q.mover = static_cast<u8>(moved);
        q.at[mine + kind] = static_cast<u8>(lowest_bit(from));
        out.push(q);
        for (int victim = theirs + runner; victim <= theirs + walker; ++victim) {
          if (p.at[victim] != off) continue;
          out.push(q);
          out[out.size() - 1].at[victim] = here;
        }
      }
    }
  }

  // The left-right mirror, and the half turn that changes sides: they commute, so a class has four members, or two when
  // the mirror changes nothing (all pieces on column B).
  Position canonical(const Position& p) const {
    const Position m = mirrored(p);
    return std::min({p, m, turned(p), turned(m)}, [](const Position& a, const Position& b) { return packed(a) < packed(b); });
  }
  int orbit(const Position& p) const { return mirrored(p) == p ? 2 : 4; }

private:
  static Position mirrored(Position p) {
    for (u8& square : p.at)
      if (square != off) square = static_cast<u8>(square + 2 - 2 * (square % columns));
    return p;
  }

  static Position turned(const Position& p) {
    Position q = p;
    for (int i = 0; i < pieces; ++i) {
      const u8 square = p.at[(i + kinds) % pieces];
      q.at[i] = square == off ? off : static_cast<u8>(squares - 1 - square);
    }
    q.mover ^= 1;
    return q;
  }

  static u32 packed(const Position& p) {
    u32 k = p.mover;
    for (const u8 square : p.at) k = k << 4 | square;
    return k;
  }
};

} // namespace zermelo::anpanman
