// The parts of the proof search, one by one.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/error.h"
#include "dobutsu/index.h"
#include "solve/dfpn/collect.h"
#include "solve/dfpn/path_memory.h"
#include "solve/dfpn/presence.h"
#include "solve/dfpn/repetition.h"
#include "solve/dfpn/save.h"
#include "solve/taking_out.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

TEST(ProofNumbers, CombineAsTheirMeaningSays) {
  Combined sums(false), weak(true);
  for (const Numbers n : {Numbers{3, 5}, Numbers{4, 2}, Numbers{0, Numbers::infinite}}) {
    sums.add(n);
    weak.add(n);
  }
  EXPECT_EQ(sums.numbers(), (Numbers{2, 7}));
  EXPECT_EQ(weak.numbers(), (Numbers{2, 5})); // the larger of 3 and 4, and one for the other
  EXPECT_EQ(sums.room({3, 5}, 10), 6U);
  EXPECT_EQ(weak.room({3, 5}, 10), 9U);
  EXPECT_EQ(weak.room({3, 5}, Numbers::infinite), Numbers::infinite);
  weak.add(refused);
  EXPECT_EQ(weak.numbers(), granted); // a move to where the other fails
  EXPECT_EQ(Combined(true).numbers(), refused);
  Combined failing(true);
  failing.add(granted);
  EXPECT_EQ(failing.numbers(), refused);
}

TEST(ProofNumbers, NothingBecomesInfiniteByAdding) {
  Combined sums(false);
  for (int i = 0; i < 10; ++i) sums.add({Numbers::infinite - 1, 7});
  EXPECT_EQ(sums.numbers(), (Numbers{7, Numbers::infinite - 1}));
}

TEST(ProofNumbers, TheSearchStaysALittle) {
  EXPECT_EQ(stay(4, 0, 100), 5U);
  EXPECT_EQ(stay(100, 0.25, 1000), 125U);
  EXPECT_EQ(stay(100, 0.25, 110), 110U);
  EXPECT_EQ(stay(Numbers::infinite, 0.25, 50), 50U);
}

