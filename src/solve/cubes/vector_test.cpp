// Vectors of colourings against the same done colouring by colouring.
#include "solve/cubes/vector.h"

#include <gtest/gtest.h>

#include <random>

#include "solve/cubes/turns.h"

namespace zermelo {
namespace {

bool bit(const CubeVector& v, u64 n) { return (v.w[n / 64] >> (n % 64) & 1) != 0; }

CubeVector random_vector(int pieces, std::mt19937_64& random) {
  CubeVector v{};
  for (int i = 0; i < cube_words(pieces); ++i) v.w[static_cast<std::size_t>(i)] = random() & cube_mask(pieces);
  return v;
}

CubePlaces random_places(int pieces, std::mt19937_64& random) {
  CubePlaces places{};
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<u8>(i);
  std::shuffle(places.begin(), places.begin() + pieces, random);
  return places;
}

u64 read_at(u64 colouring, int pieces, const CubePlaces& places) {
  u64 out = 0;
  for (int i = 0; i < pieces; ++i) out |= (colouring >> i & 1) << places[static_cast<std::size_t>(i)];
  return out;
}

u64 flipped(u64 colouring, const CubeRun& run, bool first_player) {
  for (int j = 0; j < run.length; ++j) {
    const bool mine = (colouring >> run.pieces[static_cast<std::size_t>(j)] & 1) == (first_player ? 1U : 0U);
    if (!mine) continue;
    for (int k = 0; k < j; ++k) {
      const u64 place = u64{1} << run.pieces[static_cast<std::size_t>(k)];
      colouring = first_player ? colouring | place : colouring & ~place;
    }
    break;
  }
  return colouring;
}

TEST(CubeVector, PlacesAreArranged) {
  std::mt19937_64 random(1);
  for (int pieces = 0; pieces <= most_cube_pieces; ++pieces) {
    for (int i = 0; i < 20; ++i) {
      const CubeVector before = random_vector(pieces, random);
      const CubePlaces places = random_places(pieces, random);
      CubeVector after = before;
      arrange_places(after.w.data(), pieces, places);
      for (u64 c = 0; c < u64{1} << pieces; ++c) ASSERT_EQ(bit(after, c), bit(before, read_at(c, pieces, places))) << pieces;
    }
  }
}

TEST(CubeVector, FlipsAreTakenBack) {
  std::mt19937_64 random(2);
  for (int pieces = 2; pieces <= most_cube_pieces; ++pieces) {
    for (int i = 0; i < 40; ++i) {
      const CubePlaces places = random_places(pieces, random);
      CubeRun run;
      run.length = static_cast<int>(2 + random() % static_cast<u64>(std::min(pieces, 4) - 1));
      std::copy_n(places.begin(), run.length, run.pieces.begin());
      const bool first_player = i % 2 == 0;
      const CubeVector before = random_vector(pieces, random);
      CubeVector after = before;
      take_back_flips(after.w.data(), cube_words(pieces), run, first_player);
      for (u64 c = 0; c < u64{1} << pieces; ++c) ASSERT_EQ(bit(after, c), bit(before, flipped(c, run, first_player))) << pieces;
    }
  }
}

TEST(CubeVector, BytesBecomeBits) {
  std::mt19937_64 random(3);
  for (const int count : {1, 2, 32, 64}) {
    for (int i = 0; i < 100; ++i) {
      u8 bytes[64];
      for (u8& b : bytes) b = static_cast<u8>(random() % 8 == 0 ? 255 : random() % 6);
      const u8 wanted = static_cast<u8>(random() % 6);
      for (int k = 0; k < 64; ++k) {
        ASSERT_EQ((bytes_within<Bound::equal>(bytes, count, wanted) >> k & 1) != 0, k < count && bytes[k] == wanted);
        ASSERT_EQ((bytes_within<Bound::at_most>(bytes, count, wanted) >> k & 1) != 0, k < count && bytes[k] <= wanted);
      }
    }
  }
}

} // namespace
} // namespace zermelo
