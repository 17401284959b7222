// The moves of a position with what they lead to, in the order of moves(), as quickly as the game can.
#pragma once

#include <cstring>

#include "base/key.h"
#include "game/concepts.h"

namespace zermelo {

// Calls f(move, position after it) until it says false. A game that expands may hand out more than a position, and be asked to
// go on from that: P.
template <Rules G, class P, class F> void each_move(const G& g, const P& p, F&& f) {
  if constexpr (Expanding<G>) {
    g.expand(p, f);
  } else {
    MoveListOf<G> moves;
    g.moves(p, moves);
    for (const auto& m : moves)
      if (!f(m, g.play(p, m))) return;
  }
}

// How the game ended, as far as it can be told without looking for moves; who has none has lost.
template <Rules G, class P> Wdl recorded(const G& g, const P& p) {
  if constexpr (Expanding<G>) {
    return g.recorded(p);
  } else {
    return g.outcome(p);
  }
}

// 128 bits of a hash of a position itself: 10^9 of them share one with a probability of 10^-21.
template <Text G> Key position_key(const G& /*game*/, const PositionOf<G>& p) {
  static_assert(std::has_unique_object_representations_v<PositionOf<G>>);
  KeyMaker maker;
  for (std::size_t at = 0; at < sizeof p; at += sizeof(u64)) {
    u64 word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(&p) + at, std::min(sizeof(u64), sizeof p - at));
    maker.add(word);
  }
  maker.add(sizeof p);
  return maker.key();
}

// The same of one of each class of symmetric positions.
template <Text G> Key exact_key(const G& g, const PositionOf<G>& p) { return position_key(g, canonical(g, p)); }

} // namespace zermelo
