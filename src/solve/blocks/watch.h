// When positions of interest were decided. Passes keep values, not distances; so the initial position and those behind its moves
// are looked at after every pass.
#pragma once

#include <algorithm>

#include "game/concepts.h"
#include "index/blocks.h"
#include "table/findings.h"

namespace zermelo {

template <Blocked G, class S> class BlockWatch {
public:
  explicit BlockWatch(const G& g) {
    add(g, "", g.start());
    if (g.outcome(g.start()) != Wdl::unknown) return;
    MoveListOf<G> moves;
    g.moves(g.start(), moves);
    for (const auto& m : moves) add(g, g.move_name(g.start(), m), g.play(g.start(), m));
  }

  // After a pass; read(plane, word) gives a word of the plane of wins (1) or losses (0).
  template <class Read> void look(int mover, i32 plies, Read&& read) {
    for (One& one : all_) {
      if (one.value.known() || one.slot == no_slot) continue;
      const u32 shape = mover == 1 ? one.won_shape : one.lost_shape, n = mover == 1 ? one.won_string : one.lost_string;
      if ((read(mover, u64{shape} * S::words + n / 64) >> (n % 64) & 1) != 0)
        one.value = mover == 1 ? win_in(plies) : loss_in(plies);
    }
  }

  // What is not decided when the passes are over is a draw.
  Value initial() const { return value(all_[0]); }
  std::vector<Findings::Move> moves() const {
    std::vector<Findings::Move> out;
    out.reserve(all_.size());
    for (std::size_t i = 1; i < all_.size(); ++i) out.push_back({all_[i].move, value_of_move_to(value(all_[i]))});
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return better(a.value, b.value); });
    return out;
  }

  // For checkpoints: the plies at which each was decided so far, -1 if not.
  std::vector<i32> save() const {
    std::vector<i32> plies;
    plies.reserve(all_.size());
    for (const One& one : all_) plies.push_back(one.value.known() ? one.value.plies : -1);
    return plies;
  }
  bool load(const std::vector<i32>& plies) {
    if (plies.size() != all_.size()) return false;
    for (std::size_t i = 0; i < plies.size(); ++i)
      if (all_[i].slot != no_slot && plies[i] >= 0) all_[i].value = plies[i] % 2 == 1 ? win_in(plies[i]) : loss_in(plies[i]);
    return true;
  }

private:
  struct One {
    std::string move;
    Slot slot;
    Value value;
    u32 won_shape, won_string, lost_shape, lost_string;
  };

  static Value value(const One& one) { return one.value.known() ? one.value : draw_value; }

  void add(const G& g, std::string move, const PositionOf<G>& p) {
    One one{std::move(move), g.rank(p), {}, 0, 0, 0, 0};
    if (one.slot == no_slot) {
      one.value = settle(g, p);
    } else {
      one.won_shape = static_cast<u32>(one.slot / S::size);
      one.won_string = static_cast<u32>(one.slot % S::size);
      const BlockTurn turn = g.blocks().turned(one.won_shape);
      TurnedStrings<S> turned;
      turned.turn(turn);
      one.lost_shape = turn.shape;
      one.lost_string = turned(one.won_string);
    }
    all_.push_back(std::move(one));
  }

  std::vector<One> all_; // the initial position first
};

} // namespace zermelo
