// Proofs on random graphs full of circles, with tables that hold some of the nodes: what a search finds is written down and
// accepted, and nothing is accepted that the definition of a value denies.
#include "solve/dfpn/closed.h"

#include <gtest/gtest.h>

#include "solve/dfpn/proof.h"
#include "solve/dfpn/prove.h"
#include "tests/faults/graph_game.h"
#include "tests/faults/scratch.h"
#include "verify/proof.h"

namespace zermelo {
namespace {

// Folded: twins are one class, and list their moves in another order, as symmetric positions do.
template <bool fold> struct Twins : graph::GraphGame<false, fold> {
  using Base = graph::GraphGame<false, fold>;
  void moves(const typename Base::Position& p, FixedList<u32, Base::max_moves>& out) const {
    Base::moves(p, out);
    if (this->graph->image[p.node] >= p.node) return;
    const u32 n = static_cast<u32>(out.size());
    out.clear();
    for (u32 i = n; i > 0; --i) out.push(i - 1);
  }
};

template <bool fold> class GraphProofs {
public:
  using Game = Twins<fold>;
  using Position = typename Game::Position;

  void what_is_found_is_accepted();
  void nothing_false_is_accepted();

private:
  void make_graph() {
    const graph::Shape shape{.nodes = 20 + static_cast<u32>(random_() % 60),
                             .degree = 2 + static_cast<u32>(random_() % 4),
                             .span = random_() % 2 == 0 ? 0U : 6U,
                             .ends = static_cast<u32>(random_() % 150),
                             .outside = false,
                             .folded = fold};
    game_.graph = std::make_shared<graph::Graph>(graph::random_graph(shape, random_()));
    right_ = graph::brute_force(*game_.graph);
    held_.assign(right_.size(), false);
    const u64 share = random_() % 4;
    for (u32 i = 0; i < held_.size(); ++i) { // a table holds whole classes
      const u32 twin = game_.graph->image[i];
      held_[i] = twin < i ? held_[twin] : random_() % 10 < share;
    }
  }
  Wdl in_table(const AnyPosition& p) const {
    const u32 node = Erased<Game>::restore(p).node;
    return held_[node] ? right_[node].wdl : Wdl::unknown;
  }
  ProofReport check(const Position& p) const {
    ProofFile proof(file_);
    ProofCheck<Game> check(game_, p, proof, u64{1} << 20);
    check.cited = [this](const AnyPosition& q) { return in_table(q); };
    return check.run();
  }
  void write(bool mover_attacks, bool attacker_wins, const ChoiceWriter& choices) const {
    ProofHeader h{"graph", "rules", "0", mover_attacks, attacker_wins, choices.choices()};
    h.tables = {{{"graph", "rules", "", 1}, true, std::string(64, '0')}};
    write_proof(file_, h, choices.bytes());
  }
  bool attacker_can_win(const Position& p, bool mover) const { return right_[p.node].wdl == (mover ? Wdl::win : Wdl::loss); }

  faults::Scratch scratch_;
  std::filesystem::path file_ = scratch_ / "proof";
  std::mt19937_64 random_{faults::seed_of_test()};
  Game game_;
  std::vector<Value> right_;
  std::vector<bool> held_;
};

template <bool fold> void GraphProofs<fold>::what_is_found_is_accepted() {
  u64 wins = 0, others = 0;
  for (u64 i = 0, n = faults::times(400, 20'000); i < n; ++i) {
    make_graph();
    const Position p{static_cast<u32>(random_() % right_.size())};
    const bool mover = random_() % 2 == 0;
    ProveOptions options{.threads = 1 + static_cast<int>(i % 3), .memory = i % 3 == 0 ? u64{4096} : u64{1} << 16};
    options.lean_on = [this] { return [this](const AnyPosition& q) { return in_table(q); }; };
    Prove<Game> prove(game_, p, mover, options);
    const ProveResult result = prove.run();
    ASSERT_EQ(result.verdict == Verdict::proven, attacker_can_win(p, mover));
    const ChoiceWriter choices = ProofMaker<Game>(game_, prove.table(), options).make(prove.root(), attacker_can_win(p, mover));
    write(mover, attacker_can_win(p, mover), choices);
    const ProofReport report = check(p);
    ASSERT_TRUE(report.holds) << "graph " << i << ": " << report.why;
    if (choices.choices() > 0) ++(attacker_can_win(p, mover) ? wins : others);
  }
  if (ZERMELO_THREAD_SANITIZED != 0) return; // a tenth of the graphs is too few to expect some of each
  EXPECT_GT(wins, 10U);
  EXPECT_GT(others, 10U);
}

template <bool fold> void GraphProofs<fold>::nothing_false_is_accepted() {
  u64 accepted = 0;
  for (u64 i = 0, n = faults::times(1'000, 100'000); i < n; ++i) {
    if (i % 100 == 0) make_graph();
    const Position p{static_cast<u32>(random_() % right_.size())};
    const bool mover = random_() % 2 == 0, wins = random_() % 2 == 0;
    for (u64 length = 0; length < 8; ++length) { // a checker that asks for more gets no more
      ChoiceWriter choices;
      for (u64 k = 0; k < length; ++k) {
        choices.put(random_() % 3);
        if (wins) choices.put_number(1 + (length - k)); // as if each came nearer
      }
      write(mover, wins, choices);
      if (!check(p).holds) continue;
      ++accepted;
      ASSERT_EQ(attacker_can_win(p, mover), wins) << "try " << i;
    }
  }
  EXPECT_GT(accepted, 0U);
  std::cout << accepted << " accepted\n";
}

TEST(ProofsOfGraphs, WhatIsFoundIsAccepted) {
  GraphProofs<false>().what_is_found_is_accepted();
  GraphProofs<true>().what_is_found_is_accepted();
}
TEST(ProofsOfGraphs, NothingFalseIsAccepted) {
  GraphProofs<false>().nothing_false_is_accepted();
  GraphProofs<true>().nothing_false_is_accepted();
}

} // namespace
} // namespace zermelo
