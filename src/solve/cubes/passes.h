// The passes over one layer. Pass d finds what is decided in exactly d plies: losses, where every turn leads to a position that
// the other has won in fewer, or to a line that loses; and wins, from positions that the other has lost in d - 1. Losses are
// looked for first and put aside, so that the wins of the same pass do not see them: passes are exact, in place, on any number of
// threads. Layers that placements lead to are finished; they are seen as they stood a ply before.
#pragma once

#include <memory>

#include "solve/cubes/replay.h"
#include "solve/cubes/vector.h"
#include "solve/strategy.h"

namespace zermelo {

// All turns of a block. For every empty square: if visitor.wants_placement(block after it), visitor.place(placement); for every
// move that some colouring allows: if visitor.wants(block after it), visitor.move(move).
template <class Board, class Visitor>
void expand_cube(const Board& board, int pieces, u64 block, bool placements, Visitor& visitor) {
  const u32 set = board.set(pieces, block), empty = board.all_squares() & ~set;
  for (u32 rest = placements ? empty : 0; rest != 0; rest &= rest - 1) {
    const u32 to = rest & (0 - rest);
    const auto place = board.place(set | to);
    if (!visitor.wants_placement(place.number())) continue;
    CubePlacement p;
    board.describe_placement(set, to, place, p);
    visitor.place(p);
  }
  CubeMove m;
  for (u32 rest = set; rest != 0; rest &= rest - 1, ++m.piece) {
    m.from = rest & (0 - rest);
    const u32 targets[2] = {board.targets(0, m.from, set), board.targets(1, m.from, set)};
    for (u32 to = targets[0] | targets[1]; to != 0; to &= to - 1) {
      m.to = to & (0 - to);
      const auto place = board.place((set & ~m.from) | m.to);
      if (!visitor.wants(place.number())) continue;
      m.by = static_cast<u8>(((targets[0] & m.to) != 0 ? 1 : 0) | ((targets[1] & m.to) != 0 ? 2 : 0));
      board.describe(set, place, m);
      visitor.move(m);
    }
  }
}

// Where a layer at work stands; with the planes all that a checkpoint needs. A half that was cut off is done again: it reads what
// it does not write, so it finds what it found.
struct CubeProgress {
  int plies = 0;
  bool wins = false; // losses of this pass are found
};

template <class Board> class CubePasses {
public:
  using After = std::array<const CubeValues*, 2>; // the layer that a placement by each player leads to, if any

  CubePasses(const Board& board, CubeValues& here, CubePlanes& planes, CubeProgress& at, const After& after, Pool& pool)
      : board_(board), here_(here), planes_(planes), at_(at), plies_(at.plies), pool_(pool), pieces_(here.layer.pieces) {
    for (int s = 0; s < 2; ++s)
      if (const CubeValues* a = after[static_cast<std::size_t>(s)]) {
        after_[s] = std::make_unique<CubeReplay>(*a, 1 - s);
        outside_ = std::max(outside_, a->longest());
      }
  }

  // To the end, from where it stands; false where a game lasts longer than a layer can say.
  bool run(const Pause& pause) {
    for (int n = 0; n + 1 < plies_; ++n) replay(n);
    for (;; ++plies_) {
      if (plies_ == CubeValues::open) return false;
      if (plies_ > 0) replay(plies_ - 1);
      if (!at_.wins) each_block(pause, [this](u64 b) { plies_ == 0 ? stuck(b) : losses(b); });
      at_.wins = true;
      if (plies_ > 0) each_block(pause, [this](u64 b) { wins(b); });
      const bool changed = planes_.merge();
      at_.wins = false;
      if (plies_ >= 1 && !changed && plies_ > outside_) return true;
    }
  }

private:
  static constexpr u64 grain = 64, stretch = u64{1} << 14;

  void replay(int plies) {
    for (auto& a : after_)
      if (a) a->add(plies, pool_);
  }

  template <class F> void each_block(const Pause& pause, F&& f) {
    for (u64 first = 0; first < here_.layer.blocks; first += stretch) {
      const u64 last = std::min(here_.layer.blocks, first + stretch);
      pool_.for_ranges(first, last, grain, [&](u64 begin, u64 end, int) {
        for (u64 b = begin; b < end; ++b) f(b);
      });
      pause({SolveProgress::Phase::passes, plies_, here_.slots(), 0, ((last - first) * 2) << pieces_});
    }
  }

  const u64* at(const Pages& plane, u64 b) const { return plane.data() + b * here_.words(); }
  CubeVector undecided(u64 b, int side) const {
    CubeVector v(pieces_);
    const u64 *won = at(here_.won[side], b), *lost = at(planes_.lost[side], b), *fresh = at(planes_.fresh_lost[side], b);
    for (int i = 0; i < v.words(); ++i) v[i] = cube_mask(pieces_) & ~(won[i] | lost[i] | fresh[i]);
    return v;
  }
  bool won_before(u64 b, int side) const { return (planes_.changed[b] >> side & 1) != 0; }
  bool lost_before(u64 b, int side) const { return (planes_.changed[b] >> (2 + side) & 1) != 0; }
  bool places(int side) const { return after_[side] != nullptr; }
  template <class Visitor> void expand(u64 b, Visitor& visitor) const {
    expand_cube(board_, pieces_, b, places(0) || places(1), visitor);
  }

  // Writes down what was found for one cube.
  void record(u64 b, int side, const CubeVector& found, Pages& plane, int flag) {
    u8* const plies = here_.plies(b, side);
    u64* const out = plane.data() + b * here_.words();
    for (int i = 0; i < found.words(); ++i) {
      const u64 bits = found[i];
      if (bits == 0) continue;
      out[i] |= bits;
      planes_.fresh[b] |= static_cast<u8>(1 << flag);
      for (u64 rest = bits; rest != 0; rest &= rest - 1) plies[64 * i + lowest_bit(rest)] = static_cast<u8>(plies_);
    }
  }
  void record_losses(u64 b, int side, const CubeVector& found) { record(b, side, found, planes_.fresh_lost[side], 2 + side); }

  // Who has nothing in hand and no piece that can move has lost.
  void stuck(u64 b) {
    const u32 set = board_.set(pieces_, b);
    for (int s = 0; s < 2; ++s) {
      if (places(s)) continue;
      CubeVector found(pieces_), all(pieces_);
      found.clear();
      found.invert();
      all = found;
      int place = 0;
      for (u32 rest = set; rest != 0; rest &= rest - 1, ++place)
        if (board_.targets(s, rest & (0 - rest), set) != 0) found.remove_owned(all, place, s == 0);
      for (int i = 0; i < found.words(); ++i) found[i] &= cube_mask(pieces_);
      record_losses(b, s, found);
    }
  }

  // Takes away, from what is left of both sides, the colourings from which some turn does what is looked for. `wins`: a turn to a
  // position that the other has lost in one ply less, or a line; else a way out, a turn after which the other has not won yet.
  template <bool wins> struct Search {
    CubeVector left[2]; // undecided, and not yet reached
    CubePasses& all;
    bool open[2];

    Search(CubePasses& passes, u64 b) : left{passes.undecided(b, 0), passes.undecided(b, 1)}, all(passes) { look(); }
    bool look() {
      for (int s = 0; s < 2; ++s) open[s] = left[s].any() != 0;
      return open[0] || open[1];
    }
    bool wants(u64 b) const {
      for (int s = 0; s < 2; ++s)
        if (open[s] && (!wins || all.plies_ == 1 || all.lost_before(b, 1 - s))) return true;
      return false;
    }
    bool wants_placement(u64 b) const {
      for (int s = 0; s < 2; ++s)
        if (open[s] && (!wins || (all.places(s) && all.after_[s]->has(b, false, all.plies_ - 1)))) return true;
      return false;
    }
    void move(const CubeMove& m) {
      CubeVector v(all.pieces_), winning(all.pieces_), losing(all.pieces_);
      const Pages* const planes = wins ? all.planes_.lost : all.here_.won;
      v.load(all.at(planes[1], m.block), all.at(planes[0], m.block), m.at);
      if (all.board_.take_back(m, v, winning, losing)) v.add(wins ? winning : losing);
      if (!wins) v.invert();
      for (int s = 0; s < 2; ++s)
        if ((m.by >> s & 1) != 0) left[s].remove_owned(v, m.piece, s == 0);
      look();
    }
    void place(const CubePlacement& p) {
      CubeVector v(all.pieces_ + 1);
      const u64* from[2] = {nullptr, nullptr};
      for (int s = 0; s < 2; ++s)
        if (all.places(s)) from[s] = wins ? all.after_[s]->lost(p.block) : all.after_[s]->won(p.block);
      v.load(from[0], from[1], p.at);
      p.exchanges.apply(v);
      for (int s = 0; s < 2; ++s) {
        if (!all.places(s) || !open[s]) continue;
        CubeVector half = v.half(all.pieces_, s == 0);
        if (!wins) half.invert();
        left[s].remove(half);
      }
      look();
    }
  };

  void wins(u64 b) {
    Search<true> search(*this, b);
    if (!search.look()) return;
    CubeVector found[2] = {search.left[0], search.left[1]};
    expand(b, search);
    for (int s = 0; s < 2; ++s) {
      found[s].remove(search.left[s]);
      record(b, s, found[s], here_.won[s], s);
    }
  }

  // Whether some turn leads to what the other has won just before: only then a position can be lost now.
  struct Pressed {
    const CubePasses& all;
    mutable bool sides[2] = {false, false};
    explicit Pressed(const CubePasses& passes) : all(passes) {}
    bool wants(u64 b) const {
      for (int s = 0; s < 2; ++s) sides[s] = sides[s] || all.plies_ == 1 || all.won_before(b, 1 - s);
      return false;
    }
    bool wants_placement(u64 b) const {
      for (int s = 0; s < 2; ++s) sides[s] = sides[s] || (all.places(s) && all.after_[s]->has(b, true, all.plies_ - 1));
      return false;
    }
    void move(const CubeMove&) {}
    void place(const CubePlacement&) {}
  };
  void losses(u64 b) {
    Pressed pressed(*this);
    expand(b, pressed);
    if (!pressed.sides[0] && !pressed.sides[1]) return;
    Search<false> search(*this, b);
    for (int s = 0; s < 2; ++s)
      if (!pressed.sides[s]) search.left[s].clear();
    if (!search.look()) return;
    expand(b, search);
    for (int s = 0; s < 2; ++s) record_losses(b, s, search.left[s]);
  }

  const Board& board_;
  CubeValues& here_;
  CubePlanes& planes_;
  CubeProgress& at_;
  int& plies_;
  std::unique_ptr<CubeReplay> after_[2]; // null: nothing in hand
  Pool& pool_;
  int pieces_, outside_ = -1;
};

} // namespace zermelo
