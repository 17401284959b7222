// What a proof search asks of a game: the moves of a position with what they lead to, what the rules say of it, and a key.
//
// The search is about one player, the attacker, who is to force a win; a draw, or play without end, is the other's. Players
// take turns, so who is to move follows from the depth.
#pragma once

#include "game/expand.h"
#include "solve/dfpn/numbers.h"

namespace zermelo {

template <class G>
concept Provable = Text<G> && Claimable<G> && (Hashed<G> || Indexed<G>);

// Whether the game's first numbers tell moves apart so well that those of all moves are added; else the largest stands for them
// (numbers.h).
template <class G> inline constexpr bool adds_up = requires { requires G::adds_up; };

// A game that expands may hand out more than a position, with what it has worked out already: P.
//
// Of a position that the rules settle; {1, 1} of any other.
template <Provable G, class P> Numbers known_numbers(const G& g, const P& p, bool attacker_moves) {
  auto outcome = [&] {
    if constexpr (Expanding<G>) {
      return g.recorded(p);
    } else {
      return settle(g, p).wdl;
    }
  };
  switch (outcome()) {
  case Wdl::win: return granted;
  case Wdl::loss: return refused;
  case Wdl::draw: return attacker_moves ? refused : granted;
  case Wdl::unknown: break;
  }
  return {};
}

// The numbers of a position that nothing is known of but its replies: as the game guesses, or all open ones against whoever must
// refute them all.
template <Provable G, class P> Numbers first_numbers(const G& g, [[maybe_unused]] const P& p, Replies replies) {
  if constexpr (Guessing<G>) {
    const auto [mine, theirs] = g.guess(p, replies);
    return {std::clamp(mine, 1U, Numbers::infinite - 1), std::clamp(theirs, 1U, Numbers::infinite - 1)};
  } else {
    return {1, bounded(replies.open)};
  }
}

// Of a position that is not settled. What is shown depends on whose turn it is, and some games turn the board with the turn.
template <Provable G, class P> Key search_key(const G& g, const P& p, bool attacker_moves) {
  Key key;
  if constexpr (Hashed<G>) {
    key = g.key(p);
  } else {
    KeyMaker maker;
    maker.add(g.rank(p));
    key = maker.key();
  }
  if (attacker_moves) key.low = ~key.low;
  return key;
}

} // namespace zermelo
