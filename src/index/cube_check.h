// The contract check of cubes: over sampled blocks, one colouring at a time and in plain words, they lead where the rules lead.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "game/check/report.h"
#include "index/cubes.h"
#include "index/moved_copy.h"

namespace zermelo {

template <class G>
  requires Cubed<G> && Text<G>
class CubeCheck {
public:
  using Position = PositionOf<G>;

  // The board is a copy like a device's.
  CubeCheck(const G& game, const CheckOptions& options, CheckReport& report)
      : g_(game), options_(options), promises_(game, report), copy_(game.cubes().board()), board_(copy_.get()),
        random_(options.seed) {}

  void run() {
    if (!layers()) return;
    for (u64 i = 0; i < std::min(g_.size(), options_.samples); ++i) {
      const Slot s = g_.size() <= options_.samples ? i : random_() % g_.size();
      if (Position p; g_.unrank(s, p)) visit(p, s);
    }
  }

private:
  void expect(std::string_view name, bool holds, const Position& p) { promises_.expect(name, holds, p); }
  static bool has(u32 colouring, int place) { return (colouring >> place & 1) != 0; }

  bool layers() {
    const auto& all = g_.cubes().layers();
    Slot next = 0;
    bool right = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      right = right && all[i].first == next && all[i].pieces <= most_cube_pieces && !g_.cubes().name(i).empty();
      next += all[i].blocks * 2 << all[i].pieces;
      for (const int after : all[i].after)
        right = right && (after < 0 || (static_cast<std::size_t>(after) < i &&
                                        all[static_cast<std::size_t>(after)].pieces == all[i].pieces + 1));
    }
    right = right && next == g_.size();
    expect("cubes: layers are blocks x 2 x colourings, those that placements lead to first", right, g_.start());
    return right;
  }

  // What a turn comes to: a slot, or the end of the game. Over a symmetric block colourings may stand for each other.
  enum : Slot { wins = no_slot - 1, loses = no_slot - 2 };
  Slot without_images(const CubeLayer& layer, Slot s) const {
    const Slot colourings = (u64{1} << layer.pieces) - 1, within = s - layer.first;
    return g_.cubes().symmetric(layer.pieces, within >> layer.pieces >> 1) ? layer.first + (within | colourings) : s;
  }
  const CubeLayer& layer_of(Slot s) const {
    const auto& all = g_.cubes().layers();
    return *(std::upper_bound(all.begin(), all.end(), s, [](Slot slot, const CubeLayer& l) { return slot < l.first; }) - 1);
  }

  void visit(const Position& p, Slot s) {
    const CubeLayer& layer = layer_of(s);
    const u64 within = s - layer.first, block = within >> layer.pieces >> 1;
    const int side = static_cast<int>(within >> layer.pieces & 1);
    const u32 colouring = static_cast<u32>(within & ((u64{1} << layer.pieces) - 1));
    const u32 set = board_.set(layer.pieces, block);
    expect("cubes: a block has as many squares as pieces", count_ones(set) == layer.pieces, p);
    expect("cubes: side 0 is the first player's", g_.first_to_move(p) == (side == 0), p);
    if (!g_.cubes().symmetric(layer.pieces, block))
      expect("cubes: cube_orbit is the size of a class", orbit(g_, p) == G::cube_orbit, p);
    std::vector<Slot> by_rules, by_cubes;
    MoveListOf<G> list;
    if (g_.outcome(p) == Wdl::unknown) g_.moves(p, list);
    for (const auto& m : list) {
      const Position q = g_.play(p, m);
      if (const Slot t = g_.rank(q); t != no_slot) {
        by_rules.push_back(without_images(layer_of(t), t));
      } else {
        by_rules.push_back(g_.outcome(q) == Wdl::loss ? wins : loses);
      }
    }
    if (const int after = layer.after[static_cast<std::size_t>(side)]; after >= 0)
      placements(g_.cubes().layers()[static_cast<std::size_t>(after)], set, side, colouring, by_cubes);
    moves(layer, set, side, colouring, by_cubes);
    std::sort(by_rules.begin(), by_rules.end());
    std::sort(by_cubes.begin(), by_cubes.end());
    expect("cubes: they lead where the moves lead", by_rules == by_cubes, p);
  }

