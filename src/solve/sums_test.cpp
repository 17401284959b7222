#include "solve/sums.h"

#include <gtest/gtest.h>

#include <random>

namespace zermelo {
namespace {

const auto name = [](Slot s) { return "slot " + std::to_string(s); };

// Codes in stretches of any length, against slots one by one.
template <class Code> void compare(bool folded, const std::vector<SummedLayer>& layers, u32 most_code, u32 seed) {
  constexpr Encoding e = sizeof(Code) == 1 ? Encoding::plies8 : Encoding::plies16;
  std::mt19937 random(seed);
  std::vector<Code> codes(20'000);
  for (Code& c : codes) {
    const u32 kind = random() % 8;
    c = static_cast<Code>(kind == 0 ? draw_code(e) : kind == 1 ? no_position_code(e) : random() % most_code);
  }
  Sums one_by_one(folded, layers), by_codes(folded, layers);
  for (std::size_t at = 0; at < codes.size();) {
    const std::size_t n = std::min<std::size_t>(codes.size() - at, 1 + random() % 700);
    const int orbit = random() % 3 == 0 ? 4 : 8;
    by_codes.add(at, std::span(codes).subspan(at, n), orbit);
    for (std::size_t i = at; i < at + n; ++i) {
      const Value v = decode(e, codes[i]);
      one_by_one.add(i, v, v.known() ? orbit : 0);
    }
    at += n;
  }
  by_codes.close();
  by_codes.close(); // a second time there is nothing left
  EXPECT_EQ(one_by_one.statistics(draw_value), by_codes.statistics(draw_value));
  const Findings a = one_by_one.findings(name), b = by_codes.findings(name);
  EXPECT_EQ(a.longest_positions, b.longest_positions);
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    EXPECT_EQ(a.parts[i].first, b.parts[i].first) << i;
    EXPECT_EQ(a.parts[i].second, b.parts[i].second) << i;
    EXPECT_EQ(a.parts[i].longest, b.parts[i].longest) << i;
  }
}

TEST(Sums, CodesAddUpToWhatSlotsDo) {
  const std::vector<SummedLayer> of_a_table = {{"a", 0, 40}, {"b", 100, 100}, {"c", 5000, 11'000}, {"d", 12'000, 19'999}};
  const std::vector<SummedLayer> of_cubes = {{"a", 0, 0, 1}, {"b", 64, 0, 4}, {"c", 4160, 0, 7}};
  for (u32 seed = 0; seed < 8; ++seed) {
    for (const bool folded : {false, true}) {
      for (const auto& layers : {std::vector<SummedLayer>{}, of_a_table, of_cubes}) {
        compare<u8>(folded, layers, 60, seed);
        compare<u8>(folded, layers, 254, seed);
        compare<u16>(folded, layers, 400, seed);
        compare<u16>(folded, layers, 65'534, seed);
      }
    }
  }
}

// A solve that goes on counts the stages of this run first, and those of the run before it last.
TEST(Sums, FindingsDoNotDependOnTheOrderOfStages) {
  const std::vector<SummedLayer> layers = {{"a", 0, 10}, {"b", 10, 20}, {"c", 20, 30}};
  const std::vector<u8> codes(10, 7);
  std::vector<std::string> in_order;
  for (const std::vector<Slot>& firsts : {std::vector<Slot>{0, 10, 20}, {20, 0, 10}, {10, 20, 0}}) {
    Sums by_codes(true, layers), one_by_one(true, layers);
    for (const Slot first : firsts) {
      by_codes.add(first, codes, 8);
      for (Slot s = first; s < first + 10; ++s) one_by_one.add(s, decode(Encoding::plies8, 7), 8);
    }
    by_codes.close();
    one_by_one.close();
    if (in_order.empty()) in_order = by_codes.findings(name).longest_positions;
    EXPECT_EQ(by_codes.findings(name).longest_positions, in_order);
    EXPECT_EQ(one_by_one.findings(name).longest_positions, in_order);
  }
}

} // namespace
} // namespace zermelo
