// Tables of Checkers: against a plain solver, other methods, other numbers of threads, interruptions and damage; and a search
// that leans on them.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "catalog/by_alpha_beta.h"
#include "catalog/catalog.h"
#include "checkers/reference.h"
#include "solve/dfpn/options.h"
#include "table/table.h"
#include "tests/faults/scratch.h"
#include "tests/solved.h"
#include "verify/report.h"
#include "view/probe.h"

namespace zermelo::checkers {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void expect_reference_values(const std::string& game, int side, int each, int together) {
  const Solved solved(game);
  const AnyGame& g = solved.entry->game();
  const auto plies = reference::solve(reference::placements(side, each, together));
  EXPECT_EQ(plies.size(), 2 * solved.table.slots());
  u64 wrong = 0;
  for (const auto& [board, n] : plies) {
    std::string why;
    const auto p = g.parse(reference::text(board), why);
    ASSERT_TRUE(p) << reference::text(board) << why;
    const Value right = n < 0 ? draw_value : n % 2 == 1 ? win_in(n) : loss_in(n);
    wrong += solved.table.value(g.rank(*p)) != right;
  }
  EXPECT_EQ(wrong, 0U) << game;
}

TEST(CheckersTable, AgreesWithAPlainSolver) {
  expect_reference_values("checkers:endings-2", 8, 2, 2);
  expect_reference_values("checkers:4x4", 4, 2, 4);
}

TEST(CheckersTable, OneTableForAllMethodsAndThreads) {
  const faults::Scratch scratch;
  for (const char* game : {"checkers:endings-3", "checkers:4x4", "checkers:6x6-endings-4"}) {
    const auto entry = open_game(game);
    for (const Contents contents : {Contents::distances, Contents::values}) {
      const TableFiles files(scratch.path(), entry->full_name(), contents);
      std::string first;
      for (const int threads : {1, 2, 3}) {
        entry->solve(files, {.threads = threads});
        const std::string bytes = bytes_of(files.table);
        if (first.empty()) first = bytes;
        EXPECT_TRUE(bytes == first) << game << ' ' << threads;
      }
      entry->solve(files, {.method = Method::forward});
      EXPECT_TRUE(bytes_of(files.table) == first) << game;
    }
  }
}

TEST(CheckersTable, VerifiesAndIsProbedWithAndWithoutDistances) {
  const faults::Scratch scratch;
  for (const char* game : {"checkers:endings-3", "checkers:4x4", "checkers:6x6-endings-4"}) {
    const auto entry = open_game(game);
    const TableFiles files(scratch.path(), entry->full_name()), small(scratch.path(), entry->full_name(), Contents::values);
    entry->solve(files, {});
    entry->solve(small, {});
    const Table distances(files.table, entry->identity()), values(small.table, entry->identity());
    for (const Table* table : {&distances, &values}) {
      const VerifyReport report = entry->verify(*table, {});
      EXPECT_EQ(report.wrong, 0U) << game;
      EXPECT_TRUE(report.statistics_agree) << game;
    }
    u64 left_out = 0;
    for (Slot s = 0; s < distances.slots(); s += 7) {
      const auto p = entry->game().unrank(s);
      ASSERT_TRUE(p);
      left_out += entry->game().deferred(*p);
      ASSERT_EQ(value_of(entry->game(), &values, *p).wdl, distances.value(s).wdl) << entry->game().print(*p);
    }
    EXPECT_GT(left_out, 0U);
  }
}

TEST(CheckersTable, AWrongValueIsFound) {
  const faults::Scratch scratch;
  const auto entry = open_game("checkers:endings-2");
  const TableFiles files(scratch.path(), entry->full_name());
  entry->solve(files, {});
  const Table table(files.table, entry->identity());
  std::mt19937_64 random(3);
  for (int i = 0; i < 20; ++i) {
    const Slot hit = random() % table.slots();
    std::vector<u32> codes;
    Bytes raw(table.slots());
    table.read_codes(0, codes);
    for (std::size_t s = 0; s < raw.size(); ++s) raw[s] = static_cast<std::byte>(codes[s]);
    raw[hit] = static_cast<std::byte>((codes[hit] + 2) % 250);
    const auto path = scratch.path() / "wrong.zt";
    BlockWriter writer(path, header_text(table.header()), raw.size(), table.file().block_bytes());
    writer.append(compress_block(raw, 3));
    writer.finish();
    EXPECT_GT(entry->verify(Table(path, entry->identity()), {}).wrong, 0U) << hit;
  }
}

// Stopped again and again, it goes on and ends with the same bytes.
TEST(CheckersTable, GoesOnWhereItWasStopped) {
  const faults::Scratch scratch;
  const auto entry = open_game("checkers:endings-3");
  const TableFiles files(scratch.path(), entry->full_name());
  entry->solve(files, {});
  const std::string right = bytes_of(files.table);
  std::filesystem::remove(files.table);
  int stops = 0;
  for (int after = 1;; after += 2) {
    int polls = 0;
    try {
      const SolveResult result = entry->solve(files, {.threads = 1, .should_stop = [&] { return ++polls > after * 40; }});
      EXPECT_EQ(result.resumed, stops > 0);
      break;
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), Exit::stopped) << e.what();
      ++stops;
    }
  }
  EXPECT_GT(stops, 2);
  EXPECT_TRUE(bytes_of(files.table) == right);
}

