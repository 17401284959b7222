// The check of a proof with carriers, in a game of connection (game/connection.h): that one player, the winner, joins his edges.
//
// It knows the winner's stones S and nothing of the search. A claim says: with the stones S the winner joins his edges if he moves
// first (or even if he moves second), and needs no empty cells but those of a carrier. So it holds wherever else the other has stones,
// now or later, and with more stones of the winner's as well. The other's stones are looked at once, at the end: the carrier of the
// whole proof has none of them.
//
//   first     a stone on an empty cell c, and the claim "second" with S + c: its carrier and c
//   second    some claims "first" with S whose carriers have no cell in common: all their carriers. Wherever the other moves, one of
//             them has lost nothing
//   either    S joins the edges: no carrier; or a connection of the edges, made step by step of touch, both and either
//             (solve/connect/virtual_connections.h has them in words)
//
// Carriers are not written: they are made from the leaves upwards. docs/proof-format.md has the bytes and the argument.
#pragma once

#include <span>

#include "game/connection.h"
#include "verify/report.h"

namespace zermelo {

class ProofFile; // table/proof_file.h

class CarrierCheck {
public:
  CarrierCheck(const ConnectionBoard& board, int winner, std::span<const std::byte> bytes)
      : board_(board), winner_(winner), bytes_(bytes) {}

  // Whether the bytes show that the winner wins; false and why() if not.
  bool run(const ConnectionStones& stones, bool winner_moves);
  const std::string& why() const { return why_; }
  const CellSet& carrier() const { return carrier_; }
  u64 moves() const { return moves_; }
  u64 claims() const { return claims_; }
  std::function<bool()> should_stop;

private:
  struct Kept {
    CellSet stones, carrier;
    bool first;
  };
  struct Made { // by a step of a connection
    int a, b;
    bool full;
    CellSet carrier;
  };

  bool fail(const char* why);
  int next();
  bool number(u64& n);
  bool claim(const CellSet& stones, bool first, CellSet& carrier, int depth);
  bool shown(const CellSet& stones, bool first, int byte, CellSet& carrier, int depth);
  bool connection(const CellSet& stones, bool first, CellSet& carrier);
  bool step(const CellSet& stones, const std::vector<int>& chain, std::vector<Made>& made);
  std::vector<int> chains(const CellSet& stones) const; // of each cell and edge: the least of its chain; of an empty cell, itself

  const ConnectionBoard& board_;
  int winner_;
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::vector<Kept> kept_;
  CellSet carrier_;
  u64 moves_ = 0, claims_ = 0;
  std::string why_;
};

// The check of a file. `over`: whether the game is over where it begins; `first_moves`: the first player is to move there.
ProofReport verify_carriers(const ConnectionBoard& board, const ConnectionStones& stones, bool first_moves, bool over,
                            ProofFile& proof, const VerifyOptions& options);

} // namespace zermelo
