// The passes over one layer. Pass d finds what is decided in exactly d plies: losses, where every turn leads to a position that
// the other has won in fewer, or to a line that loses; and wins, from positions that the other has lost in d - 1. Losses are
// looked for first and put aside, so that the wins of the same pass do not see them: passes are exact, in place, on any number of
// threads. Layers that placements lead to are finished; their plies tell what was decided by when.
#pragma once

#include "solve/cells.h"
#include "solve/cubes/turns.h"

namespace zermelo {

template <Cubed G> class CubePasses {
public:
  using After = std::array<const CubeValues*, 2>; // the layer that a placement by each player leads to, if any

  CubePasses(const G& g, CubeValues& here, CubePlanes& planes, const After& after, Pool& pool)
      : cubes_(g.cubes()), here_(here), planes_(planes), after_(after), pool_(pool), turns_(here.layer.pieces) {}

  // pause(plies, blocks done, blocks just done) is called now and then.
  template <class Pause> void run(Pause&& pause) {
    std::fill_n(here_.plies(), here_.slots(), CubeValues::open);
    int outside = -1;
    for (const CubeValues* a : after_)
      if (a != nullptr) outside = std::max(outside, a->longest());
    for (plies_ = 0;; ++plies_) {
      if (plies_ == CubeValues::open) throw NeedsWideCells{};
      each_block(pause, [this](u64 b) { plies_ == 0 ? stuck(b) : losses(b); });
      if (plies_ > 0) each_block(pause, [this](u64 b) { wins(b); });
      bool changed = false;
      for (u64 b = 0; b < here_.layer.blocks; ++b) {
        changed = changed || planes_.fresh[b] != 0;
        for (int s = 0; s < 2; ++s)
          if ((planes_.fresh[b] >> (2 + s) & 1) != 0) merge(b, s);
      }
      planes_.changed.swap(planes_.fresh);
      std::fill(planes_.fresh.begin(), planes_.fresh.end(), u8{0});
      if (plies_ >= 1 && !changed && plies_ > outside) return;
    }
  }

private:
  static constexpr u64 grain = 64, stretch = u64{1} << 14;

  template <class Pause, class F> void each_block(Pause& pause, F&& f) {
    for (u64 first = 0; first < here_.layer.blocks; first += stretch) {
      const u64 last = std::min(here_.layer.blocks, first + stretch);
      pool_.for_ranges(first, last, grain, [&](u64 begin, u64 end, int) {
        for (u64 b = begin; b < end; ++b) f(b);
      });
      pause(plies_, last, last - first);
    }
  }

  int words() const { return static_cast<int>(here_.words()); }
  u64 undecided(u64 b, int side, int i) const {
    const u64 at = b * here_.words() + static_cast<u64>(i);
    return cube_mask(here_.layer.pieces) & ~(here_.won[side][at] | planes_.lost[side][at] | planes_.fresh_lost[side][at]);
  }
  bool won_before(u64 b, int side) const { return (planes_.changed[b] >> side & 1) != 0; }
  bool lost_before(u64 b, int side) const { return (planes_.changed[b] >> (2 + side) & 1) != 0; }

  // Writes down what was found for one cube.
  void record(u64 b, int side, const CubeVector& found, Pages& plane, int flag) {
    u8* const plies = here_.plies(b, side);
    u64* const out = plane.data() + b * here_.words();
    for (int i = 0; i < words(); ++i) {
      const u64 bits = found.w[static_cast<std::size_t>(i)];
      if (bits == 0) continue;
      out[i] |= bits;
      planes_.fresh[b] |= static_cast<u8>(1 << flag);
      for (u64 rest = bits; rest != 0; rest &= rest - 1) plies[64 * i + lowest_bit(rest)] = static_cast<u8>(plies_);
    }
  }
  void record_losses(u64 b, int side, const CubeVector& found) { record(b, side, found, planes_.fresh_lost[side], 2 + side); }

  void merge(u64 b, int side) {
    for (u64 i = b * here_.words(); i < (b + 1) * here_.words(); ++i) {
      planes_.lost[side][i] |= planes_.fresh_lost[side][i];
      planes_.fresh_lost[side][i] = 0;
    }
  }

  struct Looking { // at no turn in particular
    bool wants(u64) const { return false; }
    bool wants_placement(u64) const { return false; }
    void move(const CubeMove&) {}
    void place(const CubePlacement&) {}
  };

  // Who has nothing in hand and no piece that can move has lost.
  struct Mobile : Looking {
    u32 pieces[2] = {0, 0};
    bool wants(u64) const { return true; }
    void move(const CubeMove& m) {
      for (int s = 0; s < 2; ++s)
        if (m.by[static_cast<std::size_t>(s)]) pieces[s] |= u32{1} << m.piece;
    }
  };
  void stuck(u64 b) {
    if (after_[0] != nullptr && after_[1] != nullptr) return;
    Mobile mobile;
    cubes_.expand(here_.layer.pieces, b, mobile);
    for (int s = 0; s < 2; ++s) {
      if (after_[static_cast<std::size_t>(s)] != nullptr) continue;
      CubeVector found;
      for (int i = 0; i < words(); ++i) {
        u64 none = cube_mask(here_.layer.pieces);
        for (u32 rest = mobile.pieces[s]; rest != 0; rest &= rest - 1) none &= ~owned_word(lowest_bit(rest), s == 0, i);
        found.w[static_cast<std::size_t>(i)] = none;
      }
      record_losses(b, s, found);
    }
  }

  // Reached: colourings from which some turn does what is looked for.
  struct Search {
    CubePasses& all;
    bool open[2];
    CubeVector left[2]; // undecided, and not yet reached

    Search(CubePasses& passes, u64 b) : all(passes) {
      for (int s = 0; s < 2; ++s) {
        u64 any = 0;
        for (int i = 0; i < all.words(); ++i) any |= left[s].w[static_cast<std::size_t>(i)] = all.undecided(b, s, i);
        open[s] = any != 0;
      }
    }
    void reach(int s, const CubeVector& v) {
      u64 any = 0;
      for (int i = 0; i < all.words(); ++i) any |= left[s].w[static_cast<std::size_t>(i)] &= ~v.w[static_cast<std::size_t>(i)];
      open[s] = any != 0;
    }
    // Only where the piece is the mover's.
    void own(const CubeMove& m, int s, CubeVector& v) const {
      for (int i = 0; i < all.words(); ++i) v.w[static_cast<std::size_t>(i)] &= owned_word(m.piece, s == 0, i);
    }
    void load(const Pages& plane, u64 b, CubeVector& v) const {
      std::copy_n(plane.data() + b * all.here_.words(), all.words(), v.w.begin());
    }
    // Of a finished layer: word(plies, count, won) makes the words.
    template <class Word> static void load_outside(const CubeValues& from, u64 b, int s, CubeVector& v, Word&& word) {
      const u8* const at = from.plies(b, s);
      const int n = from.layer.pieces, count = n >= 6 ? 64 : 1 << n;
      for (int i = 0; i < cube_words(n); ++i)
        v.w[static_cast<std::size_t>(i)] =
            word(at + std::ptrdiff_t{64} * i, count, from.won[s][b * from.words() + static_cast<u64>(i)]);
    }
  };

  // A turn to a position that the other has lost in one ply less, or a line.
  struct Wins : Search {
    using Search::Search;
    bool useful(u64 b, int s) const { return this->open[s] && (this->all.plies_ == 1 || this->all.lost_before(b, 1 - s)); }
    bool outside(u64 b, int s) const {
      const CubeValues* const a = this->all.after_[static_cast<std::size_t>(s)];
      return a != nullptr && this->open[s] && a->has(b, 1 - s, false, this->all.plies_ - 1);
    }
    bool wants(u64 b) const { return useful(b, 0) || useful(b, 1); }
    bool wants_placement(u64 b) const { return outside(b, 0) || outside(b, 1); }
    void move(const CubeMove& m) {
      for (int s = 0; s < 2; ++s) {
        if (!m.by[static_cast<std::size_t>(s)] || !useful(m.block, s)) continue;
        CubeVector v;
        typename CubeTurns::Ends ends;
        this->load(this->all.planes_.lost[1 - s], m.block, v);
        this->all.turns_.take_back(m, s == 0, v, ends);
        if (ends.any)
          for (int i = 0; i < this->all.words(); ++i)
            v.w[static_cast<std::size_t>(i)] |= ends.wins.w[static_cast<std::size_t>(i)];
        this->own(m, s, v);
        this->reach(s, v);
      }
    }
    void place(const CubePlacement& p) {
      for (int s = 0; s < 2; ++s) {
        if (!outside(p.block, s)) continue;
        CubeVector v;
        this->load_outside(*this->all.after_[static_cast<std::size_t>(s)], p.block, 1 - s, v,
                           [this](const u8* at, int count, u64 won) {
                             return bytes_within<Bound::equal>(at, count, static_cast<u8>(this->all.plies_ - 1)) & ~won;
                           });
        this->all.turns_.take_back(p, s == 0, v);
        this->reach(s, v);
      }
    }
  };
  void wins(u64 b) {
    Wins search(*this, b);
    if (!search.open[0] && !search.open[1]) return;
    const CubeVector before[2] = {search.left[0], search.left[1]};
    cubes_.expand(here_.layer.pieces, b, search);
    for (int s = 0; s < 2; ++s) {
      CubeVector found;
      for (int i = 0; i < words(); ++i)
        found.w[static_cast<std::size_t>(i)] =
            before[s].w[static_cast<std::size_t>(i)] & ~search.left[s].w[static_cast<std::size_t>(i)];
      record(b, s, found, here_.won[s], s);
    }
  }

  // Whether some turn leads to what the other has won just before: only then a position can be lost now.
  struct Pressed : Looking {
    const CubePasses& all;
    mutable bool sides[2] = {false, false};
    explicit Pressed(const CubePasses& passes) : all(passes) {}
    bool wants(u64 b) const {
      for (int s = 0; s < 2; ++s) sides[s] = sides[s] || all.plies_ == 1 || all.won_before(b, 1 - s);
      return false;
    }
    bool wants_placement(u64 b) const {
      for (int s = 0; s < 2; ++s) {
        const CubeValues* const a = all.after_[static_cast<std::size_t>(s)];
        sides[s] = sides[s] || (a != nullptr && a->has(b, 1 - s, true, all.plies_ - 1));
      }
      return false;
    }
  };
  // A turn after which the other has not won yet.
  struct Escapes : Search {
    using Search::Search;
    bool wants(u64) const { return this->open[0] || this->open[1]; }
    bool wants_placement(u64) const { return wants(0); }
    void move(const CubeMove& m) {
      for (int s = 0; s < 2; ++s) {
        if (!m.by[static_cast<std::size_t>(s)] || !this->open[s]) continue;
        CubeVector v;
        typename CubeTurns::Ends ends;
        this->load(this->all.here_.won[1 - s], m.block, v);
        this->all.turns_.take_back(m, s == 0, v, ends);
        for (int i = 0; i < this->all.words(); ++i) {
          const auto n = static_cast<std::size_t>(i);
          v.w[n] = ~(ends.any ? v.w[n] | ends.loses.w[n] : v.w[n]);
        }
        this->own(m, s, v);
        this->reach(s, v);
      }
    }
    void place(const CubePlacement& p) {
      for (int s = 0; s < 2; ++s) {
        const CubeValues* const a = this->all.after_[static_cast<std::size_t>(s)];
        if (a == nullptr || !this->open[s]) continue;
        CubeVector v;
        this->load_outside(*a, p.block, 1 - s, v, [this](const u8* at, int count, u64 won) {
          return won == 0 ? 0 : bytes_within<Bound::at_most>(at, count, static_cast<u8>(this->all.plies_ - 1)) & won;
        });
        this->all.turns_.take_back(p, s == 0, v);
        for (int i = 0; i < this->all.words(); ++i) v.w[static_cast<std::size_t>(i)] = ~v.w[static_cast<std::size_t>(i)];
        this->reach(s, v);
      }
    }
  };
  void losses(u64 b) {
    Pressed pressed(*this);
    cubes_.expand(here_.layer.pieces, b, pressed);
    if (!pressed.sides[0] && !pressed.sides[1]) return;
    Escapes search(*this, b);
    for (int s = 0; s < 2; ++s) search.open[s] = search.open[s] && pressed.sides[s];
    if (!search.open[0] && !search.open[1]) return;
    const bool asked[2] = {search.open[0], search.open[1]};
    cubes_.expand(here_.layer.pieces, b, search);
    for (int s = 0; s < 2; ++s)
      if (asked[s]) record_losses(b, s, search.left[s]);
  }

  const CubesOf<G>& cubes_;
  CubeValues& here_;
  CubePlanes& planes_;
  After after_;
  Pool& pool_;
  CubeTurns turns_;
  int plies_ = 0;
};

} // namespace zermelo
