// An index in layers: play never comes back to a layer that it has left, so layers are solved one after the other.
//
// A game offers
//
//   layers()              stretches of slots that follow each other and cover the index; a move stays in its layer or leads to an
//                         earlier one
//   split(p, emit)        emit(slot) for every successor in an earlier layer, any number of times; returns how many different
//                         successors are in the layer of p. Nothing at all: the side to move has lost.
//   each_return(p, emit)  emit(slot) once for every position of the layer of p that has a move to p. Positions that have no
//                         successor in their layer may be emitted as well: the solver knows them.
//
// Every successor of a position that is not settled is in the index: a layer has no other way to tell its value. Slots may be
// empty, if neither function emits them. A finished position whose mover has not lost for want of a move (a win in 0, a draw) may
// stand in a layer if the game has `settle` and tells it; split is not asked about what is settled, each_return is.
//
// The slots of a layer before `second` are positions in which the side that its name says first is to move, those from there on
// have the other to move; second = last where the name does not tell them apart.
#pragma once

#include <string>
#include <vector>

#include "game/concepts.h"

namespace zermelo {

struct TableLayer {
  Slot first = 0, second = 0, last = 0; // last is the next layer's first
  std::string name;
  u64 slots() const { return last - first; }
};

template <class G>
concept LayeredTable = Indexed<G> && requires(const G& g, const PositionOf<G>& p, void (*emit)(Slot)) {
  { g.layers() } -> std::convertible_to<const std::vector<TableLayer>&>;
  { g.split(p, emit) } -> std::same_as<u32>;
  { g.each_return(p, emit) } -> std::same_as<void>;
};

} // namespace zermelo
