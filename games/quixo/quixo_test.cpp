// Quixo against a second implementation that knows nothing of the first: rows of letters, and values by repeated passes.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "game/perft.h"
#include "index/check.h"
#include "quixo/index.h"
#include "tests/solved.h"

namespace zermelo::quixo {
namespace {

struct Naive {
  std::vector<std::string> rows;
  char mover = 'x';

  explicit Naive(int side) : rows(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), '.')) {}
  std::size_t side() const { return rows.size(); }
  char rival() const { return mover == 'x' ? 'o' : 'x'; }

  std::string text() const {
    std::string t;
    for (const auto& row : rows) t += (t.empty() ? "" : "/") + row;
    return t + ":" + mover;
  }
  bool line(char mark) const {
    bool falling = true, rising = true;
    for (std::size_t i = 0; i < side(); ++i) {
      bool row = true, column = true;
      for (std::size_t j = 0; j < side(); ++j) {
        row = row && rows[i][j] == mark;
        column = column && rows[j][i] == mark;
      }
      if (row || column) return true;
      falling = falling && rows[i][i] == mark;
      rising = rising && rows[i][side() - 1 - i] == mark;
    }
    return falling || rising;
  }
  Wdl outcome() const { return line(mover) ? Wdl::win : line(rival()) ? Wdl::loss : Wdl::unknown; }

  static void push(std::string& line, std::size_t from, bool to_the_end, char mark) {
    line.erase(from, 1);
    line.insert(to_the_end ? line.size() : 0, 1, mark);
  }
  std::map<std::string, Naive> successors() const { // by the name of the turn
    std::map<std::string, Naive> all;
    auto name = [&](std::size_t row, std::size_t column) {
      return std::string{static_cast<char>('a' + column), static_cast<char>('0' + side() - row)};
    };
    const std::size_t last = side() - 1;
    for (std::size_t row = 0; row <= last; ++row) {
      for (std::size_t column = 0; column <= last; ++column) {
        if (rows[row][column] == rival() || (row != 0 && row != last && column != 0 && column != last)) continue;
        for (const bool end : {false, true}) {
          Naive next = *this;
          next.mover = rival();
          if (column != (end ? last : 0)) {
            push(next.rows[row], column, end, mover);
            all.emplace(name(row, column) + ":" + name(row, end ? last : 0), next);
          }
          next.rows = rows;
          if (row != (end ? last : 0)) {
            std::string line;
            for (const auto& r : rows) line += r[column];
            push(line, row, end, mover);
            for (std::size_t i = 0; i <= last; ++i) next.rows[i][column] = line[i];
            all.emplace(name(row, column) + ":" + name(end ? last : 0, column), next);
          }
        }
      }
    }
    return all;
  }
};

TEST(Quixo, AgreesWithANaiveImplementation) {
  for (int side = 2; side <= 5; ++side) {
    const Game g(side);
    std::mt19937 random(static_cast<unsigned>(side));
    for (int game = 0; game < 200; ++game) {
      Naive naive(side);
      Position p = g.start();
      for (int ply = 0; ply < 60; ++ply) {
        ASSERT_EQ(g.print(p), naive.text());
        ASSERT_EQ(g.outcome(p), naive.outcome()) << naive.text();
        if (naive.outcome() != Wdl::unknown) break;
        const auto expected = naive.successors();
        MoveListOf<Game> moves;
        g.moves(p, moves);
        ASSERT_EQ(static_cast<std::size_t>(moves.size()), expected.size()) << naive.text();
        for (const auto m : moves) ASSERT_EQ(g.print(g.play(p, m)), expected.at(g.move_name(p, m)).text()) << naive.text();
        const auto m = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
        naive = expected.at(g.move_name(p, m));
        p = g.play(p, m);
      }
    }
  }
}

TEST(Quixo, Perft) {
  const std::map<int, std::vector<u64>> known = {
      {2, {1, 8, 48, 288}}, {3, {1, 20, 356, 6332}}, {4, {1, 32, 952, 28312}}, {5, {1, 44, 1836, 76596}}};
  for (const auto& [side, counts] : known)
    for (int depth = 0; depth < static_cast<int>(counts.size()); ++depth)
      EXPECT_EQ(perft(Game(side), Game(side).start(), depth), counts[static_cast<std::size_t>(depth)]) << side;
}

