// The index of Anpanman Shogi: both leaders on the board and none in the enemy's home row, without holes.
//   2 sides to move x 135 pairs of leader squares x 25,013 placements of the four others = 6,753,510
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "anpanman/rules.h"
#include "index/product.h"

namespace zermelo::anpanman {

// The numbers of a product whose digits are allowed, numbered afresh without gaps. A table each way: one load.
template <std::size_t N> class Members {
public:
  template <class Allowed>
  Members(const Product<N>& product, const Allowed& allowed) : product_(product), number_(product.size(), none) {
    for (u64 i = 0; i < product.size(); ++i) {
      if (!allowed(product.unrank(i))) continue;
      number_[i] = static_cast<u16>(member_.size());
      member_.push_back(static_cast<u16>(i));
    }
  }
  u64 size() const { return member_.size(); }
  u64 rank(const std::array<u64, N>& digits) const { return number_[product_.rank(digits)]; }
  std::array<u64, N> unrank(u64 r) const { return product_.unrank(member_[r]); }
  static constexpr u16 none = 0xFFFF;

private:
  Product<N> product_;
  std::vector<u16> number_; // of each product number, none if not allowed
  std::vector<u16> member_; // the other way
};

// The first leader on squares 3-14, the second on 0-11, not both on one.
inline const Members<2> leader_pairs{Product<2>{{12, 12}}, [](const auto& d) { return d[0] + 3 != d[1]; }};

// The others on the 13 squares left, numbered without the leaders', or off the board (13); no two on one square.
inline const Members<4> placements{Product<4>{{14, 14, 14, 14}}, [](const auto& d) {
                                     for (std::size_t i = 0; i < 4; ++i)
                                       for (std::size_t j = 0; j < i; ++j)
                                         if (d[i] == d[j] && d[i] != 13) return false;
                                     return true;
                                   }};

struct Game : Rules {
  static constexpr bool folded = false;
  static constexpr Product<3> parts{{2, 135, 25'013}};

  u64 size() const { return parts.size(); }

  Slot rank(const Position& p) const {
    const u8 a = p.at[leader], b = p.at[kinds + leader];
    if (a < 3 || a == off || b >= 12) return no_slot;
    auto left = [a, b](u8 square) { return static_cast<u64>(square - (square > a) - (square > b)); };
    return parts.rank(
        {p.mover, leader_pairs.rank({a - 3U, b}),
         placements.rank({left(p.at[runner]), left(p.at[walker]), left(p.at[kinds + runner]), left(p.at[kinds + walker])})});
  }

  bool unrank(Slot s, Position& p) const {
    const auto [mover, pair, placement] = parts.unrank(s);
    const auto leaders = leader_pairs.unrank(pair);
    const auto others = placements.unrank(placement);
    const u64 a = leaders[0] + 3, b = leaders[1], low = std::min(a, b), high = std::max(a, b) - 1;
    auto square = [low, high](u64 n) { return static_cast<u8>(n + (n >= low) + (n >= high)); };
    p = {{static_cast<u8>(a), square(others[0]), square(others[1]), static_cast<u8>(b), square(others[2]), square(others[3])},
         static_cast<u8>(mover)};
    return true;
  }

  // As orbit(), which needs no look at the other pieces unless both leaders stand on column B.
  int weight(Slot s) const {
    const auto leaders = leader_pairs.unrank(s / placements.size() % leader_pairs.size());
    if (leaders[0] % columns != 1 || leaders[1] % columns != 1) return 4;
    Position p;
    unrank(s, p);
    return orbit(p);
  }

  // A position that is not settled has no finished successor, and without folding every move leads to a slot of its own.
  Children count_children(const Position& p) const {
    FixedList<Move, max_moves> list;
    moves(p, list);
    Children found;
    for (const Move& m : list) {
      if (settle(play(p, m)).known()) {
        found.longest = 1;
      } else {
        ++found.open;
      }
    }
    return found;
  }

  // Un-moves are the steps of the other player from where the piece stands now: at most 10, by the argument at max_moves.
  // Each leaves its square empty or gives back one of the two enemy pieces (not the leader: play went on) that may be off.
  // Runner B2, walker A1 and leader B4 against a leader alone on C1 have all 30.
  static constexpr int max_predecessors = 3 * max_moves;

  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const int moved = 1 - p.mover, back = p.mover, mine = first_piece(moved), theirs = first_piece(p.mover);
    const int taken = squares_of(p, 0) | squares_of(p, 1);
    for (int kind = 0; kind < kinds; ++kind) {
      const u8 here = p.at[mine + kind];
      for (unsigned from = steps.to[back][kind][here] & ~static_cast<unsigned>(taken); from != 0; from &= from - 1) {
        Position q = p;
        q.mover = static_cast<u8>(moved);
        q.at[mine + kind] = static_cast<u8>(std::countr_zero(from));
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
    return std::min({p, m, turned(p), turned(m)}, [](const Position& a, const Position& b) { return key(a) < key(b); });
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

  static u32 key(const Position& p) {
    u32 k = p.mover;
    for (const u8 square : p.at) k = k << 4 | square;
    return k;
  }
};

} // namespace zermelo::anpanman
