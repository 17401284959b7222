// Musashi against a second implementation that knows nothing of the first: points by name, lines written out.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "game/check.h"
#include "game/perft.h"
#include "index/plane_words.h"
#include "musashi/index.h"
#include "tests/solved.h"
#include "verify/report.h"

namespace zermelo::musashi {
namespace {

const char* lines_of(int size) {
  if (size == 9) return "e3 f3 g3,f2 f3 f4,g1 g2 g3 g4 g5,e3 f4 g5,e3 f2 g1,f2 g2,f2 g3,f4 g3,f4 g4";
  if (size == 25)
    return "a1 b1 c1 d1 e1,a2 b2 c2 d2 e2,a3 b3 c3 d3 e3,a4 b4 c4 d4 e4,a5 b5 c5 d5 e5,a1 a2 a3 a4 a5,b1 b2 b3 b4 b5,c1 c2 c3 c4 "
           "c5,"
           "d1 d2 d3 d4 d5,e1 e2 e3 e4 e5,a1 b2 c3 d4 e5,a5 b4 c3 d2 e1,c1 b2 a3,a3 b4 c5,c1 d2 e3,c5 d4 e3";
  if (size == 31)
    return "a1 b1 c1 d1 e1,a2 b2 c2 d2 e2,a3 b3 c3 d3 e3 f3,a4 b4 c4 d4 e4,a5 b5 c5 d5 e5,a1 a2 a3 a4 a5,b1 b2 b3 b4 b5,"
           "c1 c2 c3 c4 c5,d1 d2 d3 d4 d5,e1 e2 e3 e4 e5,f2 f3 f4,g1 g3 g5,c1 b2 a3,a3 b4 c5,c1 d2 e3 f4 g5,c5 d4 e3 f2 g1,f2 g3,"
           "f4 g3";
  return "a1 b1 c1 d1 e1,a2 b2 c2 d2 e2,a3 b3 c3 d3 e3 f3 g3,a4 b4 c4 d4 e4,a5 b5 c5 d5 e5,a1 a2 a3 a4 a5,b1 b2 b3 b4 b5,"
         "c1 c2 c3 c4 c5,d1 d2 d3 d4 d5,e1 e2 e3 e4 e5,f2 f3 f4,g1 g2 g3 g4 g5,a1 b2 c3 d4 e5,a5 b4 c3 d2 e1,c1 b2 a3,a3 b4 c5,"
         "c1 d2 e3 f4 g5,c5 d4 e3 f2 g1,f2 g2,f2 g3,f4 g3,f4 g4";
}

struct Naive {
  std::vector<std::vector<std::string>> lines;
  std::map<std::string, char> at; // points of the board

