// The rules, the notation and the index of Checkers, against plain ones and published numbers.
#include <gtest/gtest.h>

#include <random>

#include "checkers/endings_game.h"
#include "checkers/reference.h"
#include "game/perft.h"

namespace zermelo::checkers {
namespace {

const Game whole(8, {});
const Game middle(6, {6, 12, 6, 6});

Position read(const Rules& g, const std::string& text) {
  std::string why;
  const auto p = g.parse(text, why);
  EXPECT_TRUE(p) << text << ": " << why;
  return p.value_or(Position{});
}
std::set<std::string> names(const Rules& g, const Position& p) {
  FixedList<Move, Rules::max_moves> moves;
  g.moves(p, moves);
  std::set<std::string> out;
  for (const Move& m : moves) out.insert(g.move_name(p, m));
  return out;
}

reference::Board plain(const Rules& g, const Position& p) {
  const Position black = p.white != 0 ? g.turned(p) : p;
  const int side = g.board->side();
  reference::Board b{side,
                     std::vector<std::string>(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), ' ')),
                     p.white == 0};
  for (int s = 0; s < g.board->squares(); ++s) {
    const int row = s / g.board->width(), column = 2 * (s % g.board->width()) + (row % 2 == 0 ? 1 : 0);
    const bool king = (black.kings >> s & 1) != 0;
    char& cell = b.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    if ((black.own >> s & 1) != 0) cell = king ? 'B' : 'b';
    if ((black.other >> s & 1) != 0) cell = king ? 'W' : 'w';
  }
  return b;
}

std::set<std::string> texts_after(const Rules& g, const Position& p) {
  FixedList<Move, Rules::max_moves> moves;
  g.moves(p, moves);
  std::set<std::string> out;
  for (const Move& m : moves) out.insert(g.print(g.play(p, m)));
  return out;
}
std::set<std::string> plain_texts_after(const Rules& g, const Position& p) {
  std::set<std::string> out;
  for (const auto& b : reference::successors(plain(g, p))) out.insert(reference::text(b));
  return out;
}

// Of pieces on squares that jumps join, however many and whatever they are, over whatever stands between.
int most_jumps_among(u32 squares) {
  const Board& board = *whole.board;
  u32 between = 0;
  for (u32 rest = squares; rest != 0; rest &= rest - 1)
    for (int d = 0; d < directions; ++d)
      if (board.beyond(d, lowest_bit(rest)) != 0) between |= board.beside(d, lowest_bit(rest));
  EXPECT_EQ(count_ones(squares), 8);
  EXPECT_EQ(count_ones(between), 9);
  int most = 0;
  for (u32 own = squares; own != 0; own = (own - 1) & squares)
    for (u32 other = between; other != 0; other = (other - 1) & between) {
      std::array<std::array<int, 32>, 2> jumps{}; // of men, of kings
      for (std::size_t kind = 0; kind < 2; ++kind) {
        const Position p{own, other, kind == 0 ? 0 : own, 0};
        if (!whole.jumps(p)) continue;
        FixedList<Move, Rules::max_moves> moves;
        whole.moves(p, moves);
        for (const Move& m : moves) ++jumps[kind][m.from];
      }
      int sum = 0;
      for (std::size_t s = 0; s < 32; ++s) sum += std::max(jumps[0][s], jumps[1][s]);
      most = std::max(most, sum);
    }
  return most;
}

TEST(Checkers, AllMovesHaveRoom) {
  u32 seen = 0;
  int sum = 0;
  for (int s = 0; s < whole.board->squares(); ++s) {
    if ((seen >> s & 1) != 0) continue;
    u32 joined = u32{1} << s;
    for (u32 before = 0; before != joined;) {
      before = joined;
      for (u32 rest = before; rest != 0; rest &= rest - 1)
        for (int d = 0; d < directions; ++d) joined |= whole.board->beyond(d, lowest_bit(rest));
    }
    seen |= joined;
    sum += most_jumps_among(joined);
  }
  EXPECT_EQ(sum, Rules::max_moves);
}