// Half of the memory, and what is worth most; nothing is taken for something else.
TEST(ProofTable, GivesUpHalfOfItself) {
  ProofTable table(1 << 20);
  std::mt19937_64 random(5);
  std::map<Key, u64> stored;
  for (int i = 0; i < 40'000; ++i) {
    const Key key{random(), random()};
    stored[key] = random() % 1'000'000 + 1;
    table.store(key, {3, 4}, stored[key]);
  }
  u64 there = 0, kept = 0, large = 0, large_kept = 0;
  std::map<Key, bool> before;
  ProofTable::Entry entry;
  for (const auto& [key, visits] : stored) there += before[key] = table.find(key, entry);
  EXPECT_GT(there, 30'000U);
  ASSERT_TRUE(table.halve([](const ProofTable::Entry& e) { return e.size; }));
  EXPECT_EQ(table.bytes(), u64{1} << 19);
  for (const auto& [key, visits] : stored) {
    const bool found = table.find(key, entry);
    EXPECT_TRUE(!found || (before[key] && entry.size == ProofTable::size_of(visits)));
    kept += found;
    large += before[key] && visits > 900'000;
    large_kept += found && visits > 900'000;
  }
  EXPECT_GT(kept, 25'000U); // of 32,768 places
  EXPECT_GT(100 * large_kept, 95 * large);
  table.store({1, 2}, granted, 7);
  ASSERT_TRUE(table.find({1, 2}, entry));
  EXPECT_EQ(entry.numbers, granted);
  EXPECT_FALSE(ProofTable(ProofTable::bucket_bytes).halve([](const ProofTable::Entry& e) { return e.size; }));
}

TEST(TakingOut, TakesMemoryFromTheTableAndNoMore) {
  constexpr u64 table = u64{1} << 30;
  TakingOut watch({}, table);
  int made = 0;
  watch.make_room = [&made] { return ++made == 1; };
  watch.took(table / 8);
  EXPECT_EQ(made, 0);
  watch.took(table / 2);
  EXPECT_EQ(made, 1);
  EXPECT_THROW(watch.took(table / 2 + 1), Error);
  EXPECT_EQ(made, 1);
  TakingOut shared({}, table); // others have the table, too
  shared.took(table / 4);
  EXPECT_THROW(shared.took(table / 4 + 1), Error);
  TakingOut({}, 1024).took(u64{64} << 20); // however small the table is
  TakingOut({}, 0).took(~u64{0});          // no limit
}

TEST(TakingOut, StopsAndTellsHowFarItIs) {
  bool stop = false;
  std::vector<ProveProgress> told;
  ProveOptions options;
  options.should_stop = [&stop] { return stop; };
  options.on_progress = [&told](const ProveProgress& p) { told.push_back(p); };
  TakingOut watch(options, 0);
  watch.now_at(17, 5);
  watch.searched(9);
  while (told.empty()) watch.look_around(); // ten times a second
  EXPECT_TRUE(told[0].proof);
  EXPECT_EQ(told[0].moves, 17U);
  EXPECT_EQ(told[0].open, 5U);
  EXPECT_EQ(told[0].visits, 9U);
  stop = true;
  EXPECT_THROW(watch.look_around(), Error);
  EXPECT_THROW(watch.look_around(), Error); // whoever comes next learns of it, too
}

TEST(ProofTable, FindsWhatWasStoredAndNothingElse) {
  ProofTable table(1 << 20);
  std::mt19937_64 random(3);
  std::map<Key, Numbers> stored;
  for (int i = 0; i < 5'000; ++i) {
    const Key key{random(), random()};
    const Numbers n{static_cast<u32>(random() % Numbers::infinite), static_cast<u32>(1 + random() % (Numbers::infinite - 1))};
    table.store(key, n, random() % 1000 + 1, static_cast<i32>(random() % 4096) - 1);
    stored[key] = n;
  }
  u64 kept = 0;
  ProofTable::Entry entry;
  for (const auto& [key, n] : stored) {
    if (!table.find(key, entry)) continue;
    ++kept;
    ASSERT_EQ(entry.numbers, n);
    EXPECT_FALSE(table.find({key.high, key.low ^ 1}, entry));
  }
  EXPECT_GT(kept, 4'990U);
  EXPECT_NEAR(table.fill(), 5'000.0 / 65'536, 0.02);
}

TEST(ProofTable, WhatTookLeastGivesWay) {
  ProofTable table(ProofTable::bucket_bytes);
  for (u64 i = 1; i <= 6; ++i) table.store({0, i}, {1, 1}, 1000 * i);
  ProofTable::Entry entry;
  u64 largest = 0;
  for (u64 i = 1; i <= 6; ++i) largest += table.find({0, i}, entry) && i >= 4;
  EXPECT_EQ(table.entries(), 4U);
  EXPECT_EQ(largest, 3U); // 4, 5 and 6 are among the four that are left
}

TEST(ProofTable, AResultIsNotOverwrittenByWhatIsOpen) {
  ProofTable table(ProofTable::bucket_bytes);
  const Key key{0, 7};
  ProofTable::Entry entry;
  table.store(key, {3, 4}, 10);
  table.store(key, refused, 20);
  table.store(key, {5, 6}, 30); // of a thread that looked before the result came
  ASSERT_TRUE(table.find(key, entry));
  EXPECT_EQ(entry.numbers, refused);
  table.store(key, granted, 40);
  ASSERT_TRUE(table.find(key, entry));
  EXPECT_EQ(entry.numbers, granted);
}

TEST(ProofTable, SizesRise) {
  u32 last = 0;
  for (u64 visits = 1; visits < u64{1} << 40; visits += visits / 3 + 1) {
    EXPECT_GE(ProofTable::size_of(visits), last);
    last = ProofTable::size_of(visits);
  }
  EXPECT_LT(ProofTable::size_of(~u64{0}), 256U);
}

TEST(Collection, DropsTheSmallest) {
  ProofTable table(1 << 20);
  std::mt19937_64 random(5);
  std::vector<Key> small, large;
  for (u64 i = 0; i < table.entries(); ++i) {
    const Key key{random(), random()};
    (i % 4 == 0 ? large : small).push_back(key);
    table.store(key, {1, 2}, i % 4 == 0 ? 1000 : 1);
  }
  auto found = [&](const std::vector<Key>& keys) {
    ProofTable::Entry entry;
    return std::count_if(keys.begin(), keys.end(), [&](const Key& key) { return table.find(key, entry); });
  };
  const auto before = found(large);
  const double fill = table.fill();
  ASSERT_GT(fill, 0.75);
  const u64 dropped = Collection{.free = 0.5}.collect(table);
  EXPECT_NEAR(table.fill(), 0.5, 0.02);
  EXPECT_NEAR(static_cast<double>(dropped) / static_cast<double>(table.entries()), fill - 0.5, 0.02);
  EXPECT_EQ(found(large), before);
  EXPECT_EQ(Collection{.free = 0.3}.collect(table), 0U); // there is room
}

TEST(SavedSearch, KeepsWhatTookMoreThanALook) {
  const faults::Scratch scratch;
  const SearchIdentity identity{"game:variant", "rules", "position", true}, other{"game:variant", "rules", "position", false};
  const auto file = search_file(scratch.path() / "new", identity);
  SavedSearch saved(file, identity);
  EXPECT_FALSE(saved.state());
  ProofTable table(1 << 16);
  std::mt19937_64 random(7);
  std::vector<Key> keys;
  for (u64 i = 0; i < 500; ++i) {
    keys.push_back({random(), random()});
    table.store(keys.back(), {static_cast<u32>(i + 1), 7}, i % 2 == 0 ? 1 : 50, 3);
  }
  saved.save({table.bytes(), 123, 456, 7.5, 8.5}, table);
  const auto state = SavedSearch(file, identity).state();
  ASSERT_TRUE(state);
  EXPECT_EQ(state->visits, 123U);
  EXPECT_EQ(state->cpu_seconds, 8.5);
  ProofTable again(state->table_bytes);
  saved.load(again);
  for (u64 i = 0; i < keys.size(); ++i) {
    ProofTable::Entry was, is;
    if (!table.find(keys[i], was)) continue;
    ASSERT_EQ(again.find(keys[i], is), i % 2 == 1);
    if (i % 2 == 0) continue;
    EXPECT_EQ(was.numbers, is.numbers);
    EXPECT_EQ(was.size, is.size);
    EXPECT_EQ(was.depth, is.depth);
  }
  EXPECT_THROW(SavedSearch(file, identity).prepare(), Busy); // the other one holds the lock
  EXPECT_NE(search_file(scratch.path() / "new", other), file);
  EXPECT_THROW(SavedSearch(file, other).state(), Error);
}

// A search goes on in a table of another size: what was kept is found there, and nothing else.
TEST(SavedSearch, GoesIntoATableOfAnotherSize) {
  const faults::Scratch scratch;
  const SearchIdentity identity{"game:variant", "rules", "position", true};
  SavedSearch saved(scratch / "s", identity);
  ProofTable table(1 << 16);
  std::mt19937_64 random(8);
  std::vector<Key> keys;
  for (u64 i = 0; i < 300; ++i) {
    keys.push_back({random(), random()});
    table.store(keys.back(), {static_cast<u32>(i + 1), 7}, 50);
  }
  saved.save({.table_bytes = table.bytes()}, table);
  for (const u64 bytes : {u64{1} << 15, u64{50'000}, u64{1} << 16, u64{100'000}, u64{1} << 20}) {
    ProofTable other(bytes);
    saved.load(other);
    u64 found = 0, wrong = 0;
    for (u64 i = 0; i < keys.size(); ++i) {
      ProofTable::Entry is;
      if (!other.find(keys[i], is)) continue;
      ++found;
      wrong += is.numbers.mine != i + 1;
    }
    EXPECT_EQ(wrong, 0U);
    EXPECT_GE(found, 270U) << bytes << " bytes";
    ProofTable::Entry none;
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(other.find({random(), random()}, none));
  }
}

TEST(Presence, IsTakenBack) {
  Presence presence(2);
  const Key key{12345, 6};
  presence.enter(key);
  presence.enter(key);
  EXPECT_EQ(presence.seen(key, {3, 4}), (Numbers{5, 6}));
  EXPECT_EQ(presence.seen(key, granted), granted);
  presence.leave(key);
  presence.leave(key);
  EXPECT_EQ(presence.seen(key, {3, 4}), (Numbers{3, 4}));
  Presence alone(1);
  alone.enter(key);
  EXPECT_EQ(alone.seen(key, {3, 4}), (Numbers{3, 4}));
}

struct Returning {
  static constexpr Repetition repetition = Repetition::draw;
};

// What holds on one path only is told on no other, however long the path is.
TEST(Path, WhatLeansOnItStaysOnIt) {
  struct Node {
    Key key;
    bool attacker_moves = true;
  };
  const dobutsu::Game g;
  for (const i32 depth : {10, ProofTable::deepest, ProofTable::deepest + 1, ProofTable::deepest + 900}) {
    ProofTable table(u64{1} << 20);
    PathMemory<dobutsu::Game> memory(g, table, {});
    for (i32 i = 0; i <= depth + 1; ++i) memory.enter(Node{{static_cast<u64>(i) + 1, 7}});
    const Node node{{1'000'000, 7}};
    memory.store(node, refused, Lean{3, depth}, 5);
    ProofTable::Entry entry;
    EXPECT_FALSE(table.find(node.key, entry) && entry.numbers.settled()) << depth;
    memory.store(node, refused, Lean{}, 5); // this holds anywhere
    EXPECT_TRUE(table.find(node.key, entry) && entry.numbers == refused) << depth;
  }
}

TEST(Path, KnowsWhereAPositionStands) {
  Path<Returning> path;
  const Key a{1, 2}, b{3, 4}, c{5, 6};
  path.enter(a);
  path.enter(b);
  EXPECT_EQ(path.depth(), 1);
  EXPECT_EQ(path.depth_of(a), 0);
  EXPECT_EQ(path.depth_of(b), 1);
  EXPECT_EQ(path.depth_of(c), -1);
  const Key here = path.twin(c, 1), above = path.twin(c, 0);
  EXPECT_NE(here, above);
  path.leave(b);
  EXPECT_EQ(path.twin(c, 0), above);
  path.enter(c);
  EXPECT_NE(path.twin(c, 1), here); // another path
}

} // namespace
} // namespace zermelo