TEST(CheckersTable, ADamagedOrMissingLayerIsNamedAndRefused) {
  const faults::Scratch scratch;
  const auto entry = open_game("checkers:endings-3");
  const TableFiles files(scratch.path(), entry->full_name());
  const std::filesystem::path layer = files.checkpoint.string() + ".002", later = files.checkpoint.string() + ".004";
  EXPECT_THROW(entry->solve(files, {.threads = 1, .should_stop = [&] { return std::filesystem::exists(later); }}), Error);
  ASSERT_TRUE(std::filesystem::exists(layer));
  const std::string good = bytes_of(layer);
  auto refused = [&](const std::string& word) {
    try {
      entry->solve(files, {});
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      EXPECT_NE(std::string(e.what()).find(layer.filename().string()), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
      return;
    }
    ADD_FAILURE() << "was not refused";
  };
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 40) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 16);
    std::ofstream(layer, std::ios::binary) << bad;
    refused("--restart");
  }
  std::filesystem::remove(layer);
  refused("the layer of");
  EXPECT_GT(entry->solve(files, {.restart = true}).table_bytes, 0U);
}

TEST(CheckersTable, RefusesWithFiguresWhatDoesNotFit) {
  const faults::Scratch scratch;
  const auto entry = open_game("checkers:endings-6");
  EXPECT_THROW(entry->solve(TableFiles(scratch.path(), entry->full_name()), {.memory = u64{256} << 20}), Error);
  EXPECT_LT(open_game("checkers:endings-5")->plan({.threads = 2}, Contents::distances).memory, u64{1} << 30);
  EXPECT_LT(entry->plan({.threads = 2}, Contents::distances).memory, u64{6} << 30);
}

// Tables of N pieces against both searches that lean on those of N - 1, which leave out captures.
void expect_search_agrees(const std::string& larger, const std::string& smaller, u64 positions) {
  const faults::Scratch scratch;
  const auto right = open_game(larger), bound = open_game(smaller);
  const TableFiles files(scratch.path(), larger), small(scratch.path(), smaller, Contents::values);
  right->solve(files, {});
  bound->solve(small, {});
  const Table table(files.table, right->identity());
  ProveOptions options{.threads = 1, .memory = u64{4} << 20, .most_visits = 20'000};
  options.lean_on = [&]() -> std::function<Wdl(const AnyPosition&)> {
    const auto values = std::make_shared<Table>(small.table, bound->identity());
    return [&bound, values](const AnyPosition& p) {
      const AnyGame& g = bound->game();
      const Value settled = g.settle(p);
      const Slot s = g.rank(p);
      if (s == no_slot || settled.known() || g.deferred(p)) return settled.wdl;
      return values->value(s).wdl;
    };
  };
  std::mt19937_64 random(faults::seed_of_test());
  u64 open = 0, decided = 0, by_value[4] = {};
  for (u64 i = 0; i < positions; ++i) {
    Slot s = 0;
    std::optional<AnyPosition> p;
    do {
      s = random() % table.slots();
      p = right->game().unrank(s);
    } while (bound->game().rank(*p) != no_slot || right->game().settle(*p).known());
    const Wdl value = table.value(s).wdl;
    ++by_value[static_cast<int>(value)];
    bool undecided = false;
    for (const bool mover : {true, false}) {
      const Verdict by_numbers = right->prove(*p, mover, options).verdict;
      const Verdict by_depth = attack_by_alpha_beta(*right, *p, mover, options).verdict;
      undecided = undecided || by_numbers == Verdict::unknown;
      decided += by_depth != Verdict::unknown;
      for (const Verdict v : {by_numbers, by_depth})
        if (v != Verdict::unknown) {
          ASSERT_EQ(v == Verdict::proven, value == (mover ? Wdl::win : Wdl::loss)) << right->game().print(*p);
        }
    }
    open += undecided;
  }
  EXPECT_LT(open, positions / 2);
  EXPECT_GT(decided, positions / 2);
  for (const Wdl v : {Wdl::win, Wdl::loss, Wdl::draw}) EXPECT_GT(by_value[static_cast<int>(v)], 0U) << name_of(v);
}

TEST(CheckersSearch, AgreesWithTablesOfOneMorePiece) {
  expect_search_agrees("checkers:endings-3", "checkers:endings-2", faults::times(400, 4'000));
  expect_search_agrees("checkers:6x6-endings-4", "checkers:6x6-endings-3", faults::times(400, 4'000));
}

} // namespace
} // namespace zermelo::checkers
