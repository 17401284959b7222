// Sequences of fours: the attacker leaves one stone missing from a line at each move, so that the defender has one reply, until a
// line is completed. The shortest sequence is looked for first: its zone is small.
#pragma once

#include "solve/lines/proofs.h"

namespace zermelo {

class Fours {
public:
  Fours(LineState& state, ZoneProofs& proofs) : s_(state), proofs_(proofs), failed_(places) {}

  // A proof for the attacker to move with k hidden stones, or none; `cut` tells whether the limit of nodes was reached.
  ProofId find(int k, u64 most_nodes) {
    k_ = k;
    cut = false;
    ++nodes_;
    if (const int cell = s_.completing_cell(); cell >= 0) return proofs_.line(cell);
    limit_ = nodes_ + most_nodes;
    ++stamp_;
    for (int depth = 1; depth <= deepest; ++depth) {
      bounded_ = false;
      if (const ProofId found = search(depth); found != no_proof) return found;
      if (!bounded_ || cut) break; // deeper there is nothing more
    }
    return no_proof;
  }

  u64 nodes() const { return nodes_; }
  bool cut = false;

private:
  static constexpr int deepest = 20;
  static constexpr std::size_t places = 1U << 13;

  struct Failed {
    u64 hash = 0;
    u32 stamp = 0;
    i32 depth = 0;
  };

  // The attacker is to move; `depth` more fours before the line.
  ProofId search(int depth) {
    ++nodes_;
    if (const int cell = s_.completing_cell(); cell >= 0) return proofs_.line(cell);
    if (depth == 0) {
      bounded_ = bounded_ || s_.any<line_attacker>(s_.tables().length() - 2);
      return no_proof;
    }
    if (nodes_ > limit_) {
      cut = true;
      return no_proof;
    }
    int forced = -1;
    if (!s_.each<line_defender>(s_.tables().length() - 1, [&](std::size_t w) {
          const int cell = s_.missing(w);
          const bool one = forced < 0 || forced == cell;
          forced = cell;
          return one;
        }))
      return no_proof;
    Failed& failed = failed_[s_.hash() & (places - 1)];
    const u64 hash = s_.hash();
    if (failed.hash == hash && failed.stamp == stamp_ && failed.depth >= depth) return no_proof;
    const bool bounded_before = std::exchange(bounded_, false);
    ProofId found = no_proof;
    CellSet tried;
    // The windows change while stones are put: a copy of those with two cells missing.
    std::array<u16, 64> windows;
    std::size_t n = 0;
    s_.each<line_attacker>(s_.tables().length() - 2, [&](std::size_t w) {
      windows[n++] = static_cast<u16>(w);
      return n < windows.size();
    });
    for (std::size_t i = 0; i < n && found == no_proof && !cut; ++i)
      for (const u8 cell : s_.tables().cells_of(windows[i])) {
        if (!s_.is_empty(cell) || tried.has(cell) || (forced >= 0 && cell != forced)) continue;
        tried.add(cell);
        found = four(cell, depth);
        if (found != no_proof || cut) break;
      }
    if (found == no_proof && !cut) failed = {hash, stamp_, bounded_ ? depth : deepest};
    bounded_ = bounded_ || bounded_before;
    return found;
  }

  ProofId four(int cell, int depth) {
    ProofId found = no_proof;
    s_.put<line_attacker>(cell);
    if (const int reply = s_.completing_cell(); reply >= 0 && !s_.defender_completes()) {
      s_.put<line_defender>(reply);
      const ProofId answer = search(depth - 1);
      s_.take<line_defender>(reply);
      if (answer != no_proof) found = proofs_.move(s_, k_, cell, proofs_.line(reply), std::span(&answer, 1));
    }
    s_.take<line_attacker>(cell);
    return found;
  }

  LineState& s_;
  ZoneProofs& proofs_;
  std::vector<Failed> failed_;
  u32 stamp_ = 0;
  u64 nodes_ = 0, limit_ = 0;
  int k_ = 0;
  bool bounded_ = false; // some line of fours was left because of the depth
};

} // namespace zermelo
