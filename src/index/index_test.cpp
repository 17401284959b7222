// Property tests of the reusable parts of an index: rank and unrank are inverse, ranks are dense and in bounds.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>
#include <string>

#include "index/combinations.h"
#include "index/frontier.h"
#include "index/hands.h"
#include "index/product.h"
#include "index/set_classes.h"
#include "index/symmetry.h"

namespace zermelo {
namespace {

TEST(Combinations, EverySubsetOnceInOrder) {
  for (int n = 0; n <= 14; ++n) {
    for (int k = 0; k <= n; ++k) {
      const Combinations c(n, k);
      u64 rank = 0;
      for (u64 mask = 0; mask < u64{1} << n; ++mask) {
        if (std::popcount(mask) != k) continue;
        ASSERT_EQ(c.rank(mask), rank);
        ASSERT_EQ(c.unrank(rank), mask);
        ++rank;
      }
      ASSERT_EQ(c.size(), rank);
    }
  }
}

TEST(Combinations, LargeOnesRoundTrip) {
  EXPECT_TRUE(rc::check("unrank then rank", [] {
    const int n = *rc::gen::inRange(1, 62);
    const int k = *rc::gen::inRange(0, n + 1);
    const Combinations c(n, k);
    const u64 r = *rc::gen::arbitrary<u64>() % c.size();
    const u64 mask = c.unrank(r);
    RC_ASSERT(std::popcount(mask) == k);
    RC_ASSERT(mask >> n == 0);
    RC_ASSERT(c.rank(mask) == r);
  }));
}

TEST(Product, RoundTripsAndCounts) {
  EXPECT_TRUE(rc::check("unrank then rank", [] {
    std::array<u64, 4> radices{};
    for (auto& r : radices) r = *rc::gen::inRange<u64>(1, 5000);
    const Product<4> p(radices);
    const u64 r = *rc::gen::arbitrary<u64>() % p.size();
    const auto digits = p.unrank(r);
    for (std::size_t i = 0; i < 4; ++i) RC_ASSERT(digits[i] < radices[i]);
    RC_ASSERT(p.rank(digits) == r);
  }));
}

TEST(Hands, EverySplitOnce) {
  const Hands<3> hands({2, 0, 3});
  ASSERT_EQ(hands.size(), 12U);
  std::set<std::array<int, 3>> seen;
  for (u64 r = 0; r < hands.size(); ++r) {
    const auto first = hands.unrank(r);
    EXPECT_TRUE(first[0] <= 2 && first[1] == 0 && first[2] <= 3);
    EXPECT_EQ(hands.rank(first), r);
    seen.insert(first);
  }
  EXPECT_EQ(seen.size(), 12U);
}

TEST(Symmetries, AreAGroupThatActs) {
  constexpr auto square = square_symmetries<3>();
  u64 classes = 0, members = 0;
  for (u64 set = 0; set < 512; ++set) {
    const auto images = square.images([&](std::size_t m) { return square.image(m, set); });
    EXPECT_EQ(images[0], set);
    const u64 least = *std::min_element(images.begin(), images.end());
    for (const u64 image : images) { // every member of a class has the same least image and the same size of class
      EXPECT_EQ(std::popcount(image), std::popcount(set));
      const auto again = square.images([&](std::size_t m) { return square.image(m, image); });
      EXPECT_EQ(*std::min_element(again.begin(), again.end()), least);
      EXPECT_EQ(count_distinct(again), count_distinct(images));
    }
    if (least != set) continue;
    ++classes;
    members += static_cast<u64>(count_distinct(images));
  }
  EXPECT_EQ(classes, 102U); // Burnside: (512 + 2 x 8 + 32 + 4 x 64) / 8
  EXPECT_EQ(members, 512U);
}

TEST(Symmetries, TheirNumberIsChecked) {
  using Two = Symmetries<3, 2>;
  EXPECT_EQ(Two({{2, 1, 0}})[1], (Two::Permutation{2, 1, 0}));
  EXPECT_THROW(Two({{1, 2, 0}}), Error);
  EXPECT_THROW(Two({{0, 1, 2}}), Error);
}

// Strings over {0, 1, 2} of length n with exactly `ones` ones, no two equal neighbours other than 0, times a leaf factor.
struct Neighbours {
  struct State {
    int ones;
    int last;
    auto operator<=>(const State&) const = default;
  };
  int n;
  int wanted;
  int items() const { return n; }
  int contents() const { return 3; }
  State start() const { return {0, 0}; }
  std::optional<State> step(int, State s, int content) const {
    if (content != 0 && content == s.last) return std::nullopt;
    return State{s.ones + (content == 1), content};
  }
  u64 leaves(State s) const { return s.ones == wanted ? 2 : 0; }
};

TEST(Frontier, AgreesWithEnumeration) {
  for (int n = 1; n <= 9; ++n) {
    for (int wanted = 0; wanted <= n; ++wanted) {
      const Neighbours spec{n, wanted};
      const Frontier<u64> index(spec);
      u64 rank = 0;
      std::vector<int> digits(static_cast<std::size_t>(n), 0);
      u64 total = 1;
      for (int i = 0; i < n; ++i) total *= 3;
      for (u64 code = 0; code < total; ++code) {
        u64 rest = code;
        for (int i = n; i-- > 0; rest /= 3) digits[static_cast<std::size_t>(i)] = static_cast<int>(rest % 3);
        auto state = std::optional(spec.start());
        auto cursor = index.root();
        for (int i = 0; i < n; ++i) {
          if (state) state = spec.step(i, *state, digits[static_cast<std::size_t>(i)]);
          if (cursor.alive()) cursor = index.advance(cursor, i, digits[static_cast<std::size_t>(i)]);
        }
        const bool member = state && spec.leaves(*state) != 0;
        ASSERT_EQ(cursor.alive(), member);
        if (!member) continue;
        ASSERT_EQ(cursor.rank, rank);
        std::vector<int> back(digits.size());
        const auto end = index.unrank(rank + 1, back);
        ASSERT_EQ(back, digits);
        ASSERT_EQ(end.rank, rank);
        ASSERT_EQ(index.leaves(end.state), 2U);
        rank += 2;
      }
      ASSERT_EQ(index.size(), rank);
    }
  }
}

TEST(Frontier, KnowsWhetherZeroCanBeSkipped) {
  struct Count {
    using State = int;
    int items() const { return 6; }
    int contents() const { return 3; }
    State start() const { return 0; }
    std::optional<State> step(int, State s, int content) const { return s + content; }
    u64 leaves(State s) const { return static_cast<u64>(s) + 1; }
  };
  EXPECT_TRUE(Frontier<u64>(Count{}).skips_zero());
  EXPECT_FALSE(Frontier<u64>(Neighbours{4, 1}).skips_zero());
}

// Every set of a 3x3 board goes to the first of its class; classes are as many as Burnside's lemma says; a position has the same
// number however it is turned.
TEST(SetClasses, NumberSetsAndWhatIsOnThemUpToSymmetry) {
  const GridSymmetries square(3, 3);
  const auto image = [&](int m, u32 set) { return static_cast<u32>(square.image(m, set)); };
  std::vector<SetClass> classes;
  std::vector<SetPlace> places;
  u64 fixed = 0;
  for (u32 set = 0; set < 512; ++set) {
    places.push_back(classify(set, 8, image, classes, [&](u32 first) { return places[first]; }));
    for (int m = 0; m < 8; ++m) fixed += image(m, set) == set ? 1U : 0U;
  }
  EXPECT_EQ(classes.size(), fixed / 8);
  auto number = [&](u32 occupied, u32 own) {
    const SetPlace place = places[occupied];
    const SetClass& c = classes[place.number];
    EXPECT_EQ(image(place.symmetry, occupied), c.first);
    const u32 turned = image(place.symmetry, own);
    return place.number * 512U + least_number(c, turned, [&](int m) { return u64{image(m, turned)}; });
  };
  std::set<u64> numbers;
  u64 different = 0; // positions up to symmetry, counted by their least image
  for (u32 occupied = 0; occupied < 512; ++occupied)
    for (u32 own = occupied;; own = (own - 1) & occupied) {
      const u64 n = number(occupied, own);
      numbers.insert(n);
      bool least = true;
      for (int m = 1; m < 8; ++m) {
        EXPECT_EQ(number(image(m, occupied), image(m, own)), n);
        least = least && std::pair(occupied, own) <= std::pair(image(m, occupied), image(m, own));
      }
      different += least ? 1U : 0U;
      if (own == 0) break;
    }
  EXPECT_EQ(numbers.size(), different);
}

} // namespace
} // namespace zermelo
