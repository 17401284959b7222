#include "solve/counters/schedule.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(Lines, WhatIsAddedWhileAChunkIsLookedThroughIsSeenAheadOrNextTime) {
  constexpr u64 chunk = Lines::slots_of_chunk;
  Lines lines(3 * chunk + 1);
  const auto seen = [&](u64 c, auto&& meanwhile) {
    std::vector<u64> all;
    lines.each(c, [&](u64 first) {
      all.push_back(first);
      meanwhile(first);
    });
    return all;
  };
  const auto nothing = [](u64) {};
  for (const u64 slot : {chunk + 130, chunk + 190, chunk + 64 * 63 + 5, 3 * chunk}) lines.add(slot);
  lines.take({1, 3});
  const auto add_both_sides = [&](u64 first) {
    if (first != chunk + 128) return;
    lines.add(chunk);       // behind
    lines.add(chunk + 320); // ahead
  };
  EXPECT_EQ(seen(1, add_both_sides), (std::vector<u64>{chunk + 128, chunk + 320, chunk + 64 * 63}));
  EXPECT_EQ(seen(3, nothing), std::vector<u64>{3 * chunk});
  EXPECT_TRUE(seen(0, nothing).empty());
  lines.take({1, 3});
  EXPECT_EQ(seen(1, nothing), (std::vector<u64>{chunk, chunk + 320})); // the one ahead in vain
  EXPECT_TRUE(seen(3, nothing).empty());
  lines.take({1});
  EXPECT_TRUE(seen(1, nothing).empty());
}

} // namespace
} // namespace zermelo