// Every position of 3x3 by the naive rules, pass after pass until nothing changes.
TEST(Quixo, ValuesOfTheWholeSmallBoards) {
  for (const int side : {2, 3}) {
    const Game g(side);
    const auto cells = static_cast<std::size_t>(side * side);
    std::size_t count = 1;
    for (std::size_t i = 0; i < cells; ++i) count *= 3;
    std::map<std::string, Value> values;
    std::map<std::string, std::vector<std::string>> edges;
    for (std::size_t number = 0; number < count; ++number) {
      for (const char mover : {'x', 'o'}) {
        Naive n(side);
        n.mover = mover;
        for (std::size_t i = 0, rest = number; i < cells; ++i, rest /= 3) n.rows[i / n.side()][i % n.side()] = ".xo"[rest % 3];
        const Wdl over = n.outcome();
        values[n.text()] = {over, 0};
        if (over != Wdl::unknown) continue;
        for (const auto& [name, next] : n.successors()) edges[n.text()].push_back(next.text());
      }
    }
    for (i32 plies = 1, quiet = 0; quiet < 2; ++plies) {
      std::map<std::string, Value> found;
      for (const auto& [text, next] : edges) {
        if (values[text].known()) continue;
        bool all_won = true;
        for (const auto& t : next) {
          const Value v = values[t];
          if (v.wdl == Wdl::loss) found[text] = win_in(plies);
          all_won = all_won && v.wdl == Wdl::win;
        }
        if (all_won) found[text] = loss_in(plies);
      }
      for (const auto& [text, v] : found) values[text] = v;
      quiet = found.empty() ? quiet + 1 : 0;
    }
    const Solved solved("quixo:" + std::to_string(side));
    std::string why;
    u64 wins = 0;
    for (const auto& [text, v] : values) {
      const auto p = g.parse(text, why);
      ASSERT_TRUE(p) << text;
      ASSERT_EQ(solved.table.value(g.rank(*p)), v.known() ? v : draw_value) << text;
      wins += v.wdl == Wdl::win;
    }
    EXPECT_EQ(wins, side == 2 ? 100U : 25'496U);
  }
}

// Published: a win in 21 (Tanaka and others); 528 positions lose in one ply, as the side to move sees them.
TEST(Quixo, FourByFour) {
  const Game g(4);
  const Solved solved("quixo:4");
  EXPECT_EQ(solved.table.value(g.rank(g.start())), win_in(21));
  u64 lost_in_one = 0, positions = 0;
  i32 longest_loss = 0;
  for (Slot s = 0; s < g.size(); ++s) {
    Position p;
    if (!g.unrank(s, p)) continue;
    const Value v = solved.table.value(s);
    positions += static_cast<u64>(g.orbit(p)) / 2;
    if (v == loss_in(1)) lost_in_one += static_cast<u64>(g.orbit(p)) / 2;
    if (v.wdl == Wdl::loss) longest_loss = std::max(longest_loss, v.plies);
  }
  EXPECT_EQ(positions, 43'046'721U);
  EXPECT_EQ(lost_in_one, 528U);
  EXPECT_EQ(longest_loss, 22);
}

// The index of the whole game: all 3^25 positions, without solving them.
TEST(Quixo, FiveByFiveHasASlotForEachOfASample) {
  const Game g(5);
  EXPECT_EQ(g.size(), 114'202'950'813U);
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    Position p;
    const Slot s = random() % g.size();
    if (!g.unrank(s, p)) continue;
    ASSERT_EQ(g.rank(p), s);
    ASSERT_EQ(g.rank(g.canonical(p)), s);
  }
}

// With many marks the same values come out as in the whole game.
TEST(Quixo, WithMarksTheSameValues) {
  const Game whole(3), part(3, 1);
  const Solved all("quixo:3"), some("quixo:3-1");
  u64 compared = 0;
  for (Slot s = 0; s < part.size(); ++s) {
    Position p;
    if (!part.unrank(s, p)) continue;
    ASSERT_EQ(some.table.value(s), all.table.value(whole.rank(p))) << part.print(p);
    ++compared;
  }
  EXPECT_EQ(compared, 2'861U); // all classes but the blank board
}

// Moves taken back one by one say the same as marks.
TEST(Quixo, ByUnMovesTheSameBytes) {
  const Solved marks("quixo:4-13");
  const faults::Scratch folder;
  const TableFiles here(marks.scratch.path(), marks.entry->full_name()), there(folder.path(), marks.entry->full_name());
  marks.entry->solve(there, {.method = Method::backward});
  EXPECT_TRUE(faults::bytes_in(here.table) == faults::bytes_in(there.table));
}

// What was begun without distances does not become a table with them.
TEST(Quixo, ValuesAndDistancesAreNotMixed) {
  for (const Contents begun : {Contents::values, Contents::distances}) {
    const faults::Scratch folder;
    const auto entry = open_game("quixo:3");
    const Contents other = begun == Contents::values ? Contents::distances : Contents::values;
    int polls = 0;
    EXPECT_THROW(entry->solve(TableFiles(folder.path(), entry->full_name(), begun),
                              {.threads = 1, .should_stop = [&] { return ++polls > 20; }}),
                 Error);
    try {
      entry->solve(TableFiles(folder.path(), entry->full_name(), other), {.threads = 1});
      ADD_FAILURE() << "it went on";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      EXPECT_NE(std::string(e.what()).find("--values"), std::string::npos) << e.what();
    }
  }
}

TEST(Quixo, KeepsTheContract) {
  for (const Game& g : {Game(2), Game(3), Game(4), Game(5), Game(3, 1), Game(4, 9), Game(5, 18), Game(5, 24)}) {
    EXPECT_EQ(g.outcome(g.start()), Wdl::unknown);
    const CheckReport report = check_game(g, {.samples = 2'000, .seed = 5});
    for (const auto& promise : report.promises) EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  }
}

TEST(Quixo, RefusesWhatIsNoPosition) {
  const Game g(3);
  for (const char* text :
       {"", ".../.../...", ".../.../...:z", ".../.../..:x", ".../.z./...:x", "....../...:x", ".../.../.../...:x"}) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
  // With fewer marks than the index holds.
  const Game late(3, 5);
  std::string why;
  EXPECT_FALSE(late.parse("xo./x../o..:x", why));
  EXPECT_NE(why.find("at least 5 marks"), std::string::npos) << why;
  EXPECT_EQ(late.parse(late.print(late.start()), why), late.start());
}

} // namespace
} // namespace zermelo::quixo
