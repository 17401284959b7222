// A thread at work on one block (search.h).
#pragma once

#include <algorithm>
#include <memory>

#include "solve/cubes/replay.h"
#include "solve/cubes/search.h"

namespace zermelo {

// What a pass over a layer works on.
template <class Board> struct CubePass {
  const Board& board;
  CubeValues& here;
  CubePlanes& planes;
  std::unique_ptr<CubeReplay> after[2]; // the layers that placements by each player lead to; null: nothing in hand
  int plies;
};

template <class Board> class CubeThread {
public:
  explicit CubeThread(CubePass<Board>& pass)
      : left{CubeVector(pass.here.layer.pieces), CubeVector(pass.here.layer.pieces)}, p_(pass), pieces_(pass.here.layer.pieces) {}

  // The block to work on next. The thread is made once for many: to clear its list of moves costs as much as a quick block does.
  void go_to(u64 block) {
    block_ = block;
    set_ = p_.board.set(pieces_, block);
    listed_count_ = 0;
  }

  CubeVector left[2];
  bool open[2];

  bool start() {
    for (int s = 0; s < 2; ++s) left[s] = undecided(s);
    return look();
  }
  bool look() {
    for (int s = 0; s < 2; ++s) open[s] = left[s].any() != 0;
    return open[0] || open[1];
  }
  CubeVector undecided(int side) const {
    CubeVector v(pieces_);
    const u64 *won = at(p_.here.won[side], block_), *lost = at(p_.planes.lost[side], block_),
              *fresh = at(p_.planes.fresh_lost[side], block_);
    for (int i = 0; i < v.words(); ++i) v[i] = cube_mask(pieces_) & ~(won[i] | lost[i] | fresh[i]);
    return v;
  }

  int plies() const { return p_.plies; }
  bool places(int side) const { return p_.after[side] != nullptr; }
  u32 changed(u32 block) const { return p_.planes.changed[block]; }
  bool leads_to(int side, u32 block, bool win) const { return places(side) && p_.after[side]->has(block, win, p_.plies - 1); }

  void list_moves() {
    u8 piece = 0;
    for (u32 rest = set_; rest != 0; rest &= rest - 1, ++piece) {
      const u32 from = rest & (0 - rest), targets[2] = {p_.board.targets(0, from, set_), p_.board.targets(1, from, set_)};
      for (u32 more = targets[0] | targets[1]; more != 0; more &= more - 1) {
        const u32 to = more & (0 - more);
        const int by = ((targets[0] & to) != 0 ? 1 : 0) | ((targets[1] & to) != 0 ? 2 : 0);
        listed_[listed_count_++] = {from, to, p_.board.place((set_ & ~from) | to), piece, static_cast<u8>(by)};
      }
    }
  }
  template <class Wants, class F> void each_move(Wants&& wants, F&& f) {
    for (int i = 0; i < listed_count_; ++i) {
      const Listed& l = listed_[i];
      if (!wants(l.place.number())) continue;
      move_.piece = l.piece;
      move_.by = l.by;
      move_.from = l.from;
      move_.to = l.to;
      p_.board.describe(set_, l.place, move_);
      if (!f(move_)) return;
    }
  }
  template <class Asks> bool any_move(Asks&& asks) const {
    return std::any_of(listed_, listed_ + listed_count_, [&](const Listed& l) { return asks(l.place.number()); });
  }
  template <class Wants, class F> void each_placement(Wants&& wants, F&& f) {
    CubePlacement p;
    for (u32 rest = free_squares(); rest != 0; rest &= rest - 1) {
      const u32 to = rest & (0 - rest);
      const auto place = p_.board.place(set_ | to);
      if (!wants(place.number())) continue;
      p_.board.describe_placement(set_, to, place, p);
      if (!f(p)) return;
    }
  }
  template <class Asks> bool any_placement(Asks&& asks) const {
    for (u32 rest = free_squares(); rest != 0; rest &= rest - 1)
      if (asks(p_.board.place(set_ | (rest & (0 - rest))).number())) return true;
    return false;
  }

  CubeVector before(const CubeMove& m, bool wins) const {
    CubeVector v(pieces_), winning(pieces_), losing(pieces_);
    const Pages* const planes = wins ? p_.planes.lost : p_.here.won;
    v.load(at(planes[1], m.block), at(planes[0], m.block), m.at);
    if (p_.board.take_back(m, v, winning, losing)) v.add(wins ? winning : losing);
    if (!wins) v.invert();
    return v;
  }
  void reach(const CubeMove& m, const CubeVector& v) {
    for (int s = 0; s < 2; ++s)
      if ((m.by >> s & 1) != 0) left[s].remove_owned(v, m.piece, s == 0);
    look();
  }
  void reach(const CubePlacement& p, bool wins) {
    CubeVector v(pieces_ + 1);
    const u64* from[2] = {nullptr, nullptr};
    for (int s = 0; s < 2; ++s)
      if (places(s)) from[s] = wins ? p_.after[s]->lost(p.block) : p_.after[s]->won(p.block);
    v.load(from[0], from[1], p.at);
    p.exchanges.apply(v);
    for (int s = 0; s < 2; ++s) {
      if (!places(s) || !open[s]) continue;
      CubeVector half = v.half(pieces_, s == 0);
      if (!wins) half.invert();
      left[s].remove(half);
    }
    look();
  }

  u32 mobile(int side) const {
    u32 out = 0, place = 1;
    for (u32 rest = set_; rest != 0; rest &= rest - 1, place <<= 1)
      if (p_.board.targets(side, rest & (0 - rest), set_) != 0) out |= place;
    return out;
  }

  void record(int side, const CubeVector& found, bool wins) {
    u8* const plies = p_.here.plies(block_, side);
    u64* const out = (wins ? p_.here.won : p_.planes.fresh_lost)[side].data() + block_ * p_.here.words();
    for (int i = 0; i < found.words(); ++i) {
      const u64 bits = found[i];
      if (bits == 0) continue;
      out[i] |= bits;
      p_.planes.fresh[block_] |= static_cast<u8>(1 << (wins ? side : 2 + side));
      for (u64 rest = bits; rest != 0; rest &= rest - 1) plies[64 * i + lowest_bit(rest)] = static_cast<u8>(p_.plies);
    }
  }

private:
  using Place = decltype(std::declval<const Board&>().place(0));
  struct Listed {
    u32 from, to; // squares
    Place place;
    u8 piece, by;
  };

  const u64* at(const Pages& plane, u64 block) const { return plane.data() + block * p_.here.words(); }
  u32 free_squares() const { return places(0) || places(1) ? p_.board.all_squares() & ~set_ : 0; }

  CubePass<Board>& p_;
  int pieces_;
  u64 block_ = 0;
  u32 set_ = 0;
  CubeMove move_;
  int listed_count_ = 0;
  Listed listed_[most_cube_moves];
};

} // namespace zermelo
