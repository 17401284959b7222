// Answers from proofs with zones: every position that play can reach against them, and no other.
#include <gtest/gtest.h>

#include <random>

#include "catalog/by_zones.h"
#include "catalog/catalog.h"
#include "solve/dfpn/options.h"
#include "verify/report.h"

namespace zermelo::gomoku {
namespace {

std::filesystem::path result(const std::string& name) {
  return std::filesystem::path(ZERMELO_SOURCE) / "games/gomoku/results" / name;
}

// Whoever follows the book wins, whatever the other plays: near the stones, far from them, or to stop a line.
u64 win_by_book(const Entry& entry, const ProofBook& book, const AnyPosition& from, int games) {
  const AnyGame& game = entry.game();
  std::mt19937_64 random(5);
  u64 asked = 0;
  for (int n = 0; n < games; ++n) {
    AnyPosition p = from;
    for (bool attacker = true; game.outcome(p) == Wdl::unknown; attacker = !attacker) {
      const auto known = book.find(p);
      ++asked;
      EXPECT_TRUE(known.has_value()) << game.print(p);
      if (!known) return asked;
      EXPECT_EQ(known->wdl, attacker ? Wdl::win : Wdl::loss) << game.print(p);
      const auto moves = game.moves(p);
      std::vector<AnyMove> choice;
      for (const AnyMove m : moves)
        if (attacker ? game.move_name(p, m) == known->move : true) choice.push_back(m);
      EXPECT_FALSE(choice.empty()) << known->move;
      if (choice.empty()) return asked;
      AnyMove chosen = choice[random() % choice.size()];
      if (!attacker && random() % 4 != 0) // the cell where the attacker would go next
        if (const auto next = book.find(game.play(p, chosen)); next && next->wdl == Wdl::win)
          for (const AnyMove m : choice)
            if (game.move_name(p, m) == next->move) chosen = m;
      p = game.play(p, chosen);
      EXPECT_TRUE(game.outcome(p) == Wdl::unknown || attacker) << "the other has won, or the board is full";
    }
  }
  return asked;
}

TEST(ProofBook, WinsOnSmallBoards) {
  for (const std::string name : {"6x5,4", "6x6,4", "7x7,4"}) {
    const auto entry = open_game("gomoku:" + name);
    ProofBook book(*entry);
    EXPECT_TRUE(book.empty());
    EXPECT_FALSE(book.find(entry->game().start()));
    book.add(result(name + "-win.proof"), {});
    EXPECT_GT(win_by_book(*entry, book, entry->game().start(), 60), 200U) << name;
  }
}

TEST(ProofBook, WinsOnTheWholeBoardAndItsImages) {
  const auto entry = open_game("gomoku");
  ProofBook book(*entry);
  book.add(result("h8-o15.proof"), {});
  std::string why;
  for (const char* corner : {"h8 o15", "h8 a15", "h8 o1", "h8 a1"})
    win_by_book(*entry, book, *entry->game().parse(corner, why), 3);
}

// A move that is not the book's leads out of it, and a stone more for the defender may do so too: then nothing is said, or what
// is said is true.
TEST(ProofBook, SaysNothingFalse) {
  const auto entry = open_game("gomoku:6x5,4");
  const AnyGame& game = entry->game();
  ProofBook book(*entry);
  book.add(result("6x5,4-win.proof"), {});
  ProveOptions options;
  options.threads = 1;
  options.most_visits = 200'000;
  std::mt19937_64 random(7);
  int said = 0, silent = 0;
  for (int n = 0; n < 500; ++n) {
    AnyPosition p = game.start();
    for (int plies = 1 + static_cast<int>(random() % 7); plies > 0 && game.outcome(p) == Wdl::unknown; --plies) {
      const auto moves = game.moves(p);
      AnyMove chosen = moves[random() % moves.size()];
      if (const auto known = book.find(p); known && known->wdl == Wdl::win && random() % 3 != 0)
        for (const AnyMove m : moves)
          if (game.move_name(p, m) == known->move) chosen = m;
      p = game.play(p, chosen);
    }
    const auto known = book.find(p);
    known ? ++said : ++silent;
    if (!known || n % 10 != 0) continue;
    const ProveResult proved = entry->prove(p, known->wdl == Wdl::win, options);
    EXPECT_NE(proved.verdict, Verdict::disproven) << game.print(p);
    EXPECT_TRUE(known->wdl == Wdl::loss || proved.verdict == Verdict::proven) << game.print(p);
  }
  EXPECT_GT(said, 50);
  EXPECT_GT(silent, 50);
}

TEST(ProofBook, RefusesWhatIsNoProofOfTheGame) {
  const auto entry = open_game("gomoku:6x6,4");
  ProofBook book(*entry);
  EXPECT_THROW(book.add(result("6x5,4-win.proof"), {}), Error);
  EXPECT_THROW(book.add(result("nothing.proof"), {}), Error);
  EXPECT_TRUE(book.empty());
}

} // namespace
} // namespace zermelo::gomoku
