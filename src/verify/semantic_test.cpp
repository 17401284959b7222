// Parts of a table, checked through caches: the same findings as all at once, in little memory.
#include "verify/semantic.h"

#include <gtest/gtest.h>

#include "tests/faults/damage.h"
#include "tests/faults/solving.h"

namespace zermelo {
namespace {

using Game = graph::GraphGame<true, false>;

class Parts : public testing::TestWithParam<Encoding> {
protected:
  Parts()
      : game_{std::make_shared<const graph::Graph>(
            graph::random_graph(faults::victim_shape(500'000, GetParam() == Encoding::plies16), 7))} {
    const auto contents = GetParam() == Encoding::wdl2 ? Contents::values : Contents::distances;
    faults::solve_graph(game_, folder_.path(), {.threads = 2}, contents);
    path_ = faults::table_in(folder_.path(), contents);
  }
  // Another code in each of these slots, checksums and all.
  void change(const std::vector<Slot>& slots) {
    const BlockReader file(path_);
    Bytes bytes = faults::payload_of(file);
    for (const Slot s : slots) {
      const Value v = decode(GetParam(), code_at(bytes, s, GetParam()));
      const u32 other = encode(GetParam(), v.wdl == Wdl::draw ? loss_in(2) : draw_value);
      if (GetParam() == Encoding::wdl2) {
        bytes[s / 4] &= ~(std::byte{3} << 2 * (s % 4));
        bytes[s / 4] |= std::byte{static_cast<u8>(other)} << 2 * (s % 4);
      } else {
        std::memcpy(&bytes[s * (bits_per_slot(GetParam()) / 8)], &other, bits_per_slot(GetParam()) / 8);
      }
    }
    faults::write_payload(path_, file.header(), file.block_bytes(), bytes);
  }
  VerifyReport check(const VerifyOptions& options) const {
    return SemanticCheck<Game>(game_, Table(path_, faults::identity_of(game_)), options).run();
  }
  // A slot whose value the table holds, and that is no draw.
  Slot held(Slot from) const {
    const Table table(path_);
    for (Slot s = from;; ++s) {
      Game::Position p;
      if (game_.unrank(s, p) && !game_.settle(p).known() && table.value(s).decisive()) return s;
    }
  }
  Game game_;
  faults::Scratch folder_;
  std::filesystem::path path_;
};

TEST_P(Parts, OfASoundTableHold) {
  const VerifyReport all = check({.threads = 2});
  EXPECT_TRUE(all.holds() && all.whole);
  EXPECT_EQ(all.proves(), GetParam() != Encoding::wdl2); // without distances: consistent, no more
  u64 slots = 0;
  for (u64 k = 1; k <= 7; ++k) {
    const VerifyReport part = check({.threads = 2, .memory = u64{8} << 20, .slice = k, .slices = 7});
    EXPECT_TRUE(part.holds()) << part.wrong;
    EXPECT_FALSE(part.whole || part.proves());
    EXPECT_EQ(part.first_slot, slots);
    slots += part.slots;
  }
  EXPECT_EQ(slots, all.slots);
  const VerifyReport sample = check({.threads = 2, .memory = u64{8} << 20, .sample = 2000, .seed = 5});
  EXPECT_TRUE(sample.holds());
  EXPECT_EQ(sample.slots, 2000U);
  try {
    check({.threads = 2, .memory = u64{1} << 16, .sample = 10});
    FAIL() << "checked in no memory at all";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::resources);
  }
}

TEST_P(Parts, FindWhatTheWholeFinds) {
  std::vector<Slot> changed;
  for (const u64 part : {u64{1}, u64{5}, u64{9}}) changed.push_back(held(game_.size() / 10 * part));
  change(changed);
  const VerifyReport all = check({.threads = 3, .most_shown = 1000});
  EXPECT_GE(all.wrong, changed.size());
  for (const Slot s : changed)
    EXPECT_TRUE(std::any_of(all.first.begin(), all.first.end(), [&](const auto& x) { return x.slot == s; })) << s;
  std::vector<VerifyReport::Offence> together;
  for (u64 k = 1; k <= 5; ++k) {
    const VerifyReport part = check({.threads = 2, .most_shown = 1000, .slice = k, .slices = 5});
    together.insert(together.end(), part.first.begin(), part.first.end());
  }
  ASSERT_EQ(together.size(), all.first.size());
  for (std::size_t i = 0; i < together.size(); ++i) {
    EXPECT_EQ(together[i].slot, all.first[i].slot);
    EXPECT_EQ(together[i].position, all.first[i].position);
    EXPECT_TRUE(together[i].found == all.first[i].found && together[i].expected == all.first[i].expected);
  }
  const VerifyReport few = check({.threads = 3, .most_shown = 2});
  ASSERT_EQ(few.first.size(), 2U);
  EXPECT_EQ(few.first[0].slot, all.first[0].slot); // the first by slot, not by time
  EXPECT_EQ(few.first[1].slot, all.first[1].slot);
}

TEST_P(Parts, ASampleIsWhatItsSeedSays) {
  std::vector<Slot> changed;
  for (u64 i = 0; i < 400; ++i) changed.push_back(held(game_.size() / 401 * (i + 1)));
  change(changed);
  auto sampled = [&](int threads, u64 seed) {
    std::vector<Slot> slots;
    for (const auto& x : check({.threads = threads, .most_shown = 100'000, .sample = 20'000, .seed = seed}).first)
      slots.push_back(x.slot);
    return slots;
  };
  const auto first = sampled(1, 1);
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(sampled(3, 1), first);
  EXPECT_NE(sampled(1, 2), first);
}

TEST_P(Parts, ProgressEndsAtTheEnd) {
  VerifyProgress last;
  u64 calls = 0;
  check({.threads = 1, .on_progress = [&](const VerifyProgress& p) { last = p, ++calls; }});
  EXPECT_GT(calls, 1U);
  EXPECT_EQ(last.done, game_.size());
  EXPECT_THROW(check({.threads = 1, .should_stop = [] { return true; }}), Error);
}

// Why a table without distances is called consistent and no more: two positions that only lead to each other are a draw, but a
// win that leans on a loss that leans on that win agrees with its successors as well. A distance would have to fall for ever.
TEST(Consistency, IsNoProof) {
  graph::Graph g;
  g.nodes = 2;
  graph::detail::flatten(g, {{1}, {0}});
  g.outcome = {Wdl::unknown, Wdl::unknown};
  g.settled = {false, false};
  g.image = g.at = {0, 1};
  g.slot = {0, 1};
  const Game game{std::make_shared<const graph::Graph>(g)};
  const faults::Scratch folder;
  Statistics s;
  s.positions = s.orbits = {1, 1, 0};
  auto holds = [&](Encoding e, Value first, Value second, i32 plies) {
    s.initial = second;
    s.wins_by_plies.assign(static_cast<std::size_t>(plies) + 1, 0), s.losses_by_plies.assign(static_cast<std::size_t>(plies), 0);
    s.wins_by_plies.back() = s.losses_by_plies.back() = 1;
    Bytes bytes(bytes_for(e, 2));
    if (e == Encoding::wdl2) {
      bytes[0] = static_cast<std::byte>(encode(e, first) | encode(e, second) << 2);
    } else {
      bytes = {static_cast<std::byte>(encode(e, first)), static_cast<std::byte>(encode(e, second))};
    }
    const TableHeader header{faults::identity_of(game), e, e != Encoding::wdl2, s, {}};
    faults::write_payload(folder / "table", nlohmann::json::parse(header_text(header)), 64, bytes);
    const Table table(folder / "table");
    return SemanticCheck<Game>(game, table, {.threads = 1}).run();
  };
  const VerifyReport without = holds(Encoding::wdl2, win_value, loss_value, 3);
  EXPECT_TRUE(without.holds());
  EXPECT_FALSE(without.proves());
  const VerifyReport with = holds(Encoding::plies8, win_in(3), loss_in(2), 3);
  EXPECT_EQ(with.wrong, 1U); // the loss would have to be in 4
}

INSTANTIATE_TEST_SUITE_P(Encodings, Parts, testing::Values(Encoding::plies8, Encoding::plies16, Encoding::wdl2),
                         [](const auto& p) { return std::string(name_of({p.param})); });

} // namespace
} // namespace zermelo
