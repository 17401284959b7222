// Decision diagrams against plain enumeration, on families given by random automata and by formulas.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <random>
#include <set>

#include "index/combinations.h"
#include "index/frontier.h"
#include "index/zdd_build.h"
#include "index/zdd_count.h"
#include "index/zdd_walk.h"

namespace zermelo {
namespace {

// The subsets of k of n items. `noise` adds something to the state that does not matter.
struct Subsets {
  using State = std::pair<int, int>;
  int n, k;
  int noise = 1;
  int items() const { return n; }
  State start() const { return {0, 0}; }
  std::optional<State> step(int item, State s, bool taken) const {
    if (s.first + taken > k) return std::nullopt;
    return State{s.first + taken, (2 * s.second + item * taken) % noise};
  }
  bool accepts(State s) const { return s.first == k; }
};

struct Everything {
  using State = int;
  int n;
  int items() const { return n; }
  State start() const { return 0; }
  std::optional<State> step(int, State s, bool) const { return s; }
  bool accepts(State) const { return true; }
};

// A random machine: next[item][state][taken], some ways forbidden.
struct Machine {
  using State = int;
  int n;
  std::vector<std::vector<std::array<int, 2>>> next; // -1: forbidden
  std::vector<bool> good;
  int items() const { return n; }
  State start() const { return 0; }
  std::optional<State> step(int item, State s, bool taken) const {
    const int to = next[static_cast<std::size_t>(item)][static_cast<std::size_t>(s)][taken ? 1 : 0];
    return to < 0 ? std::nullopt : std::optional(to);
  }
  bool accepts(State s) const { return good[static_cast<std::size_t>(s)]; }

  static Machine random() {
    std::mt19937_64 dice(*rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<u64>())));
    const u64 states = 1 + dice() % 6, seldom = 3 + dice() % 20; // how seldom a way is forbidden
    Machine m{static_cast<int>(dice() % 12), {}, {}};
    auto to = [&] { return dice() % seldom == 0 ? -1 : static_cast<int>(dice() % states); };
    m.next.resize(static_cast<std::size_t>(m.n));
    for (auto& item : m.next)
      for (u64 s = 0; s < states; ++s) item.push_back({to(), to()});
    for (u64 s = 0; s < states; ++s) m.good.push_back(dice() % 2 == 0);
    return m;
  }
};

// The same family as strings over {0, 1}.
template <class S> struct AsStrings {
  using State = typename S::State;
  S spec;
  int items() const { return spec.items(); }
  int contents() const { return 2; }
  State start() const { return spec.start(); }
  std::optional<State> step(int item, State s, int content) const { return spec.step(item, s, content == 1); }
  u64 leaves(const State& s) const { return spec.accepts(s) ? 1 : 0; }
};

// All sets of a family in the order of their ranks: without an item before with it.
template <class S> std::vector<ItemSet> listed(const S& spec, std::vector<ItemSet>* others = nullptr) {
  std::vector<ItemSet> all;
  for (u64 code = 0; code < u64{1} << spec.items(); ++code) {
    ItemSet set;
    auto state = std::optional(spec.start());
    for (int i = 0; i < spec.items(); ++i) {
      const bool taken = (code >> (spec.items() - 1 - i) & 1) != 0;
      if (taken) set.push_back(static_cast<u32>(i));
      if (state) state = spec.step(i, *state, taken);
    }
    if (state && spec.accepts(*state))
      all.push_back(set);
    else if (others != nullptr)
      others->push_back(set);
  }
  return all;
}

u64 nodes_on_path(const Zdd& zdd, const ItemSet& set) {
  u64 n = 0;
  for (u32 at = zdd.root(); at > Zdd::one; ++n) {
    const auto& node = zdd.nodes()[at];
    at = std::find(set.begin(), set.end(), node.item) != set.end() ? node.hi : node.lo;
  }
  return n;
}

TEST(Zdd, AgreesWithEnumeration) {
  EXPECT_TRUE(rc::check("a random machine", [] {
    const Machine spec = Machine::random();
    std::vector<ItemSet> others;
    const auto all = listed(spec, &others);
    RC_CLASSIFY(all.size() > 20, "more than 20 sets");
    const Frontier<u64> strings(AsStrings<Machine>{spec});
    RC_ASSERT(strings.size() == all.size());
    for (const auto merge : {ZddMerge::by_state, ZddMerge::reduced}) {
      const Zdd zdd = build_zdd(spec, merge);
      RC_ASSERT(zdd.size() == all.size());
      ZddWalk walk(zdd);
      std::vector<u64> lengths, sums;
      auto count = [](std::vector<u64>& counts, u64 k) {
        if (counts.size() <= k) counts.resize(k + 1);
        ++counts[k];
      };
      for (u64 r = 0; r < all.size(); ++r, walk.next()) {
        ItemSet set;
        zdd.unrank(r, set);
        RC_ASSERT(set == all[r]);
        RC_ASSERT(zdd.rank(set) == r);
        RC_ASSERT(!walk.done() && walk.rank() == r && walk.set() == set);
        auto cursor = strings.root();
        for (int i = 0; i < spec.n; ++i)
          cursor = strings.advance(cursor, i, std::binary_search(set.begin(), set.end(), static_cast<u32>(i)) ? 1 : 0);
        RC_ASSERT(cursor.rank == r);
        count(lengths, nodes_on_path(zdd, set));
        u64 sum = 0;
        for (const u32 item : set) sum += item % 3;
        count(sums, sum);
      }
      RC_ASSERT(walk.done());
      for (const auto& set : others) RC_ASSERT(zdd.rank(set) == no_slot);
      auto counted = count_by_sum(zdd, [](u32) { return 0; }, [](u32 item) { return item % 3; });
      while (!counted.empty() && counted.back() == 0) counted.pop_back();
      RC_ASSERT(path_lengths(zdd) == lengths);
      RC_ASSERT(counted == sums);
    }
  }));
}

