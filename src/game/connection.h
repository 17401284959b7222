// Games of connection: a move puts one stone of the mover on any empty cell, nothing is ever moved or taken, and whoever joins his
// two edges by a chain of his stones has won. On a full board exactly one player has. Hex, and its relatives on other graphs.
//
//   connections()   the board: which cells touch each other, and which touch the edges; part of the format of proofs
//   joining(p)      the stones at p, while every turn puts a stone; nothing where a turn may be something else (a swap)
//
// An engine that knows a board so needs nothing else of a game (solve/connect, verify/connection_proof.h).
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "game/cell_set.h"
#include "game/concepts.h"

namespace zermelo {

struct ConnectionBoard {
  static constexpr int most_cells = 240; // a cell is a byte of a proof, and some bytes mean something else

  int cells = 0;
  std::vector<CellSet> next; // of each cell: those that touch it
  CellSet edges[2][2];       // of the first player and of the second: the cells that touch the one edge, and the other
  std::vector<std::vector<u8>> symmetries; // where each cell goes; each takes a player's two edges to his two edges

  // Whether the stones of a player hold a chain between his edges.
  bool joined(const CellSet& stones, int player) const {
    return !(reached(stones & edges[player][0], stones) & edges[player][1]).empty();
  }
  // Whether the chain through the stone on `cell` does.
  bool joined_through(const CellSet& stones, int player, int cell) const {
    CellSet one;
    one.add(cell);
    const CellSet chain = reached(one, stones);
    return !(chain & edges[player][0]).empty() && !(chain & edges[player][1]).empty();
  }

private:
  CellSet reached(CellSet from, const CellSet& within) const {
    for (CellSet edge = from; !edge.empty();) {
      CellSet more;
      edge.each([&](int cell) { more |= next[static_cast<std::size_t>(cell)]; });
      more &= within;
      for (std::size_t i = 0; i < more.words.size(); ++i) more.words[i] &= ~from.words[i];
      from |= more;
      edge = more;
    }
    return from;
  }
};

// Bytes of a proof with carriers that are no cells (docs/proof-format.md).
namespace carrier_bytes {
inline constexpr int connection = 240, keep = 241, kept = 242; // what a claim begins with, where not with a move or a number
inline constexpr int touch = 0, both = 1, either = 2;          // the steps of a connection
} // namespace carrier_bytes

struct ConnectionStones {
  CellSet of[2]; // of the first player and of the second
};

template <class G>
concept Connecting = Text<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.connections() } -> std::same_as<const ConnectionBoard&>;
  { g.joining(p) } -> std::same_as<std::optional<ConnectionStones>>;
};

} // namespace zermelo
