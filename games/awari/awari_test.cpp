// Awari against a second, plain account of its rules, and its scores against iteration from 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "awari/index.h"
#include "catalog/catalog.h"
#include "index/combinations.h"
#include "solve/plan.h"
#include "tests/faults/scratch.h"
#include "verify/report.h"
#include "view/line.h"

namespace zermelo::awari {
namespace {

// A board as the rules tell it: pits 0 .. P-1 are the mover's.
using Board = std::vector<int>;

struct Turn {
  int pit = 0, captured = 0;
  Board after; // the opponent to move
  bool starves = false;
};

std::vector<Turn> plain_turns(const Board& b) {
  const int pits = static_cast<int>(b.size()) / 2, ring = 2 * pits;
  std::vector<Turn> all;
  for (int pit = 0; pit < pits; ++pit) {
    if (b[static_cast<std::size_t>(pit)] == 0) continue;
    Board c = b;
    auto at = [&](int i) -> int& { return c[static_cast<std::size_t>(i)]; };
    int hand = at(pit), i = pit;
    at(pit) = 0;
    while (hand > 0) {
      i = (i + 1) % ring;
      if (i == pit) continue;
      ++at(i);
      --hand;
    }
    int captured = 0;
    while (i >= pits && (at(i) == 2 || at(i) == 3)) {
      captured += at(i);
      at(i) = 0;
      --i;
    }
    std::rotate(c.begin(), c.begin() + pits, c.end());
    all.push_back({pit, captured, c, std::accumulate(c.begin(), c.begin() + pits, 0) == 0});
  }
  if (std::any_of(all.begin(), all.end(), [](const Turn& t) { return !t.starves; }))
    std::erase_if(all, [](const Turn& t) { return t.starves; });
  return all;
}

Board board_of(const Position& p, int pits) {
  Board b;
  for (int i = 0; i < pits; ++i) b.push_back(stones_in(p.own, i));
  for (int i = 0; i < pits; ++i) b.push_back(stones_in(p.other, i));
  return b;
}
Position position_of(const Board& b) {
  Position p;
  const std::size_t pits = b.size() / 2;
  for (std::size_t i = 0; i < b.size(); ++i) (i < pits ? p.own : p.other) += stones_at(static_cast<int>(i % pits), b[i]);
  return p;
}

// All boards with n stones, the opponent's side with an empty pit.
std::vector<Board> boards_of(int pits, int n) {
  std::vector<Board> all;
  Board b(static_cast<std::size_t>(2 * pits), 0);
  auto fill = [&](auto&& self, std::size_t i, int left) -> void {
    if (i + 1 == b.size()) {
      b[i] = left;
      if (std::find(b.begin() + pits, b.end(), 0) != b.end()) all.push_back(b);
      return;
    }
    for (b[i] = 0; b[i] <= left; ++b[i]) self(self, i + 1, left - b[i]);
  };
  fill(fill, 0, n);
  return all;
}

// Layer by layer; within one every score is 0 at first, then what the turns give with the scores before, until none changes.
// Whoever can force something has it after as many rounds as plies; nobody gets more, since play that is cut off is worth 0.
std::map<Board, int> plain_scores(int pits, int stones) {
  std::map<Board, int> scores;
  for (int n = 0; n <= stones; ++n) {
    std::map<Board, std::vector<std::pair<int, Board>>> turns;
    for (const Board& b : boards_of(pits, n)) {
      scores[b] = 0;
      auto& list = turns[b];
      for (const Turn& t : plain_turns(b)) list.emplace_back(t.captured, t.after);
    }
    for (bool changed = true; changed;) {
      std::map<Board, int> next;
      for (const auto& [b, list] : turns) {
        int best = list.empty() ? -n : -1000;
        for (const auto& [captured, after] : list) best = std::max(best, captured - scores.at(after));
        next[b] = best;
      }
      changed = false;
      for (const auto& [b, s] : next) {
        changed = changed || scores.at(b) != s;
        scores[b] = s;
      }
    }
  }
  return scores;
}

TEST(Awari, RulesAreThoseOfThePlainAccount) {
  for (const auto& [pits, stones] : {std::pair(6, 48), {6, 17}, {4, 24}, {3, 30}, {2, 40}, {1, 9}}) {
    const Game g(pits, stones);
    std::mt19937_64 random(static_cast<u64>(pits));
    for (int round = 0; round < 20'000; ++round) {
      Board b(static_cast<std::size_t>(2 * pits), 0);
      const u64 n = random() % static_cast<u64>(stones + 1), heaps = 1 + random() % b.size();
      for (u64 i = 0; i < n; ++i) ++b[random() % heaps * 7 % b.size()]; // few heaps: long sowings
      const Position p = position_of(b);
      const auto expected = plain_turns(b);
      if (g.outcome(p) != Wdl::unknown) {
        ASSERT_TRUE(expected.empty());
        ASSERT_EQ(g.settled(p), -static_cast<int>(n));
        continue;
      }
      FixedList<u8, Rules::max_moves> moves;
      g.moves(p, moves);
      ASSERT_EQ(static_cast<std::size_t>(moves.size()), expected.size()) << g.print(p);
      for (int i = 0; i < moves.size(); ++i) {
        const Turn& t = expected[static_cast<std::size_t>(i)];
        ASSERT_EQ(int{moves[i]}, t.pit);
        ASSERT_EQ(g.pays(p, moves[i]), t.captured) << g.print(p);
        const Position q = g.play(p, moves[i]);
        ASSERT_EQ(board_of(q, pits), t.after) << g.print(p);
        ASSERT_NE(g.rank(q), no_slot) << g.print(p);
        ASSERT_EQ(q.lead, -t.captured);
      }
    }
  }
}

TEST(Awari, ALayerHasAsManySlotsAsTheFormulaSays) {
  const Game g;
  u64 published = 1; // the start, which has no empty pit
  for (int n = 0; n <= most_stones; ++n) {
    const u64 slots = g.layer_begin(n + 1) - g.layer_begin(n);
    EXPECT_EQ(slots, binomial(n + 11, 11) - binomial(n + 5, 11));
    if (n != 47) published += slots; // from 48 stones a turn takes two at least
  }
  EXPECT_EQ(published, 889'063'398'406U);
  EXPECT_EQ(g.size() - g.layer_begin(48), 203'648'015'935U);
  EXPECT_EQ(Game(6, 24).size(), 1'165'184'475U);
  EXPECT_EQ(g.rank(g.start()), no_slot);
}

TEST(Awari, TheIndexHoldsEveryBoardOnce) {
  for (const auto& [pits, stones] : {std::pair(6, 6), {5, 8}, {4, 10}, {3, 14}, {2, 20}, {1, 12}}) {
    const Game g(pits, stones);
    for (int n = 0; n <= stones; ++n) {
      std::vector<bool> seen(g.layer_begin(n + 1) - g.layer_begin(n), false);
      const auto boards = boards_of(pits, n);
      ASSERT_EQ(boards.size(), seen.size());
      for (const Board& b : boards) {
        const Slot s = g.rank(position_of(b));
        ASSERT_TRUE(s >= g.layer_begin(n) && s < g.layer_begin(n + 1));
        ASSERT_FALSE(seen[s - g.layer_begin(n)]);
        seen[s - g.layer_begin(n)] = true;
        Position p;
        ASSERT_TRUE(g.unrank(s, p));
        ASSERT_EQ(board_of(p, pits), b);
      }
    }
  }
  // With so many stones that no lists are kept, numbers are searched for: the same, since lower layers are a prefix.
  const Game listed(6, 12), searched;
  std::mt19937_64 random(3);
  for (int i = 0; i < 3'000; ++i) {
    Position p, q;
    const Slot s = random() % listed.size(), high = random() % searched.size();
    listed.unrank(s, p);
    searched.unrank(s, q);
    ASSERT_EQ(p, q);
    searched.unrank(high, q);
    ASSERT_EQ(searched.rank(q), high);
  }
}

class Scores : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(Scores, AreThoseOfIteration) {
  const auto [pits, stones] = GetParam();
  const Game g(pits, stones);
  const auto expected = plain_scores(pits, stones);
  const faults::Scratch folder;
  for (const Method method : {Method::backward, Method::windows}) {
    for (const int threads : {1, 3}) {
      const TableFiles files(folder.path(), "awari");
      const SolveResult result = drive(*make_strategy(g, "awari", {.threads = threads, .method = method}, Contents::distances),
                                       {"awari", "0", "", g.size()}, files, {.threads = threads, .method = method});
      const Table table(files.table);
      std::map<i32, u64> by_score;
      for (Slot s = 0; s < g.size(); ++s) {
        Position p;
        g.unrank(s, p);
        const Value v = table.value(s);
        ASSERT_EQ(v, scored(expected.at(board_of(p, pits)))) << g.print(p);
        ++by_score[v.score];
      }
      EXPECT_EQ(result.statistics.by_score, by_score);
      EXPECT_EQ(result.statistics.positions.positions(), g.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, Scores,
                         testing::Values(std::pair(6, 6), std::pair(5, 7), std::pair(4, 8), std::pair(3, 12), std::pair(2, 14),
                                         std::pair(1, 20)),
                         [](const auto& board) {
                           return std::to_string(board.param.first) + "x" + std::to_string(board.param.second);
                         });

TEST(Awari, FewerStonesAreAPrefix) {
  const faults::Scratch folder;
  auto table_of = [&](const char* name) {
    const auto entry = open_game(name);
    const TableFiles files(folder.path(), name);
    entry->solve(files, {});
    return Table(files.table, entry->identity());
  };
  const Table few = table_of("awari:5"), more = table_of("awari:7");
  for (Slot s = 0; s < few.slots(); ++s) ASSERT_EQ(few.value(s), more.value(s)) << s;
}

TEST(Awari, TablesAreCheckedAndWrongOnesNoticed) {
  const auto entry = open_game("awari:9");
  const faults::Scratch folder;
  const TableFiles files(folder.path(), entry->full_name());
  entry->solve(files, {});
  const Table table(files.table, entry->identity());
  const VerifyReport report = entry->verify(table, {});
  EXPECT_TRUE(report.proves());
  EXPECT_EQ(report.slots, entry->game().slots());
  const VerifyReport sample = entry->verify(table, {.sample = 1000});
  EXPECT_TRUE(sample.holds() && !sample.proves());

  // Two positions of endless play get scores that lean on each other: they agree with their successors, and are wrong.
  std::vector<std::byte> payload(entry->game().slots());
  for (Slot s = 0; s < payload.size(); ++s) payload[s] = static_cast<std::byte>(table.value(s).score);
  auto changed = [&](Slot s, int score) {
    auto wrong = payload;
    wrong[s] = static_cast<std::byte>(score);
    BlockWriter writer(files.table, header_text(table.header()), wrong.size(), block_slots(Encoding::score8));
    for (u64 at = 0; at < wrong.size(); at += block_slots(Encoding::score8))
      writer.append(
          compress_block(std::span(wrong).subspan(at, std::min<u64>(wrong.size() - at, block_slots(Encoding::score8))), 3));
    writer.finish();
    return entry->verify(Table(files.table, entry->identity()), {});
  };
  std::mt19937_64 random(1);
  for (int i = 0; i < 20; ++i) {
    const Slot s = random() % payload.size();
    const int score = static_cast<int>(random() % 19) - 9;
    if (static_cast<std::byte>(score) == payload[s]) continue;
    EXPECT_FALSE(changed(s, score).holds()) << s << " " << score;
  }
}

TEST(Awari, LinesKeepTheirScore) {
  const auto entry = open_game("awari:9");
  const faults::Scratch folder;
  const TableFiles files(folder.path(), entry->full_name());
  entry->solve(files, {});
  const Table table(files.table, entry->identity());
  const AnyGame& game = entry->game();
  std::mt19937_64 random(2);
  for (int i = 0; i < 60; ++i) {
    const AnyPosition start = *game.unrank(random() % game.slots());
    const Line line = best_line(game, &table, start, 0);
    i32 got = 0, sign = 1;
    for (AnyPosition p = start; const auto& step : line.steps) {
      for (const AnyMove m : game.moves(p))
        if (game.move_name(p, m) == step.move) got += sign * game.pays(p, m);
      sign = -sign;
      p = step.position;
    }
    const AnyPosition end = line.steps.empty() ? start : line.steps.back().position;
    if (line.end == Line::End::over) {
      EXPECT_EQ(got + sign * game.settle(end).score, line.value.score) << game.print(start);
    } else {
      EXPECT_EQ(got, line.value.score) << game.print(start); // what is left is divided evenly
    }
  }
}

TEST(Awari, ABoardThatCannotOccurIsAnsweredOnePlyDeeper) {
  const auto entry = open_game("awari:12");
  const faults::Scratch folder;
  const TableFiles files(folder.path(), entry->full_name());
  entry->solve(files, {});
  const Table table(files.table, entry->identity());
  const AnyGame& game = entry->game();
  ASSERT_EQ(game.rank(game.start()), no_slot);
  const Answer answer = probe(game, &table, game.start());
  EXPECT_EQ(answer.moves.size(), 6U);
  ASSERT_NE(answer.best(), nullptr);
  EXPECT_EQ(answer.best()->value, answer.value);
  EXPECT_EQ(answer.value, table.header().statistics.initial);
}

TEST(Awari, TextIsReadAndRefused) {
  const Game g;
  std::string why;
  for (const char* text : {"4,4,4,4,4,4,4,4,4,4,4,4", "0,0,0,0,0,0,1,2,3,0,0,0/second/-7", "1,0,0,0,0,0,0,0,0,0,0,0/+3"}) {
    const auto p = g.parse(text, why);
    ASSERT_TRUE(p) << text << ": " << why;
    EXPECT_EQ(g.print(*p), text);
  }
  EXPECT_TRUE(g.parse("4 4 4 4 4 4 4 4 4 4 4 4", why));
  for (const char* text : {"4,4,4,4,4,4,4,4,4,4,4", "4,4,4,4,4,4,4,4,4,4,4,4,4", "4,4,4,4,4,4,4,4,4,4,4,5",
                           "-1,4,4,4,4,4,4,4,4,4,4,4", "4,4,4,4,4,4,4,4,4,4,4,4/third", "4,4,4,4,4,4,4,4,4,4,4,4/+0",
                           "4,4,4,4,4,4,4,4,4,4,4,99999999999", "4,4,4,4,4,4,4,4,4,4,4,4/+49"})
    EXPECT_FALSE(g.parse(text, why)) << text;
}

} // namespace
} // namespace zermelo::awari
