// Sets of keys.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/key_set.h"

namespace zermelo {
namespace {

TEST(KeySet, HoldsWhatASetHolds) {
  KeySet keys;
  std::set<Key> right;
  std::mt19937_64 random(11);
  for (int i = 0; i < 100'000; ++i) {
    const Key key{random() % 200 == 0 ? 0 : random(), random() % 50}; // zeros and keys that share a place as well
    ASSERT_EQ(keys.insert(key), right.insert(key).second);
  }
  EXPECT_EQ(keys.size(), right.size());
  EXPECT_GE(keys.bytes(), keys.size() * sizeof(Key));
}

} // namespace
} // namespace zermelo
