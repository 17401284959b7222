// Dobutsu Shogi against a second, naive implementation of the printed rules, and its index against independent counts.
#include <gtest/gtest.h>

#include <cctype>
#include <random>
#include <set>

#include "dobutsu/index.h"
#include "game/check.h"
#include "game/perft.h"

namespace zermelo::dobutsu {
namespace {

// The printed rules on a plain board of letters, as both players see it from the first player's side; nothing is turned.
struct Naive {
  std::array<std::string, 4> rows = {"gle", "-c-", "-C-", "ELG"};
  std::string hands; // letters, capitals the first player's
  bool first = true;

  static bool steps(char piece, int down, int right) {
    const bool small = std::islower(piece) != 0;
    const int ahead = small ? down : -down;
    const bool diagonal = down != 0 && right != 0, straight = !diagonal;
    switch (std::toupper(piece)) {
    case 'L': return true;
    case 'G': return straight;
    case 'E': return diagonal;
    case 'C': return ahead == 1 && straight;
    case 'H': return straight || ahead == 1;
    default: return false;
    }
  }
  bool mine(char piece) const { return piece != '-' && (std::isupper(piece) != 0) == first; }

  std::string text() const {
    std::string sorted;
    for (const char c : std::string("LEGClegc"))
      sorted += std::string(static_cast<std::size_t>(std::count(hands.begin(), hands.end(), c)), c);
    std::string s = first ? "S" : "G";
    for (const auto& row : rows) s += "/" + row;
    return s + "/" + (sorted.empty() ? "-" : sorted);
  }

  std::vector<Naive> children() const {
    std::vector<Naive> out;
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 3; ++c) {
        const char piece = rows[std::size_t(r)][std::size_t(c)];
        if (!mine(piece)) continue;
        for (int down = -1; down <= 1; ++down) {
          for (int right = -1; right <= 1; ++right) {
            const int row = r + down, column = c + right;
            if ((down == 0 && right == 0) || row < 0 || row > 3 || column < 0 || column > 2 || !steps(piece, down, right))
              continue;
            const char target = rows[std::size_t(row)][std::size_t(column)];
            if (mine(target)) continue;
            Naive next = *this;
            next.first = !first;
            next.rows[std::size_t(r)][std::size_t(c)] = '-';
            char arrives = piece;
            if (piece == 'C' && row == 0) arrives = 'H';
            if (piece == 'c' && row == 3) arrives = 'h';
            next.rows[std::size_t(row)][std::size_t(column)] = arrives;
            if (target != '-') {
              char kept = static_cast<char>(std::toupper(target));
              if (kept == 'H') kept = 'C';
              next.hands += first ? kept : static_cast<char>(std::tolower(kept));
            }
            out.push_back(next);
          }
        }
      }
    }
    const std::set<char> kinds(hands.begin(), hands.end());
    for (const char piece : kinds) {
      if (!mine(piece)) continue;
      for (std::size_t r = 0; r < 4; ++r) {
        for (std::size_t c = 0; c < 3; ++c) {
          if (rows[r][c] != '-') continue;
          Naive next = *this;
          next.first = !first;
          next.rows[r][c] = piece;
          next.hands.erase(next.hands.find(piece), 1);
          out.push_back(next);
        }
      }
    }
    return out;
  }

  bool lion_in_hand() const { return hands.find_first_of("Ll") != std::string::npos; }
  bool can_take_lion() const {
    for (const auto& next : children())
      if (next.lion_in_hand()) return true;
    return false;
  }
  // Over: a lion was taken; the lion of the player to move is home; the other's is home and cannot be taken.
  Wdl outcome() const {
    if (lion_in_hand()) return Wdl::loss;
    const bool first_home = rows[0].find('L') != std::string::npos, second_home = rows[3].find('l') != std::string::npos;
    if (first ? first_home : second_home) return Wdl::win;
    if ((first ? second_home : first_home) && !can_take_lion()) return Wdl::loss;
    return children().empty() ? Wdl::loss : Wdl::unknown;
  }
};

u64 naive_perft(const Naive& n, int depth) {
  if (depth == 0) return 1;
  if (n.outcome() != Wdl::unknown) return 0;
  u64 leaves = 0;
  for (const auto& next : n.children()) leaves += naive_perft(next, depth - 1);
  return leaves;
}

const Game game;

