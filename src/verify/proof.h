// The check of a proof: the rules, and nothing else. At each position of the player for whom something is shown the proof names
// one move; every reply of the other is looked at. A position that was seen before is not followed again. Where a move of the
// former ends the game as it should, the checker finds it itself and asks for none.
//
// Positions seen before are known by 128 bits of a hash of their text, one of each class of symmetric positions: 10^9 of them
// share one with a probability of 10^-21. It holds for games whose positions never return: each line of play ends.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>

#include "base/key.h"
#include "base/units.h"
#include "game/concepts.h"
#include "table/proof_file.h"

namespace zermelo {

struct ProofReport {
  u64 choices = 0;   // moves that the proof named
  u64 positions = 0; // looked at
  bool holds = false;
  std::string why; // not, and where
};

template <Text G> class ProofCheck {
public:
  ProofCheck(const G& g, const PositionOf<G>& root, ProofFile& proof, u64 memory)
      : g_(g), root_(root), proof_(proof), most_seen_(memory / bytes_each) {}

  std::function<bool()> should_stop;

  ProofReport run() {
    const ProofHeader& h = proof_.header();
    if (!proof_.as_written()) {
      report_.why = "its moves are not those that it was written with";
      return report_;
    }
    prover_wins_ = h.attacker_wins;
    const bool prover_moves = h.attacker_wins == h.mover_attacks;
    const Wdl over = g_.outcome(root_);
    if (over != Wdl::unknown) {
      report_.holds = good(over, prover_moves);
      if (!report_.holds) report_.why = "the game is over, and not as it is claimed";
    } else {
      report_.holds = prover_moves ? choice(root_) : replies(root_);
    }
    if (report_.holds && !(proof_.at_end() && report_.choices == h.choices))
      fail("the proof has moves that nobody asks for", root_);
    return report_;
  }

private:
  static constexpr u64 bytes_each = 64; // of a position seen, with what the set needs

  // Whether an end of the game, as the side to move sees it, is what was to be shown.
  bool good(Wdl over, bool prover_moves) const {
    if (over == Wdl::draw) return !prover_wins_;
    return over == (prover_moves ? Wdl::win : Wdl::loss);
  }

  bool fail(const std::string& why, const PositionOf<G>& p) {
    report_.holds = false;
    if (report_.why.empty()) report_.why = why + ": " + g_.print(p);
    return false;
  }

  // The prover is to move; the game goes on.
  bool choice(const PositionOf<G>& p) {
    if (!seen_.insert(exact_key(p)).second) return true;
    if (seen_.size() > most_seen_)
      throw Error(Exit::resources, "the proof has more positions than " + bytes(most_seen_ * bytes_each) + " of memory hold");
    ++report_.positions;
    if ((report_.positions & 1023) == 0 && should_stop && should_stop())
      throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
    MoveListOf<G> moves;
    g_.moves(p, moves);
    for (const auto& m : moves)
      if (const Wdl over = g_.outcome(g_.play(p, m)); over != Wdl::unknown && good(over, false)) return true;
    u64 named = 0;
    if (!proof_.next(named)) return fail("the proof ends where a move is needed", p);
    ++report_.choices;
    if (named >= static_cast<u64>(moves.size())) return fail("the proof names a move that does not exist", p);
    const PositionOf<G> q = g_.play(p, moves[static_cast<int>(named)]);
    if (g_.outcome(q) != Wdl::unknown) return fail("the move that the proof names ends the game, and not as it should", p);
    return replies(q);
  }

  // The other is to move; the game goes on.
  bool replies(const PositionOf<G>& p) {
    ++report_.positions;
    MoveListOf<G> moves;
    g_.moves(p, moves);
    for (const auto& m : moves) {
      const PositionOf<G> q = g_.play(p, m);
      const Wdl over = g_.outcome(q);
      if (over == Wdl::unknown ? !choice(q) : !good(over, true)) return fail("a reply is not answered", q);
    }
    return true;
  }

  Key exact_key(const PositionOf<G>& p) const {
    const std::string text = g_.print(canonical(g_, p));
    KeyMaker maker;
    for (std::size_t at = 0; at < text.size(); at += sizeof(u64)) {
      u64 word = 0;
      for (std::size_t i = at; i < text.size() && i < at + sizeof(u64); ++i) word = word << 8 | static_cast<u8>(text[i]);
      maker.add(word);
    }
    maker.add(text.size());
    return maker.key();
  }

  struct Hash {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.high); }
  };

  G g_;
  PositionOf<G> root_;
  ProofFile& proof_;
  u64 most_seen_;
  bool prover_wins_ = true;
  std::unordered_set<Key, Hash> seen_;
  ProofReport report_;
};

} // namespace zermelo