TEST(Zdd, IsReduced) {
  EXPECT_TRUE(rc::check("no node is idle or twice", [] {
    const Machine spec = Machine::random();
    const Zdd zdd = build_zdd(spec), larger = build_zdd(spec, ZddMerge::by_state);
    RC_ASSERT(zdd.nodes().size() <= larger.nodes().size());
    RC_ASSERT(path_lengths(zdd) == path_lengths(larger));
    std::set<std::array<u32, 3>> seen;
    for (u32 at = Zdd::one + 1; at < zdd.nodes().size(); ++at) {
      const auto& n = zdd.nodes()[at];
      RC_ASSERT(n.hi != Zdd::none);
      RC_ASSERT(n.lo < at && n.hi < at);
      RC_ASSERT(n.item < zdd.nodes()[n.lo].item && n.item < zdd.nodes()[n.hi].item);
      RC_ASSERT(seen.insert({n.item, n.lo, n.hi}).second);
    }
  }));
  // However the family is told.
  const Zdd plain = build_zdd(Subsets{12, 5});
  EXPECT_EQ(build_zdd(Subsets{12, 5, 7}).nodes().size(), plain.nodes().size());
  EXPECT_GT(build_zdd(Subsets{12, 5, 7}, ZddMerge::by_state).nodes().size(), plain.nodes().size());
  EXPECT_EQ(plain.nodes().size(), 2U + 5 * 8); // k still wanted of those left, neither none nor impossible
}

TEST(Zdd, CountsLargeFamilies) {
  for (int n = 1; n <= 61; n += 5)
    for (int k = 0; k <= n; k += 3) EXPECT_EQ(build_zdd(Subsets{n, k}).size(), binomial(n, k)) << n << ' ' << k;
  EXPECT_TRUE(rc::check("large ones round-trip", [] {
    const int n = *rc::gen::inRange(1, 62), k = *rc::gen::inRange(0, n + 1);
    const Zdd zdd = build_zdd(Subsets{n, k});
    const u64 r = *rc::gen::arbitrary<u64>() % zdd.size();
    ItemSet set;
    zdd.unrank(r, set);
    RC_ASSERT(set.size() == static_cast<std::size_t>(k));
    RC_ASSERT(zdd.rank(set) == r);
  }));
}

TEST(Zdd, RefusesWhatItCannotCount) {
  const Zdd most = build_zdd(Everything{63});
  EXPECT_EQ(most.size(), u64{1} << 63);
  ItemSet set;
  most.unrank(most.size() - 1, set);
  EXPECT_EQ(set.size(), 63U);
  EXPECT_EQ(most.rank(set), most.size() - 1);
  EXPECT_THROW(build_zdd(Everything{64}), Error);
}

TEST(Zdd, TheEmptyFamilyAndTheEmptySet) {
  const Zdd nothing = build_zdd(Subsets{3, 4});
  EXPECT_EQ(nothing.size(), 0U);
  EXPECT_EQ(nothing.rank(ItemSet{}), no_slot);
  EXPECT_TRUE(ZddWalk(nothing).done());
  EXPECT_TRUE(path_lengths(nothing).empty());
  const Zdd empty_set = build_zdd(Subsets{3, 0});
  EXPECT_EQ(empty_set.size(), 1U);
  EXPECT_EQ(empty_set.nodes().size(), 2U); // nothing to ask
  EXPECT_EQ(empty_set.rank(ItemSet{}), 0U);
  EXPECT_EQ(empty_set.rank(ItemSet{1}), no_slot);
  for (const u32 item : {3U, 4U, 1000U}) EXPECT_EQ(empty_set.rank(ItemSet{item}), no_slot); // no such item
}

TEST(Zdd, AWalkTakesAFewStepsAndMayJump) {
  const Zdd zdd = build_zdd(Subsets{20, 10});
  ZddWalk walk(zdd);
  ItemSet set;
  for (; !walk.done(); walk.next()) {
    if (walk.rank() % 97 != 0) continue;
    zdd.unrank(walk.rank(), set);
    ASSERT_EQ(walk.set(), set);
  }
  EXPECT_EQ(walk.rank(), binomial(20, 10));
  EXPECT_LT(static_cast<double>(walk.steps()) / static_cast<double>(zdd.size()), 3.0);
  EXPECT_GT(mean_of(path_lengths(zdd)), 18.0);
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    walk.seek(random() % zdd.size());
    zdd.unrank(walk.rank(), set);
    ASSERT_EQ(walk.set(), set);
  }
}

TEST(Zdd, SamplesUniformly) {
  const Zdd zdd = build_zdd(Subsets{8, 3});
  ASSERT_EQ(zdd.size(), 56U);
  std::mt19937_64 random(1);
  std::vector<double> seen(56);
  ItemSet set;
  const int each = 1000;
  for (int i = 0; i < 56 * each; ++i) {
    const u64 r = zdd.sample(random, set);
    ASSERT_EQ(zdd.rank(set), r);
    ++seen[r];
  }
  double chi_square = 0;
  for (const double n : seen) chi_square += (n - each) * (n - each) / each;
  EXPECT_LT(chi_square, 93.2); // 55 degrees of freedom: exceeded once in a thousand
  EXPECT_GT(chi_square, 28.0); // as seldom is it more even than this
}

} // namespace
} // namespace zermelo