TEST(Dobutsu, AgreesWithThePrintedRules) {
  std::mt19937_64 random(7);
  for (int playout = 0; playout < 300; ++playout) {
    Naive naive;
    for (int ply = 0; ply < 150; ++ply) {
      std::string why;
      const auto p = game.parse(naive.text(), why);
      ASSERT_TRUE(p) << naive.text() << ": " << why;
      ASSERT_EQ(game.print(*p), naive.text());
      ASSERT_EQ(game.outcome(*p), naive.outcome()) << naive.text();
      if (naive.outcome() != Wdl::unknown) break;
      ASSERT_EQ(game.settle(*p).known(), naive.can_take_lion()) << naive.text();
      const auto next = naive.children();
      std::multiset<std::string> wanted, found;
      for (const auto& n : next) wanted.insert(n.text());
      MoveListOf<Game> moves;
      game.moves(*p, moves);
      for (const auto& m : moves) found.insert(game.print(game.play(*p, m)));
      ASSERT_EQ(found, wanted) << naive.text();
      naive = next[random() % next.size()];
    }
  }
}

TEST(Dobutsu, Perft) {
  const u64 wanted[] = {1, 4, 17, 123, 976, 8122, 71677, 635117};
  for (int depth = 0; depth <= 7; ++depth) EXPECT_EQ(perft(game, game.start(), depth), wanted[depth]);
  for (int depth = 0; depth <= 5; ++depth) EXPECT_EQ(naive_perft({}, depth), wanted[depth]);
}

