// Proof search against retrograde analysis: the same values, on random positions.
#pragma once

#include <gtest/gtest.h>

#include <random>

#include "catalog/catalog.h"
#include "solve/dfpn/options.h"
#include "table/table.h"
#include "tests/faults/scratch.h"

namespace zermelo::testing {

inline Wdl searched(const Entry& entry, const AnyPosition& p, const ProveOptions& options) {
  const Verdict mine = entry.prove(p, true, options).verdict;
  if (mine != Verdict::disproven) return mine == Verdict::proven ? Wdl::win : Wdl::unknown;
  const Verdict theirs = entry.prove(p, false, options).verdict;
  return theirs == Verdict::proven ? Wdl::loss : theirs == Verdict::disproven ? Wdl::draw : Wdl::unknown;
}

// Positions that take more visits are left out; few may be.
inline void expect_agreement(const Entry& entry, const Table& table, u64 positions, ProveOptions options,
                             double open_share = 0.01) {
  const std::string game = entry.full_name();
  std::mt19937_64 random(faults::seed_of_test());
  options.memory = u64{4} << 20;
  if (options.most_visits == 0) options.most_visits = 100'000;
  u64 tested = 0, open = 0, by_value[4] = {};
  for (u64 tries = 0; tested < positions && tries < 1000 * positions; ++tries) {
    const Slot slot = random() % table.slots();
    const auto p = entry.game().unrank(slot);
    if (!p) continue;
    const Wdl right = table.value(slot).wdl, found = searched(entry, *p, options);
    ++tested;
    open += found == Wdl::unknown;
    ++by_value[static_cast<int>(right)];
    if (found != Wdl::unknown) {
      ASSERT_EQ(name_of(found), std::string(name_of(right))) << game << ' ' << entry.game().print(*p);
    }
  }
  EXPECT_EQ(tested, positions);
  EXPECT_LE(static_cast<double>(open), open_share * static_cast<double>(positions)) << game;
  for (const Wdl v : {Wdl::win, Wdl::loss}) EXPECT_GT(by_value[static_cast<int>(v)], 0U) << game << ' ' << name_of(v);
}

} // namespace zermelo::testing