  // The exchanges bring values from there to here; a colouring goes the other way, from the last to the first.
  static u32 exchanged(const CubeExchanges& e, u32 colouring) {
    for (int i = e.count; i-- > 0;) {
      const int a = e.pairs[i] & 15, b = e.pairs[i] >> 4;
      if (has(colouring, a) != has(colouring, b)) colouring ^= u32{1} << a | u32{1} << b;
    }
    return colouring;
  }
  void push(const CubeLayer& to, u32 block, int side, u32 colouring, std::vector<Slot>& out) const {
    out.push_back(without_images(to, to.first + ((u64{block} * 2 + static_cast<u64>(1 - side)) << to.pieces | colouring)));
  }

  void placements(const CubeLayer& to, u32 set, int side, u32 colouring, std::vector<Slot>& out) const {
    for (u32 rest = board_.all_squares() & ~set; rest != 0; rest &= rest - 1) {
      const u32 square = rest & (0 - rest);
      CubePlacement placement;
      board_.describe_placement(set, square, board_.place(set | square), placement);
      const u32 placed = side == 0 ? u32{1} << (to.pieces - 1) : 0;
      push(to, placement.block, side, exchanged(placement.exchanges, colouring | placed), out);
    }
  }

  void moves(const CubeLayer& layer, u32 set, int side, u32 colouring, std::vector<Slot>& out) const {
    CubeMove m;
    for (u32 rest = set; rest != 0; rest &= rest - 1, ++m.piece) {
      if (has(colouring, m.piece) != (side == 0)) continue;
      m.from = rest & (0 - rest);
      for (u32 to = board_.targets(side, m.from, set); to != 0; to &= to - 1) {
        m.to = to & (0 - to);
        m.by = static_cast<u8>(1 << side);
        const auto place = board_.place((set & ~m.from) | m.to);
        board_.describe(set, place, m);
        const u32 after = flipped(m, side, colouring);
        const Slot end = ended(m, side, colouring, after);
        if (end != no_slot) {
          out.push_back(end);
        } else {
          push(layer, m.block, side, exchanged(m.exchanges, after), out);
        }
      }
    }
  }
  static u32 flipped(const CubeMove& m, int side, u32 colouring) {
    u32 after = colouring;
    for (int i = 0; i < m.runs; ++i) {
      const CubeRun& run = m.run[i];
      int length = 0;
      while (length < run.length && has(colouring, run.pieces[length]) != (side == 0)) ++length;
      for (int j = 0; length < run.length && j < length; ++j) after ^= u32{1} << run.pieces[j];
    }
    return after;
  }
  // New lines end the game: one that loses before one that wins.
  Slot ended(const CubeMove& m, int side, u32 before, u32 after) const {
    auto all_mine = [&](u32 pieces, u32 colouring) { return ((side == 0 ? ~colouring : colouring) & pieces) == 0; };
    Slot end = no_slot;
    for (u64 rest = m.lines; rest != 0; rest &= rest - 1) {
      const int line = lowest_bit(rest);
      const u32 pieces = board_.line_pieces(line, m);
      const bool fresh = (pieces >> m.piece & 1) != 0 || !all_mine(pieces, before);
      if (!fresh || !all_mine(pieces, after)) continue;
      if (board_.loses(line)) return loses;
      end = wins;
    }
    return end;
  }

  const G& g_;
  CheckOptions options_;
  Promises<G> promises_;
  MovedCopy<CubeBoardOf<G>> copy_;
  const CubeBoardOf<G>& board_;
  std::mt19937_64 random_;
};

template <class G>
  requires Cubed<G> && Text<G>
void check_cubes(const G& game, const CheckOptions& options, CheckReport& report) {
  CubeCheck<G>(game, options, report).run();
}

} // namespace zermelo
