// Two bits a slot: the packer against the rule written down slot by slot, and values without distances.
#include "table/wdl2.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "table/statistics.h"
#include "tests/faults/scratch.h"

#include <nlohmann/json.hpp>

namespace zermelo {
namespace {

enum class Kind : u8 { draw, win, loss, empty, settled };

// The rule of table/wdl2.h, a slot at a time.
std::vector<u32> codes_of(const std::vector<Kind>& slots) {
  std::vector<u32> codes;
  for (const Kind k : slots) {
    if (k == Kind::settled) {
      codes.push_back(codes.empty() ? draw_code(Encoding::wdl2) : codes.back());
    } else {
      codes.push_back(static_cast<u32>(k));
    }
  }
  return codes;
}

Wdl2Word word_of(const std::vector<Kind>& slots, std::size_t first, int n, u64 noise) {
  Wdl2Word w;
  for (int i = 0; i < n; ++i) {
    const Kind k = slots[first + static_cast<std::size_t>(i)];
    const u64 bit = u64{1} << i;
    if (k == Kind::win) w.won |= bit;
    if (k == Kind::loss) w.lost |= bit;
    if (k == Kind::settled) w.settled |= bit;
    if (k == Kind::empty) w.empty |= bit;
  }
  // Planes do not matter where nothing is stored, nor behind the last slot.
  const u64 behind = n == 64 ? 0 : ~u64{0} << n;
  w.won |= noise & (w.settled | w.empty | behind);
  w.lost |= noise >> 1 & (w.settled | w.empty | behind);
  w.settled |= noise >> 2 & (w.empty | behind);
  w.empty |= noise >> 3 & behind;
  return w;
}

TEST(Wdl2, PacksByTheRule) {
  std::mt19937_64 random(faults::seed_of_test());
  for (int round = 0; round < 400; ++round) {
    std::vector<Kind> slots(1 + random() % 700);
    const u64 settled_in_ten = random() % 11;
    for (Kind& k : slots) k = random() % 10 < settled_in_ten ? Kind::settled : static_cast<Kind>(random() % 4);
    std::vector<std::byte> block(bytes_for(Encoding::wdl2, slots.size()), std::byte{0xFF});
    Wdl2Packer packer(block);
    for (std::size_t at = 0; at < slots.size();) { // words of any length
      const int n = static_cast<int>(std::min<u64>(1 + random() % 64, slots.size() - at));
      packer.put(word_of(slots, at, n, random()), n);
      at += static_cast<std::size_t>(n);
    }
    packer.finish();
    const auto codes = codes_of(slots);
    for (u64 i = 0; i < slots.size(); ++i) ASSERT_EQ(wdl2_code_at(block, i), codes[i]) << "round " << round << " slot " << i;
    for (u64 i = slots.size(); i < block.size() * 4; ++i) ASSERT_EQ(wdl2_code_at(block, i), 0U) << "behind the last slot";
  }
}

TEST(Wdl2, ABlockIsPackedWhole) {
  std::vector<std::byte> block(2);
  Wdl2Packer few(block);
  few.put({}, 4);
  EXPECT_THROW(few.finish(), Error);
  Wdl2Packer many(block);
  EXPECT_THROW(many.put({}, 64), Error);
}

TEST(Wdl2, BlocksHoldWholeShapesOfEveryNoccaBoard) {
  u64 colourings = 1; // n pieces of 2n
  for (u64 n = 1; n <= 7; ++n) {
    colourings = colourings * (2 * n) * (2 * n - 1) / (n * n);
    EXPECT_EQ(block_slots(Encoding::wdl2) % colourings, 0U) << colourings;
  }
}

TEST(Wdl2, CodesAreValuesWithoutDistances) {
  for (const Value v : {win_value, loss_value, draw_value}) EXPECT_EQ(decode(Encoding::wdl2, encode(Encoding::wdl2, v)), v);
  EXPECT_EQ(encode(Encoding::wdl2, win_in(41)), encode(Encoding::wdl2, win_value));
  EXPECT_FALSE(decode(Encoding::wdl2, no_position_code(Encoding::wdl2)).known());
  for (const Encoding e : {Encoding::plies8, Encoding::plies16, Encoding::wdl2}) EXPECT_EQ(form_named(name_of({e})), Form{e});
  for (const auto& [name, form] : forms) EXPECT_EQ(name_of(form), name);
  EXPECT_FALSE(form_named("wdl3"));
  EXPECT_EQ(name_of({Encoding::score8, true}), ""); // scores cannot be packed so
}

TEST(Values, WithoutDistances) {
  EXPECT_TRUE(win_in(0).has_plies());
  EXPECT_FALSE(win_value.has_plies() || draw_value.has_plies() || unknown_value.has_plies());
  EXPECT_EQ(value_of_move_to(loss_value), win_value);
  EXPECT_EQ(value_of_move_to(win_value), loss_value);
  EXPECT_EQ(value_of_move_to(loss_in(0)), win_in(1));
  const std::vector<Value> best_first = {win_in(1),  win_in(30'000),  win_value, draw_value,
                                         loss_value, loss_in(30'000), loss_in(0)};
  for (std::size_t i = 0; i + 1 < best_first.size(); ++i) {
    EXPECT_TRUE(better(best_first[i], best_first[i + 1])) << i;
    EXPECT_FALSE(better(best_first[i + 1], best_first[i])) << i;
  }
  EXPECT_TRUE(compatible(win_value, win_in(7)) && compatible(win_in(7), win_in(7)) && compatible(draw_value, draw_value));
  EXPECT_FALSE(compatible(win_in(7), win_in(9)) || compatible(win_value, loss_value) || compatible(draw_value, win_value));
  EXPECT_EQ(to_json(win_value).dump(), R"({"plies":null,"value":"win"})");
  for (const Value v : {win_value, loss_in(2), draw_value}) EXPECT_EQ(value_from_json(to_json(v)), v);
}

} // namespace
} // namespace zermelo
