// Proofs by other rules as models: what holds is played again, what does not is not believed.
#include "solve/lines/models.h"

#include <gtest/gtest.h>

#include "gomoku/rules.h"
#include "solve/lines/prove_lines.h"
#include "verify/zones.h"

namespace zermelo {
namespace {

struct Shown {
  ProveResult result;
  ShownElsewhere facts; // of its proof
};
Shown show(const gomoku::Game& g, const std::string& position, const ShownElsewhere& elsewhere, u64 most_visits = 2'000'000) {
  std::string why;
  const auto p = g.parse(position, why);
  EXPECT_TRUE(p) << why;
  const LineStones stones = g.stones(*p);
  LineClaim claim;
  claim.board = &g.lines();
  claim.attacker = stones.mover;
  claim.defender = stones.other;
  claim.check = zone_checker(g.lines());
  claim.elsewhere = elsewhere;
  ProveOptions options;
  options.threads = 1;
  options.memory = u64{64} << 20;
  options.most_visits = most_visits;
  LineProver prover(claim, options, {});
  Shown shown{prover.run(), {&g.lines(), {}, zone_checker(g.lines())}};
  if (shown.result.verdict != Verdict::proven) return shown;
  const Bytes bytes = prover.certificate();
  ZoneCheck<> check(g.lines(), stones.mover, stones.other, true, bytes, {});
  EXPECT_TRUE(check.run().holds);
  for (const auto& t : check.trees()) {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(t.begin);
    shown.facts.facts.trees.emplace(LineFact{t.attacker, t.defender, t.hidden},
                                    LineTree{t.zone, Bytes(first, first + static_cast<std::ptrdiff_t>(t.size))});
  }
  for (const auto& m : check.moves()) shown.facts.facts.moves[{m.attacker, m.defender, 0}].push_back(m.cell);
  return shown;
}

TEST(Models, AProofByOtherRulesIsPlayedAgain) {
  const gomoku::Game free({15, 15, 5, false}), exact({15, 15, 5, true});
  const std::string position = "14o/15/15/15/15/15/6x8/7x7/15/15/15/15/15/15/o14:x";
  const Shown model = show(free, position, {});
  ASSERT_EQ(model.result.verdict, Verdict::proven);
  const Shown without = show(exact, position, {}), with = show(exact, position, model.facts);
  ASSERT_EQ(without.result.verdict, Verdict::proven);
  ASSERT_EQ(with.result.verdict, Verdict::proven);
  EXPECT_LT(2 * with.result.visits, without.result.visits);
}

// Where a fact is split by the move of the other proof, that proof has an answer for each reply, also in another image.
TEST(Models, AnAnswerOfAProofIsAModelForTheReply) {
  const gomoku::Game free({15, 15, 5, false});
  const Shown model = show(free, "14o/15/15/15/15/15/6x8/7x7/15/15/15/15/15/15/o14:x", {});
  ASSERT_EQ(model.result.verdict, Verdict::proven);
  const LineFact fact = model.facts.facts.trees.begin()->first;
  const LineTables tables(free.lines());
  ZoneSearchOptions options;
  options.table_entries = u64{1} << 16;
  ZoneSearch search(tables, fact.attacker, fact.defender, options);
  Models models(free.lines(), search, model.facts);
  const ProofId whole = models.elsewhere({}, fact);
  ASSERT_NE(whole, no_proof);
  const int cell = search.proofs()[whole].cell;
  const CellSet zone = search.proofs()[search.proofs()[whole].pass].zone;
  EXPECT_GT(zone.count(), 1);
  for (const auto& to : {free.lines().symmetries.front(), free.lines().symmetries[6]})
    zone.each([&](int reply) {
      LineFact next{{}, {}, 0};
      fact.attacker.each([&](int c) { next.attacker.add(to[static_cast<std::size_t>(c)]); });
      fact.defender.each([&](int c) { next.defender.add(to[static_cast<std::size_t>(c)]); });
      next.attacker.add(to[static_cast<std::size_t>(cell)]);
      next.defender.add(to[static_cast<std::size_t>(reply)]);
      const std::array<Models::Step, 1> way{{{fact, cell}}};
      const ProofId answer = models.elsewhere(way, next);
      ASSERT_NE(answer, no_proof) << reply;
      search.set(next.attacker, next.defender);
      EXPECT_NE(search.mend(answer, 0, 20'000, 300, 3'000), no_proof) << reply;
      const std::array<Models::Step, 1> other{{{fact, reply}}};
      EXPECT_EQ(models.elsewhere(other, next), no_proof) << "that is not its move";
    });
}

// d4 makes two fours, and each would be completed to six in a row.
TEST(Models, WhatHoldsNoMoreIsNoProof) {
  const gomoku::Game free({15, 15, 5, false}), exact({15, 15, 5, true});
  const Shown model = show(free, "8o1o1o1o/15/15/15/15/15/15/3o11/3x11/3x11/15/oxx2xxo7/3x11/3x11/3o11:x", {});
  ASSERT_EQ(model.facts.facts.trees.size(), 1U);
  const LineFact fact = model.facts.facts.trees.begin()->first;
  for (const gomoku::Game* g : {&free, &exact}) {
    const LineTables tables(g->lines());
    ZoneSearchOptions options;
    options.table_entries = 1024;
    ZoneSearch search(tables, fact.attacker, fact.defender, options);
    Models models(g->lines(), search, model.facts);
    const ProofId elsewhere = models.elsewhere({}, fact);
    ASSERT_NE(elsewhere, no_proof);
    EXPECT_EQ(search.copy(elsewhere, 2, 0, 1000) == no_proof, g == &exact);
    LineFact other = fact;
    other.hidden = 1;
    EXPECT_EQ(models.elsewhere({}, other), no_proof);
  }
}

} // namespace
} // namespace zermelo
