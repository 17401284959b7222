// Takes the proof of a claim out of an exact search: for each position of the prover's a move that keeps it. What the table does not hold,
// as all that lies near the end, is searched again.
#pragma once

#include "game/at_least.h"
#include "solve/exact/search.h"
#include "solve/proof_walk.h"

namespace zermelo {

// Claimed is the game as the checker of the proof sees it: AtLeast of a game of scores, else the game itself, about wins.
template <ListedToTheEnd G, Text Claimed> class ExactProof {
public:
  ExactProof(const G& g, const Claimed& claimed, ExactSearch<G>& search, const ProveOptions& options, bool attacker_wins)
      : g_(g), claimed_(claimed), search_(search), ends_(claimed, {}), walk_(claimed, ends_, options.should_stop),
        attacker_wins_(attacker_wins) {}

  ChoiceWriter make(const PositionOf<Claimed>& root, bool prover_moves) {
    search_.begin();
    return walk_.run(root, prover_moves, [this](const PositionOf<Claimed>& p, ChoiceWriter& out, PositionOf<Claimed>& next) {
      if (!list(p)) return false;
      const Listed& m = good_move(p);
      out.put(m.number);
      next = m.position;
      return true;
    });
  }

private:
  struct Listed {
    u64 number; // among all moves
    PositionOf<Claimed> position;
  };

  // The prover's moves after which the proof goes on; false if one ends it as it should.
  bool list(const PositionOf<Claimed>& p) {
    moves_.clear();
    bool ends = false;
    u64 n = 0;
    each_move(claimed_, p, [&](const auto&, const PositionOf<Claimed>& q) {
      const Wdl over = ends_(q);
      ends = over == Wdl::loss || (over == Wdl::draw && !attacker_wins_);
      if (over == Wdl::unknown) moves_.push_back({n, q});
      ++n;
      return !ends;
    });
    return !ends;
  }

  const Listed& good_move(const PositionOf<Claimed>& p) {
    if (const Listed* m = known_move()) return *m;
    // A search of the position looks at its best moves first, and leaves what it finds in the table.
    if (search_.keeps(position(moves_.front().position)) && !settle(g_, position(p)).known()) {
      ask(position(p), bound(p, attacker_wins_ ? 1 : 0));
      if (const Listed* m = known_move()) return *m;
    }
    for (const Listed& m : moves_)
      if (falls_short(m.position)) return m;
    throw Error(Exit::runtime, "no move is good where the search said that one is: " + claimed_.print(p));
  }

  // Of those that the table has as good the one that took least.
  const Listed* known_move() const {
    const Listed* best = nullptr;
    u32 least = ~u32{0};
    for (const Listed& m : moves_) {
      typename ExactSearch<G>::Bounds b;
      u32 size = 0;
      if (!search_.find(position(m.position), b, &size) || b.high >= enough(m.position) || size >= least) continue;
      best = &m;
      least = size;
    }
    return best;
  }

  // Whether the other, who is to move, does not get what he wants.
  bool falls_short(const PositionOf<Claimed>& p) {
    if (const Value v = settle(g_, position(p)); v.known()) return Scale<G>::of(v) < enough(p);
    return ask(position(p), enough(p)) < enough(p);
  }
  i32 enough(const PositionOf<Claimed>& p) const { return bound(p, attacker_wins_ ? 0 : 1); }

  i32 ask(const PositionOf<G>& p, i32 least) {
    auto go_on = [this] { return walk_.stop_if_asked(), true; };
    return search_.at_least(p, least, go_on);
  }

  static const PositionOf<G>& position(const PositionOf<Claimed>& p) {
    if constexpr (Paying<G>) {
      return p.position;
    } else {
      return p;
    }
  }
  // What the side to move must get: the score that its position names, or so much of wins and losses.
  static i32 bound(const PositionOf<Claimed>& p, i32 of_wins) {
    if constexpr (Paying<G>) {
      return static_cast<i32>(p.bound);
    } else {
      return of_wins;
    }
  }

  const G& g_;
  const Claimed& claimed_;
  ExactSearch<G>& search_;
  Ends<Claimed> ends_;
  ProofWalk<Claimed> walk_;
  bool attacker_wins_;
  std::vector<Listed> moves_; // of the position at hand
};

} // namespace zermelo