  Naive(int size, const std::string& text) {
    std::istringstream all(lines_of(size));
    for (std::string line; std::getline(all, line, ',');) {
      std::istringstream names(line);
      lines.emplace_back();
      for (std::string name; names >> name;) lines.back().push_back(name), at[name] = '.';
    }
    char column = 'a', row = '1';
    for (const char c : text) {
      if (c == ':') break;
      if (c == '/') {
        column = 'a';
        ++row;
        continue;
      }
      if (const auto it = at.find({column, row}); it != at.end()) it->second = c;
      ++column;
    }
  }
  std::set<std::string> moves(char mover) const {
    std::set<std::string> out;
    for (const auto& line : lines)
      for (std::size_t i = 0; i + 1 < line.size(); ++i)
        for (const auto& [from, to] : {std::pair(line[i], line[i + 1]), std::pair(line[i + 1], line[i])})
          if (at.at(from) == mover && at.at(to) == '.') out.insert(from + "-" + to + (mover == 'X' ? taken(to) : ""));
    return out;
  }
  // In the order of rows, then columns.
  std::string taken(const std::string& to) const {
    std::set<std::pair<char, char>> all;
    for (const auto& line : lines)
      for (std::size_t i = 1; i + 1 < line.size(); ++i)
        if (line[i] == to && at.at(line[i - 1]) == 'o' && at.at(line[i + 1]) == 'o')
          for (const auto& name : {line[i - 1], line[i + 1]}) all.insert({name[1], name[0]});
    std::string out = all.empty() ? "" : "x";
    for (const auto& [row, column] : all) out += {column, row};
    return out;
  }
};

TEST(Musashi, AgreesWithANaiveImplementation) {
  for (const int size : {9, 25, 31, 33}) {
    const Game g(size);
    std::mt19937_64 random(3);
    MoveListOf<Game> moves;
    for (int i = 0; i < 400; ++i) {
      Position p{random() & g.board->all(), static_cast<u32>(random() % g.board->points), static_cast<u32>(random() & 1)};
      if (i % 2 == 0) p.brown &= random();
      p.brown &= ~(u64{1} << p.black);
      std::set<std::string> found;
      if (g.outcome(p) == Wdl::unknown) g.moves(p, moves);
      if (g.outcome(p) == Wdl::unknown)
        for (const Move& m : moves) found.insert(g.move_name(p, m));
      ASSERT_EQ(found, Naive(size, g.print(p)).moves(p.second != 0 ? 'X' : 'o')) << g.print(p);
    }
  }
}

// Steps, and places for a capture, of the board of 33 points.
TEST(Musashi, Lines) {
  const Board& b = Board::of(33);
  int steps = 0, captures = 0;
  for (u32 at = 0; at < b.points; ++at) {
    steps += count_ones(b.beside[at]);
    for (const u64 pair : b.pairs[at]) captures += pair != 0 ? 1 : 0;
  }
  EXPECT_EQ(steps, 2 * 72);
  EXPECT_EQ(captures, 50);
}

TEST(Musashi, Perft) {
  const std::map<int, std::vector<u64>> known = {
      {33, {1, 27, 192, 4640, 15899}}, {31, {1, 23, 88, 1914, 4964}}, {25, {1, 24, 168, 3688, 12480}}};
  for (const auto& [size, counts] : known)
    for (std::size_t depth = 0; depth < counts.size(); ++depth)
      EXPECT_EQ(perft(Game(size), Game(size).start(), static_cast<int>(depth)), counts[depth]) << size;
}

TEST(Musashi, KeepsTheContract) {
  for (const int size : {9, 25, 31, 33}) {
    const auto report = check_contract(Game(size), {.samples = 1'000, .seed = 5});
    for (const auto& promise : report.promises) EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  }
}

TEST(Musashi, RefusesWhatIsNoPosition) {
  const Game g(33);
  for (const char* text : {"", "ooooo../o...o../o.X.o../o...o../ooooo..", "ooooo../o...o../o...o../o...o../ooooo..:o",
                           "ooooo../o...o../o.X.o../o...o../ooooo..:x", "ooooo../o..Xo../o.X.o../o...o../ooooo..:o",
                           "oooooo./o...o../o.X.o../o...o../ooooo..:o", "ooooo/o...o/o.X.o/o...o/ooooo:o"}) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

// All steps of words, of planes in which nothing is left to chance but the bits: against one set after the other.
TEST(Musashi, WordsOfPlanesSayWhatSingleSetsSay) {
  for (const int size : {9, 25}) {
    const Game g(size);
    const PlaneBoard& b = g.planes();
    std::mt19937_64 random(9);
    std::vector<std::vector<u64>> plane(b.planes, std::vector<u64>(b.words()));
    for (auto& words : plane)
      for (u64& w : words) w = random() | random();
    auto bit = [&](const PlanePlace& at) { return (plane[at.plane][at.number / 64] >> at.number % 64 & 1) != 0; };
    MoveListOf<Game> moves;
    for (int i = 0; i < 3'000; ++i) {
      Position p{random() & g.board->all(), static_cast<u32>(random() % g.board->points), static_cast<u32>(random() & 1)};
      p.brown &= ~(u64{1} << p.black);
      g.moves(p, moves);
      int yes = 0;
      for (const Move& m : moves) yes += bit(g.plane_place(g.play(p, m))) ? 1 : 0;
      const PlanePlace here = g.plane_place(p);
      const u64 word = p.second != 0 ? plane_losses(
                                           b, here.plane, [&](u32 k) { return plane[k].data(); }, here.number / 64)
                                     : plane_wins(b, here.plane, plane[here.plane].data(), here.number / 64, 0);
      const bool expected = p.second != 0 ? yes == moves.size() : yes > 0;
      ASSERT_EQ((word >> here.number % 64 & 1) != 0, expected) << g.print(p);
    }
  }
}

TEST(Musashi, OneTableForAllMethodsAndThreads) {
  const faults::Scratch scratch;
  const auto entry = open_game("musashi:9");
  for (const Contents contents : {Contents::distances, Contents::values}) {
    std::string first;
    for (const Method method : {Method::planes, Method::backward, Method::forward})
      for (const int threads : {1, 2}) {
        const TableFiles files(scratch.path(), entry->full_name(), contents);
        entry->solve(files, {.threads = threads, .method = method});
        const std::string bytes = faults::bytes_in(files.table);
        if (first.empty()) first = bytes;
        EXPECT_TRUE(bytes == first) << name_of(method);
      }
  }
}

// The published results of the square.
TEST(Musashi, LongSquareSolved) {
  const Solved solved("musashi:25");
  const Statistics& s = solved.table.header().statistics;
  EXPECT_EQ(s.orbits.positions(), 104'940'576U);
  EXPECT_EQ(s.orbits.wins, 52'429'986U);         // of Brown
  EXPECT_EQ(s.orbits.losses, 52'199'938U);       // of Black
  EXPECT_EQ(s.orbits.draws, 40'302U + 270'350U); // Brown to move does not win, Black to move escapes
  EXPECT_EQ(s.initial, win_in(31));
  EXPECT_EQ(s.longest_win().plies, 37);
  EXPECT_EQ(solved.entry->verify(solved.table, {.sample = 300'000}).wrong, 0U); // 'zermelo verify' looks at all in 45 s
}

} // namespace
} // namespace zermelo::musashi