TEST(Dobutsu, KeepsItsPromises) {
  for (const auto& p : check_contract(game, {.samples = 20'000}).promises) EXPECT_EQ(p.broken, 0U) << p.name << ": " << p.example;
}

// Tanaka counts 1,567,925,964 arrangements: both lions on any two different squares (neighbours and last rows included), each
// other piece on the board of either player or in either hand, chicks and hens on any row, pieces of a kind alike, one player
// to move, images counted separately.
TEST(Dobutsu, AllArrangements) {
  std::vector<LionPair> pairs;
  for (int own = 0; own < cells; ++own)
    for (int other = 0; other < cells; ++other)
      if (own != other) pairs.push_back({own, other});
  EXPECT_EQ(NumberingTables(pairs, false, false).numbering().size(), 1'567'925'964U);
}

// Counts open positions kind by kind instead of cell by cell: which cells hold the elephants, giraffes and chicks, then in how
// many ways each can be owned. With `symmetric`, only positions that are their own mirror image.
class KindByKind {
public:
  KindByKind(int own, int other, bool symmetric) : own_(own), other_(other), symmetric_(symmetric) {}
  u64 count() const { return place(0, 0); }

private:
  static int row(int square) { return square / 3; }
  static int column(int square) { return square % 3; }
  static int image(int square) { return 3 * row(square) + 2 - column(square); }
  // The forms that a piece of the kind can have on a square: either player's, a chick or a hen.
  u64 forms(int kind, int square) const {
    const int down = row(other_) - row(square), right = column(other_) - column(square);
    const bool near = down >= -1 && down <= 1 && right >= -1 && right <= 1;
    u64 n = 0;
    for (const char* own = kind == 0 ? "E" : kind == 1 ? "G" : "CH"; *own != 0; ++own)
      n += near && Naive::steps(*own, down, right) ? u64{1} : u64{2};
    return n;
  }
  u64 place(int kind, unsigned taken) const {
    if (kind == 3) return 1;
    const unsigned blocked = taken | 1U << own_ | 1U << other_;
    u64 n = 3 * place(kind + 1, taken); // both in the hands
    for (int a = 0; a < 12; ++a) {
      if ((blocked >> a & 1U) != 0) continue;
      if (!symmetric_ || image(a) == a) n += 2 * forms(kind, a) * place(kind + 1, taken | 1U << a);
      for (int b = a + 1; b < 12; ++b) {
        if ((blocked >> b & 1U) != 0) continue;
        const u64 rest = place(kind + 1, taken | 1U << a | 1U << b);
        if (!symmetric_ || (image(a) == a && image(b) == b)) {
          n += forms(kind, a) * forms(kind, b) * rest;
        } else if (image(a) == b) {
          n += forms(kind, a) * rest;
        }
      }
    }
    return n;
  }

  int own_, other_;
  bool symmetric_;
};

TEST(Dobutsu, IndexSize) {
  u64 all = 0, symmetric = 0;
  for (int own = 3; own < 12; ++own) {
    for (int other = 0; other < 9; ++other) {
      const int down = own / 3 - other / 3, right = own % 3 - other % 3;
      if (down * down <= 1 && right * right <= 1) continue;
      all += KindByKind(own, other, false).count();
      if (own % 3 == 1 && other % 3 == 1) symmetric += KindByKind(own, other, true).count();
    }
  }
  EXPECT_EQ((all + symmetric) / 2, game.size());
  EXPECT_EQ(game.size(), 121'134'668U);
  EXPECT_EQ(2 * all, 484'499'806U); // either player to move
}

TEST(Dobutsu, FoldsTheMirrorAwayEverywhere) {
  u64 symmetric = 0;
  for (Slot s = 0; s < game.size(); s += 997) {
    Position p;
    game.unrank(s, p);
    symmetric += game.weight(s) == 2 ? 1U : 0U;
    ASSERT_EQ(game.rank({mirror(p.bits)}), s);
    ASSERT_EQ(game.census_rank({mirror(p.bits)}), game.census_rank(p));
    ASSERT_LT(game.census_rank(p), game.census_size());
  }
  EXPECT_GT(symmetric, 0U);
}

TEST(Dobutsu, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "expected"},
      {"S/gle/-c-/-C-/ELG", "expected"},
      {"X/gle/-c-/-C-/ELG/-", "side to move"},
      {"S/gxe/-c-/-C-/ELG/-", "no piece 'x'"},
      {"S/gle/-c-/-C-/ELG/C", "two chicks"},
      {"S/gle/---/-C-/ELG/-", "two chicks"},
      {"S/gl-/-c-/-C-/-LG/-", "two elephants belong on the board and into the hands; here there are none"},
      {"S/gle/-c-/---/ELG/H", "captured hen"},
      {"S/gle/-c-/LC-/ELG/-", "one lion"},
      {"S/g-e/-c-/-C-/ELG/-", "each lion"},
      {"S/g-e/-c-/-C-/ELG/L", "lion was taken"},
      {"S/gle/-c-/-C-/E-G/L", "each lion"},
  };
  for (const auto& [text, reason] : cases) {
    std::string why;
    EXPECT_FALSE(game.parse(text, why)) << text;
    EXPECT_NE(why.find(reason), std::string::npos) << text << ": " << why;
  }
  std::string why;
  EXPECT_TRUE(game.parse("G/g-e/-c-/-C-/ELG/L", why)) << why;
}

TEST(Dobutsu, NoMoveIsALoss) {
  for (const char* text : {"S/GEl/LGE/CC-/---/-", "S/GE-/LGE/CCl/---/-"}) {
    std::string why;
    const auto p = game.parse(text, why);
    ASSERT_TRUE(p) << why;
    EXPECT_EQ(game.settle(*p), loss_in(0));
    EXPECT_NE(game.rank(*p), no_slot); // the two slots of the index that the rules settle
    FixedList<Position, Game::max_predecessors> before;
    game.predecessors(*p, before);
    EXPECT_TRUE(before.empty());
  }
}

TEST(Dobutsu, SurvivesGarbage) {
  std::mt19937_64 random(3);
  const std::string alphabet = "SGLEGCHRlegchr-./ 1\xff";
  for (int i = 0; i < 200'000; ++i) {
    std::string text = "S/gle/-c-/-C-/ELG/-";
    for (u64 edits = random() % 6; edits > 0; --edits) {
      const std::size_t where = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
      case 0: text[where] = c; break;
      case 1: text.insert(where, 1, c); break;
      default: std::swap(text[where], text[random() % text.size()]);
      }
    }
    std::string why;
    const auto p = game.parse(text, why);
    ASSERT_TRUE(p || !why.empty()) << text;
    if (p) {
      ASSERT_EQ(game.parse(game.print(*p), why), p) << text;
    }
  }
}

TEST(Dobutsu, NamesMovesOnTheRealBoard) {
  auto names = [](const char* text) {
    std::string why;
    const auto p = game.parse(text, why);
    MoveListOf<Game> moves;
    game.moves(*p, moves);
    std::set<std::string> all;
    for (const auto& m : moves) all.insert(game.move_name(*p, m));
    return all;
  };
  EXPECT_EQ(names("S/gle/-c-/-C-/ELG/-"), (std::set<std::string>{"B3-B2", "C4-C3", "B4-A3", "B4-C3"}));
  EXPECT_TRUE(names("G/gle/-C-/---/ELG/c").contains("C*B3"));
  EXPECT_TRUE(names("S/g-e/C-l/---/ELG/C").contains("A2-A1+"));
}

} // namespace
} // namespace zermelo::dobutsu
