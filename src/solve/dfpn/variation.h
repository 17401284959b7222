// A line of play by what the table of a finished search knows: whoever gets what it wants by the move that took least to show,
// the other by the one that took most. It ends with the game, where the table knows no more, or where play returns.
#pragma once

#include <algorithm>
#include <vector>

#include "solve/dfpn/search.h"

namespace zermelo {

template <Provable G, class Node>
std::vector<MoveOf<G>> variation(const G& g, const ProofTable& table, const Node& root, bool attacker_wins) {
  std::vector<MoveOf<G>> line;
  std::vector<PositionOf<G>> played = {root.position};
  for (bool attacker_moves = root.attacker_moves;; attacker_moves = !attacker_moves) {
    const bool prover_moves = attacker_moves == attacker_wins;
    bool found = false;
    u32 best = 0;
    MoveOf<G> move{};
    PositionOf<G> next{};
    each_move(g, played.back(), [&](const MoveOf<G>& m, const auto& q) {
      Numbers n = known_numbers(g, q, !attacker_moves);
      u32 size = 0;
      if (!n.settled()) {
        ProofTable::Entry entry;
        if (!table.find(search_key(g, q, !attacker_moves), entry)) return true;
        n = entry.numbers;
        size = entry.size + 1;
      }
      if (n != (prover_moves ? refused : granted) || (found && (prover_moves ? size >= best : size <= best))) return true;
      found = true;
      best = size;
      move = m;
      next = q;
      return true;
    });
    if (!found || std::find(played.begin(), played.end(), next) != played.end()) return line;
    line.push_back(move);
    played.push_back(next);
    if (known_numbers(g, next, !attacker_moves).settled()) return line;
  }
}

} // namespace zermelo
