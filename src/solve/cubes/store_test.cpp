// Finished layers come back from disk as they were, and nothing else is taken for one.
#include "solve/cubes/store.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

class CubeStores : public testing::Test {
protected:
  // Four blocks of two pieces; every slot has another value.
  CubeStores() {
    for (u64 s = 0; s < values_.slots(); ++s) values_.set(s, s % 5 == 0 ? draw_code(Encoding::plies16) : static_cast<u32>(s));
    store_.save(0, values_, pool_);
  }

  faults::Scratch scratch_;
  std::vector<CubeLayer> layers_ = {{2, 4, 0, {-1, -1}}, {2, 4, 32, {-1, -1}}};
  TableIdentity identity_{.game = "some", .rules = "these", .slots = 64};
  CubeStore store_{scratch_ / "some.checkpoint", identity_, layers_};
  CubeValues values_{layers_[0]};
  Pool pool_{2};
};

TEST_F(CubeStores, LayersComeBack) {
  ASSERT_TRUE(store_.has(0));
  EXPECT_FALSE(store_.has(1));
  const CubeValues again = store_.load(0, pool_);
  for (u64 s = 0; s < values_.slots(); ++s) ASSERT_EQ(again.code(s), values_.code(s)) << s;
  EXPECT_EQ(again.longest(), 15); // code 31
  EXPECT_TRUE(again.has(0, 0, true, 0));
  EXPECT_FALSE(again.has(0, 0, false, 0)); // slot 0 is a draw
  store_.remove();
  EXPECT_FALSE(store_.has(0));
}

TEST_F(CubeStores, AnythingElseIsRefused) {
  std::filesystem::copy_file(store_.file(0), store_.file(1));
  EXPECT_THROW(store_.has(1), Error); // another layer's
  const CubeStore others(scratch_ / "some.checkpoint", {.game = "some", .rules = "those", .slots = 64}, layers_);
  EXPECT_THROW(others.has(0), Error);
  std::filesystem::resize_file(store_.file(0), std::filesystem::file_size(store_.file(0)) - 1);
  EXPECT_THROW(store_.has(0), Error);
}

TEST_F(CubeStores, AValueThatNoLayerHasIsRefused) {
  auto header = checkpoint_header(identity_, Method::blocks);
  header["layer"] = 0;
  write_blocks(store_.file(0), json_text(header), 64, CubeStore::block_bytes, 1, pool_,
               [](u64, Bytes& raw) { std::fill(raw.begin(), raw.end(), std::byte{0x7f}); });
  ASSERT_TRUE(store_.has(0));
  EXPECT_THROW(store_.load(0, pool_), Error);
}

} // namespace
} // namespace zermelo
