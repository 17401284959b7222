// Sampled and exact counts of strings against counting them one by one.
#include "index/sampling.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

// Strings of three letters in which no letter follows itself and the last is in the string an even number of times.
struct Letters {
  struct State {
    int last = -1, odd = 0;
    auto operator<=>(const State&) const = default;
  };
  int length;
  int items() const { return length; }
  int contents() const { return 3; }
  State start() const { return {}; }
  bool accepts(const State& s) const { return s.odd == 0; }
  std::optional<State> step(int, const State& s, int content) const {
    if (content == s.last) return std::nullopt;
    return State{content, s.odd ^ (content == 2)};
  }
};

u64 one_by_one(const Letters& spec, int item, const Letters::State& s) {
  if (item == spec.items()) return spec.accepts(s);
  u64 n = 0;
  for (int c = 0; c < spec.contents(); ++c)
    if (const auto next = spec.step(item, s, c)) n += one_by_one(spec, item + 1, *next);
  return n;
}

TEST(Sampling, CountsStrings) {
  for (int length = 0; length < 12; ++length) {
    const Letters spec{length};
    EXPECT_TRUE(count_strings(spec, 100) == one_by_one(spec, 0, {})) << length;
  }
  EXPECT_FALSE(count_strings(Letters{5}, 2));
}

TEST(Sampling, EstimatesLieWithinTheirErrors) {
  const Letters spec{10};
  const double right = static_cast<double>(one_by_one(spec, 0, {}));
  std::mt19937_64 random(3);
  Mean blind, fitting;
  for (int i = 0; i < 200'000; ++i) blind.add(blind_weight(spec, random));
  for (int i = 0; i < 50; ++i) fitting.add(population_weight(spec, 1'000, random));
  EXPECT_EQ(blind.samples(), 200'000U);
  for (const Mean& m : {blind, fitting}) {
    EXPECT_GT(m.hits(), 0U);
    EXPECT_GT(m.error(), 0);
    EXPECT_LT(m.error(), right / 20);
    EXPECT_LT(std::abs(m.mean() - right), 5 * m.error());
  }
  EXPECT_LT(fitting.error(), blind.error());
}

} // namespace
} // namespace zermelo