TEST(Checkers, PerftIsAsPublished) {
  const u64 published[] = {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931};
  for (int depth = 0; depth <= 8; ++depth) EXPECT_EQ(perft(whole, whole.start(), depth), published[depth]);
}

TEST(Checkers, PlainRulesAgreeInRandomGames) {
  std::mt19937_64 random(7);
  for (const Game* g : {&whole, &middle}) {
    for (int games = 0; games < 150; ++games) {
      Position p = g->start();
      for (int ply = 0; ply < 120 && g->outcome(p) == Wdl::unknown; ++ply) {
        ASSERT_EQ(reference::text(plain(*g, p)), g->print(p));
        ASSERT_EQ(texts_after(*g, p), plain_texts_after(*g, p)) << g->print(p);
        FixedList<Move, Rules::max_moves> moves;
        g->moves(p, moves);
        p = g->play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
      }
    }
  }
}

// Many kings, so that jumps branch and come back to where they began.
TEST(Checkers, PlainRulesAgreeOnRandomPlacements) {
  std::mt19937_64 random(8);
  int longest = 0;
  for (int i = 0; i < 4000; ++i) {
    Position p;
    for (int s = 0; s < 32; ++s) {
      const u64 dice = random() % 6;
      const u32 bit = u32{1} << s;
      if (dice == 0 && count_ones(p.own) < 12) p.own |= bit;
      if (dice < 3 && dice > 0 && count_ones(p.other) < 12) p.other |= bit;
      if (random() % 2 == 0 || s < 4 || s > 27) p.kings |= bit & (p.own | p.other);
    }
    p.white = static_cast<u32>(random() % 2);
    if (p.own == 0) continue;
    ASSERT_EQ(texts_after(whole, p), plain_texts_after(whole, p)) << whole.print(p);
    longest = std::max(longest, static_cast<int>(names(whole, p).size()));
    ASSERT_EQ(names(whole, p).size(), texts_after(whole, p).size()) << whole.print(p);
  }
  EXPECT_LT(longest, Rules::max_moves);
}

TEST(Checkers, Jumps) {
  // A man that is crowned stops, though it could go on as a king.
  EXPECT_EQ(names(whole, read(whole, "B:W26,27:B22")), (std::set<std::string>{"22x31"}));
  // A king may jump in a circle and end where it began; both ways round are one turn.
  EXPECT_EQ(names(whole, read(whole, "B:W10,11,18,19:BK7")), (std::set<std::string>{"7x7"}));
  // Two ways to the same square that capture different pieces.
  EXPECT_EQ(names(whole, read(whole, "B:W6,7,14,15:B2")), (std::set<std::string>{"2x9x18", "2x11x18"}));
  // Jumping is compulsory.
  EXPECT_EQ(names(whole, read(whole, "W:W18,32:B14")), (std::set<std::string>{"18x9"}));
  EXPECT_EQ(whole.outcome(read(whole, "W:W29:B25,K22")), Wdl::loss);
  EXPECT_EQ(whole.outcome(read(whole, "B:WK1:B")), Wdl::loss);
}

