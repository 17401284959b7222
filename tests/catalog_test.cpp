// Over every game of the catalog: node counts, promises, and small solves in every way with one result. A new game is tested
// here without a line of its own.
#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "index/figures.h"
#include "tests/faults/scratch.h"
#include "verify/semantic.h"
#include "view/published.h"

namespace zermelo {
namespace {

constexpr u64 small = 200'000; // slots that a test solves several times

std::vector<std::unique_ptr<Entry>> listed() {
  std::vector<std::unique_ptr<Entry>> entries;
  for (const auto& folder : catalog())
    for (const auto& v : folder.family.variants)
      entries.push_back(open_game(folder.family.name + (v.name.empty() ? "" : ":" + v.name)));
  return entries;
}

TEST(Catalog, NodeCountsAreKnown) {
  u64 compared = 0;
  for (const auto& folder : catalog()) {
    for (const auto& v : folder.family.variants) {
      const auto entry = open_game(folder.family.name + (v.name.empty() ? "" : ":" + v.name));
      const auto counts = known_perft(folder.known, v.name);
      for (std::size_t depth = 0; depth < counts.size() && counts[depth] <= 2'000'000; ++depth, ++compared)
        EXPECT_EQ(entry->perft(entry->game().start(), static_cast<int>(depth)), counts[depth])
            << entry->full_name() << " " << depth;
    }
    EXPECT_FALSE(known_perft(folder.known, "").empty()) << folder.family.name << " states no node counts";
  }
  EXPECT_GT(compared, 20U);
}

TEST(Catalog, GamesKeepTheirPromises) {
  for (const auto& entry : listed()) {
    const CheckReport report = entry->check({.samples = 4'000, .seed = 7});
    for (const auto& p : report.promises) EXPECT_EQ(p.broken, 0U) << entry->full_name() << ": " << p.name << ", " << p.example;
  }
}

TEST(Catalog, IndicesAgreeWithTheirDiagrams) {
  u64 compared = 0;
  for (const auto& entry : listed()) {
    const IndexReport report = entry->index(small);
    EXPECT_TRUE(report.agrees()) << entry->full_name();
    if (report.slots && report.slots->positions) {
      EXPECT_LE(*report.slots->classes, report.slots->size) << entry->full_name();
    }
    compared += report.diagram && report.slots && report.slots->positions;
  }
  EXPECT_GE(compared, 4U);
}

TEST(Catalog, TextRoundTripsAndRefuses) {
  for (const auto& entry : listed()) {
    std::string why;
    const auto& game = entry->game();
    const auto start = game.parse(game.print(game.start()), why);
    ASSERT_TRUE(start) << entry->full_name() << ": " << why;
    EXPECT_EQ(game.print(*start), game.print(game.start()));
    for (const char* garbage : {"", " ", "x", "////////", "initial ", "\xff\xfe", "99999999999999999999"}) {
      why.clear();
      EXPECT_FALSE(game.parse(garbage, why)) << entry->full_name() << " takes '" << garbage << "'";
      EXPECT_NE(why, "") << entry->full_name() << " refuses '" << garbage << "' without a reason";
    }
  }
}

TEST(Catalog, EveryWayOfSolvingGivesTheSameBytes) {
  int solved = 0;
  for (const auto& entry : listed()) {
    if (!entry->game().indexed() || entry->game().slots() > small) continue;
    const faults::Scratch folder;
    const TableFiles files(folder.path(), entry->full_name());
    std::string first;
    std::vector<Method> methods = {Method::automatic};
    for (const Method m : named_methods) {
      try {
        entry->plan({.method = m}, Contents::distances);
        methods.push_back(m);
      } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::usage) << e.what();
      }
    }
    EXPECT_GE(methods.size(), 2U);
    for (const Method method : methods) {
      for (const int threads : {1, 2, 5}) {
        entry->solve(files, {.threads = threads, .method = method, .restart = true});
        const std::string bytes = faults::bytes_in(files.table);
        if (first.empty()) first = bytes;
        EXPECT_EQ(bytes, first) << entry->full_name() << " by " << name_of(method) << ", " << threads << " threads";
      }
    }
    const Table table(files.table, entry->identity());
    const VerifyReport report = entry->verify(table, {});
    EXPECT_TRUE(report.holds()) << entry->full_name() << ": " << report.wrong << " wrong values";
    EXPECT_EQ(report.slots, entry->game().slots());
    ++solved;
  }
  EXPECT_GE(solved, 4);
}

} // namespace
} // namespace zermelo
