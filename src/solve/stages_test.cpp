// Finished stages come back from disk as they were, and nothing else is taken for one.
#include "solve/stages.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cstring>

#include "base/json.h"
#include "solve/cubes/layer.h"
#include "solve/write.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

// Holds bytes of two stages; a byte of 0x7f is none that a stage can have.
class Keeper : public Strategy {
public:
  SolvePlan plan() const override { return {}; }
  std::vector<Stage> stages() const override { return {{"first", 32}, {"second", 40}}; }
  void prepare(Pool&, const StageFiles&) override {}
  void begin(std::size_t) override {}
  void run(std::size_t, const Pause&) override {}
  StageState state() override { return StageState().set("at", u64{7}); }
  std::string restore(std::size_t, const StageState& saved) override {
    return saved.get<u64>("at") == 7 ? "" : "contradicts itself";
  }
  std::vector<std::span<std::byte>> arrays() override {
    return {std::as_writable_bytes(std::span(held)), std::as_writable_bytes(std::span(more))};
  }
  bool keeps_stages() const override { return true; }
  void store(std::size_t, u64 first, std::span<std::byte> out) const override {
    std::memcpy(out.data(), held.data() + first, out.size());
  }
  bool recall(std::size_t, u64 first, u64, std::span<const std::byte> in) override {
    std::memcpy(held.data() + first, in.data(), in.size());
    return std::find(in.begin(), in.end(), std::byte{0x7f}) == in.end();
  }
  void count(SolveResult&) override {}
  Encoding encoding(const SolveResult&) const override { return Encoding::plies8; }
  void fill(Encoding, u64, std::span<std::byte>) override {}

  std::vector<u8> held = std::vector<u8>(40, 3), more = std::vector<u8>(5, 9);
};

class Stages : public testing::Test {
protected:
  Stages() {
    for (std::size_t i = 0; i < keeper_.held.size(); ++i) keeper_.held[i] = static_cast<u8>(i);
    files_.save(0, keeper_, pool_);
  }
  StageFiles files_of(const std::string& rules, Method method) const {
    return {scratch_ / "some.checkpoint", {.game = "some", .rules = rules, .slots = 72}, method, keeper_.stages(), 16};
  }

  faults::Scratch scratch_;
  Keeper keeper_;
  StageFiles files_ = files_of("these", Method::layers);
  Pool pool_{2};
};

TEST_F(Stages, FinishedOnesComeBack) {
  EXPECT_EQ(files_.finished(), 1U);
  EXPECT_EQ(files_.word(0), 1U);
  Keeper again;
  files_.recall(0, again, pool_);
  for (std::size_t i = 0; i < 32; ++i) ASSERT_EQ(again.held[i], i);
  EXPECT_GT(files_.bytes(), 0U);
  files_.remove();
  EXPECT_EQ(files_.finished(), 0U);
}

TEST_F(Stages, AnythingElseIsRefused) {
  EXPECT_THROW(files_of("those", Method::layers).finished(), Error);
  EXPECT_THROW(files_of("these", Method::backward).finished(), Error);
  std::filesystem::copy_file(files_.file(0), files_.file(1));
  EXPECT_THROW(files_.finished(), Error); // another stage's
  std::filesystem::remove(files_.file(1));
  files_.save(1, keeper_, pool_);
  EXPECT_EQ(files_.finished(), 2U);
  std::filesystem::remove(files_.file(0));
  EXPECT_THROW(files_.finished(), Error); // a gap
  files_.save(0, keeper_, pool_);
  std::filesystem::resize_file(files_.file(0), std::filesystem::file_size(files_.file(0)) - 1);
  EXPECT_THROW(files_.finished(), Error);
}

TEST_F(Stages, AValueThatNoStageHasIsRefused) {
  keeper_.held[5] = 0x7f;
  files_.save(0, keeper_, pool_);
  EXPECT_EQ(files_.finished(), 1U);
  EXPECT_THROW(files_.recall(0, keeper_, pool_), Error);
}

TEST_F(Stages, TheStageAtWorkComesBack) {
  Keeper other;
  EXPECT_FALSE(files_.resume(1, other, pool_));
  files_.save_at_work(1, keeper_, pool_);
  other.more.assign(5, 0);
  EXPECT_TRUE(files_.resume(1, other, pool_));
  EXPECT_EQ(other.held, keeper_.held);
  EXPECT_EQ(other.more, keeper_.more);
  EXPECT_THROW(files_.resume(0, other, pool_), Error); // of a later stage than the files say
  files_.save_at_work(0, keeper_, pool_);
  EXPECT_FALSE(files_.resume(1, other, pool_)); // finished and saved since
  other.more.resize(4);
  EXPECT_THROW(files_.resume(0, other, pool_), Error);
}

// A layer of cubes as a table of two bytes has it, and back.
TEST(CubeValuesInFiles, CodesComeBack) {
  const CubeLayer layer{2, 4, 0, {-1, -1}};
  Pool pool(2);
  auto code = [](u64 s) { return static_cast<u16>(s % 5 == 0 ? draw_code(Encoding::plies16) : s % 508); };
  for (const CubeLayer& l : {layer, CubeLayer{7, 3, 0, {-1, -1}}}) { // fewer colourings than a word has bits, and more
    CubeValues values(l);
    for (u64 s = 0; s < values.slots(); ++s) values.set(s, code(s));
    for (const u64 step : {u64{1}, u64{50}, u64{64}, values.slots()}) {
      for (u64 s = 0; s < values.slots(); s += step) {
        std::vector<u16> read(std::min(step, values.slots() - s));
        values.codes(s, read);
        for (u64 i = 0; i < read.size(); ++i) ASSERT_EQ(read[i], code(s + i)) << s << " " << i;
      }
    }
  }
  CubeValues again(layer);
  for (u64 s = 0; s < again.slots(); ++s) again.set(s, code(s));
  again.look(pool);
  EXPECT_EQ(again.longest(), 15); // code 31
  EXPECT_TRUE(again.has(0, 0, true, 0));
  EXPECT_FALSE(again.has(0, 0, false, 0)); // slot 0 is a draw
}

} // namespace
} // namespace zermelo
