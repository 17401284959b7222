// Takes the proof of a claim out of an exact search: for each position of the prover's a move that keeps it. What the table does not hold,
// as all that lies near the end, is searched again.
#pragma once

#include <memory>

#include "game/at_least.h"
#include "solve/exact/search.h"
#include "solve/proof_walk.h"

namespace zermelo {

// Claimed is the game as the checker of the proof sees it: AtLeast of a game of scores, else the game itself, about wins.
template <ListedToTheEnd G, Text Claimed> class ExactProof {
public:
  // One search for each thread.
  ExactProof(const G& g, const Claimed& claimed, const std::vector<std::unique_ptr<ExactSearch<G>>>& searches, ProofTable& table,
             const ProveOptions& options, bool attacker_wins)
      : g_(g), claimed_(claimed), searches_(searches), moves_(searches.size()), watch_(options, table.bytes()),
        walk_(claimed, without_tables(options, searches.size()), watch_), attacker_wins_(attacker_wins) {
    if (options.table == nullptr) // else others have it, too
      watch_.make_room = [&table] { return table.halve([](const ProofTable::Entry& e) { return e.size; }); };
  }

  ChoiceWriter make(const PositionOf<Claimed>& root, bool prover_moves) {
    for (const auto& search : searches_) search->begin();
    return walk_.run(root, prover_moves,
                     [this](int worker, const PositionOf<Claimed>& p, typename ProofWalk<Claimed>::Answer& a) {
                       const auto thread = static_cast<std::size_t>(worker);
                       if (!list(p, worker)) return false;
                       const Listed& m = good_move(p, thread);
                       a.move = m.number;
                       a.next = m.position;
                       return true;
                     });
  }

private:
  static ProveOptions without_tables(ProveOptions options, std::size_t threads) {
    options.threads = static_cast<int>(threads);
    options.lean_on = nullptr;
    return options;
  }

  struct Listed {
    u64 number; // among all moves
    PositionOf<Claimed> position;
  };

  // The prover's moves after which the proof goes on; false if one ends it as it should.
  bool list(const PositionOf<Claimed>& p, int worker) {
    std::vector<Listed>& moves = moves_[static_cast<std::size_t>(worker)];
    moves.clear();
    bool ends = false;
    u64 n = 0;
    each_move(claimed_, p, [&](const auto&, const PositionOf<Claimed>& q) {
      const Wdl over = walk_.ends(worker)(q);
      ends = over == Wdl::loss || (over == Wdl::draw && !attacker_wins_);
      if (over == Wdl::unknown) moves.push_back({n, q});
      ++n;
      return !ends;
    });
    return !ends;
  }

  const Listed& good_move(const PositionOf<Claimed>& p, std::size_t thread) {
    const std::vector<Listed>& moves = moves_[thread];
    if (const Listed* m = known_move(thread)) return *m;
    // A search of the position looks at its best moves first, and leaves what it finds in the table.
    if (searches_[thread]->keeps(position(moves.front().position)) && !settle(g_, position(p)).known()) {
      ask(position(p), bound(p, attacker_wins_ ? 1 : 0), thread);
      if (const Listed* m = known_move(thread)) return *m;
    }
    for (const Listed& m : moves)
      if (falls_short(m.position, thread)) return m;
    throw Error(Exit::runtime, "no move is good where the search said that one is: " + claimed_.print(p));
  }

  // Of those that the table has as good the one that took least.
  const Listed* known_move(std::size_t thread) const {
    const Listed* best = nullptr;
    u32 least = ~u32{0};
    for (const Listed& m : moves_[thread]) {
      typename ExactSearch<G>::Bounds b;
      u32 size = 0;
      if (!searches_[thread]->find(position(m.position), b, &size) || b.high >= enough(m.position) || size >= least) continue;
      best = &m;
      least = size;
    }
    return best;
  }

  // Whether the other, who is to move, does not get what he wants.
  bool falls_short(const PositionOf<Claimed>& p, std::size_t thread) {
    if (const Value v = settle(g_, position(p)); v.known()) return Scale<G>::of(v) < enough(p);
    return ask(position(p), enough(p), thread) < enough(p);
  }
  i32 enough(const PositionOf<Claimed>& p) const { return bound(p, attacker_wins_ ? 0 : 1); }

  i32 ask(const PositionOf<G>& p, i32 least, std::size_t thread) {
    auto go_on = [this] { return watch_.look_around(), true; };
    return searches_[thread]->at_least(p, least, go_on);
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
  const std::vector<std::unique_ptr<ExactSearch<G>>>& searches_;
  std::vector<std::vector<Listed>> moves_; // of the position at hand, for each thread
  TakingOut watch_;
  ProofWalk<Claimed> walk_;
  bool attacker_wins_;
};

} // namespace zermelo
