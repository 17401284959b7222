#include "exec/shared.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace zermelo {
namespace {

TEST(Shared, BytesThatAreEqualAreFoundInOrder) {
  std::mt19937_64 random(1);
  for (const u64 kinds : {1, 2, 3, 40, 256}) // of bytes: from all equal to few
    for (const u64 last : {u64{1}, u64{63}, u64{64}, u64{65}, u64{640}, u64{1001}}) {
      std::vector<u8> bytes((last + 63) / 64 * 64);
      for (u8& b : bytes) b = static_cast<u8>(254 + random() % kinds);
      for (const u64 first : {u64{0}, last / 2 / 64 * 64})
        for (const u8 wanted : {u8{254}, u8{255}, u8{0}, u8{1}, u8{128}}) {
          std::vector<u64> expected, found;
          for (u64 i = first; i < last; ++i)
            if (bytes[i] == wanted) expected.push_back(i);
          each_equal_byte(bytes.data(), first, last, wanted, [&](u64 i) { found.push_back(i); });
          ASSERT_EQ(found, expected) << kinds << " kinds, " << int{wanted} << " in [" << first << ", " << last << ")";
        }
    }
}

} // namespace
} // namespace zermelo