TEST(Checkers, RefusesWhatIsNoPosition) {
  for (const char* text : {"",        "B",         "B:",       "B:W1",     "X:W5:B6", "B:W33:B1", "B:W0:B1",
                           "B:W5:B5", "B:W5,5:B6", "B:W1:B6",  "B:W5:B29", "B:W:B",   "B:W5,:B6", "B:W5:B6 ",
                           "B:WK:B6", "B:W5:BK",   "B:W05:B6", "B:W5:B6:", "B:W5:W6", "b:W5:B6",  "B:W5:B-6"}) {
    std::string why;
    EXPECT_FALSE(whole.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
  std::string why;
  EXPECT_FALSE(EndingsGame(8, {2, 2, 1, 1}).parse("B:W5,6:B9", why));
  EXPECT_EQ(whole.print(read(whole, "W:B3,K25:W6,11")), "W:W6,11:B3,K25"); // PDN allows either order
}

TEST(CheckersIndex, CountsAreAsPublished) {
  const u64 published[] = {120, 6'972, 261'224, 7'092'774, 148'688'232, 2'503'611'964, 34'779'531'480, 406'309'208'481};
  u64 all = 0;
  for (int k = 1; k <= 10; ++k) {
    u64 sum = 0;
    for (int own = 0; own <= k; ++own)
      for (int own_men = 0; own_men <= own; ++own_men)
        for (int other_men = 0; other_men <= k - own; ++other_men)
          sum += Placements::count(Board::of(8), {own_men, own - own_men}, {other_men, k - own - other_men});
    if (k <= 8) {
      EXPECT_EQ(sum, published[k - 1]) << k;
    }
    all += sum;
  }
  EXPECT_EQ(all, 39'271'258'813'439U);
}

TEST(CheckersIndex, PartsAreAsLargeAsTheFormulaSays) {
  for (const int side : {4, 6, 8}) {
    const Placements all(Rules(side, {}), side == 4 ? 2 : 6, side == 4 ? 4 : 6);
    Slot first = 0;
    for (const Part& part : all.parts()) {
      EXPECT_EQ(part.first, first);
      EXPECT_EQ(part.slots, Placements::count(Board::of(side), part.own, part.other));
      first += part.slots;
    }
    EXPECT_EQ(first, all.slots());
    EXPECT_EQ(all.layers().back().last, all.slots());
  }
  EXPECT_EQ(EndingsGame(8, {2, 2, 1, 1}).size() * 2, reference::placements(8, 2, 2).size());
  EXPECT_EQ(EndingsGame(4, {2, 4, 2, 2}).size() * 2, reference::placements(4, 2, 4).size());
}

// Every slot of small ones, random slots of large ones: rank and unrank, and what the solver is told about moves.
void check_slots(const EndingsGame& g, u64 samples) {
  std::mt19937_64 random(9);
  const u64 n = std::min(samples, g.size());
  for (u64 i = 0; i < n; ++i) {
    const Slot s = n == g.size() ? i : random() % g.size();
    Position p;
    ASSERT_TRUE(g.unrank(s, p));
    ASSERT_EQ(g.rank(p), s) << g.print(p);
    const auto layer = std::find_if(g.layers().begin(), g.layers().end(), [&](const auto& l) { return s < l.last; });
    std::set<Slot> left, stayed, earlier;
    FixedList<Move, Rules::max_moves> moves;
    g.moves(p, moves);
    for (const Move& m : moves) {
      const Position q = g.play(p, m);
      const Slot t = g.rank(q);
      ASSERT_LT(t, layer->last) << g.print(p);
      (t < layer->first ? left : stayed).insert(t);
      bool back = false;
      if (t >= layer->first) g.each_return(q, [&](Slot r) { back = back || r == s; });
      ASSERT_TRUE(back || t < layer->first) << g.print(p);
    }
    const u32 stay = g.split(p, [&](Slot t) { earlier.insert(t); });
    ASSERT_EQ(earlier, left) << g.print(p);
    ASSERT_EQ(stay, stayed.size()) << g.print(p);
    std::vector<Slot> before;
    g.each_return(p, [&](Slot r) { before.push_back(r); });
    ASSERT_EQ(std::set<Slot>(before.begin(), before.end()).size(), before.size()) << g.print(p);
    for (const Slot r : before) {
      Position q;
      g.unrank(r, q);
      const auto after = texts_after(g, q);
      ASSERT_TRUE(g.jumps(q) || after.contains(g.print(p)) || after.contains(g.print({p.own, p.other, p.kings, 1})))
          << g.print(q) << " to " << g.print(p);
    }
  }
}

TEST(CheckersIndex, SlotsAndMovesOfSmallSets) {
  check_slots(EndingsGame(4, {2, 4, 2, 2}), ~u64{0});
  check_slots(EndingsGame(8, {2, 2, 1, 1}), ~u64{0});
}
TEST(CheckersIndex, SlotsAndMovesOfLargeSets) {
  check_slots(EndingsGame(8, {6, 6, 3, 3}), 5'000);
  check_slots(EndingsGame(6, {6, 9, 5, 4}), 2'000);
  check_slots(EndingsGame(8, {7, 7, 4, 3}), 1'000);
}

} // namespace
} // namespace zermelo::checkers
