// Vectors of colourings against the same done colouring by colouring.
#include "index/cube_vector.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "solve/cubes/replay.h"
#include "yonmoque/turns.h"

namespace zermelo {
namespace {

bool bit(const CubeVector& v, u64 n) { return (v[static_cast<int>(n / 64)] >> (n % 64) & 1) != 0; }

CubeVector random_vector(int pieces, std::mt19937_64& random) {
  CubeVector v(pieces);
  for (int i = 0; i < v.words(); ++i) v[i] = random() & cube_mask(pieces);
  return v;
}

std::vector<int> random_places(int pieces, std::mt19937_64& random) {
  std::vector<int> places(static_cast<std::size_t>(pieces));
  std::iota(places.begin(), places.end(), 0);
  std::shuffle(places.begin(), places.end(), random);
  return places;
}

// The flips of one run, by who owns the moved piece.
u64 flipped(u64 colouring, const CubeRun& run, int moved) {
  const u64 mover = colouring >> moved & 1;
  for (int j = 0; j < run.length; ++j) {
    if ((colouring >> run.pieces[j] & 1) != mover) continue;
    for (int k = 0; k < j; ++k) {
      const u64 place = u64{1} << run.pieces[k];
      colouring = mover == 1 ? colouring | place : colouring & ~place;
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
      const auto places = random_places(pieces, random);
      u64 read_at = 0;
      for (int k = 0; k < pieces; ++k) read_at |= static_cast<u64>(places[static_cast<std::size_t>(k)]) << 4 * k;
      CubeExchanges exchanges;
      exchanges.bring(read_at, pieces);
      CubeVector after = before;
      for (int k = 0; k < exchanges.count; ++k) after.exchange(exchanges.pairs[k] & 15, exchanges.pairs[k] >> 4);
      for (u64 c = 0; c < u64{1} << pieces; ++c) {
        u64 there = 0;
        for (int k = 0; k < pieces; ++k) there |= (c >> k & 1) << places[static_cast<std::size_t>(k)];
        ASSERT_EQ(bit(after, c), bit(before, there)) << pieces;
      }
    }
  }
}

TEST(CubeVector, FlipsAreTakenBack) {
  std::mt19937_64 random(2);
  for (int pieces = 3; pieces <= most_cube_pieces; ++pieces) {
    for (int i = 0; i < 40; ++i) {
      const auto places = random_places(pieces, random);
      CubeMove m;
      m.piece = static_cast<u8>(places.back());
      m.runs = 1;
      m.run[0].length = static_cast<u8>(2 + random() % static_cast<u64>(std::min(pieces - 1, 4) - 1));
      for (int k = 0; k < m.run[0].length; ++k) m.run[0].pieces[k] = static_cast<u8>(places[static_cast<std::size_t>(k)]);
      const CubeVector before = random_vector(pieces, random);
      CubeVector after = before;
      yonmoque::take_back_flips(m, after);
      for (u64 c = 0; c < u64{1} << pieces; ++c) ASSERT_EQ(bit(after, c), bit(before, flipped(c, m.run[0], m.piece))) << pieces;
    }
  }
}

TEST(CubeVector, OwnersAreTold) {
  std::mt19937_64 random(4);
  for (int pieces = 1; pieces <= most_cube_pieces; ++pieces) {
    for (int i = 0; i < 20; ++i) {
      const CubeVector a = random_vector(pieces, random), b = random_vector(pieces, random);
      const int place = static_cast<int>(random() % static_cast<u64>(pieces));
      const u32 some = static_cast<u32>(random()) & ((1U << pieces) - 1);
      CubeVector mixed(pieces), less = a;
      mixed.load(&a[0], &b[0], place);
      less.remove_owned(b, place, true);
      const CubeVector alike = a.alike(some), low = a.half(pieces - 1, false), high = a.half(pieces - 1, true);
      for (u64 c = 0; c < u64{1} << pieces; ++c) {
        const bool owned = (c >> place & 1) != 0;
        ASSERT_EQ(bit(mixed, c), bit(owned ? a : b, c));
        ASSERT_EQ(bit(less, c), bit(a, c) && !(bit(b, c) && owned));
        ASSERT_EQ(bit(alike, c), (c & some) == some || (c & some) == 0);
        const u64 lower = c & ((u64{1} << (pieces - 1)) - 1);
        ASSERT_EQ(bit((c >> (pieces - 1)) != 0 ? high : low, lower), bit(a, c));
      }
    }
  }
}

TEST(CubeReplay, BytesBecomeBits) {
  std::mt19937_64 random(3);
  for (const int count : {1, 2, 32, 64}) {
    for (int i = 0; i < 100; ++i) {
      u8 bytes[64];
      for (u8& b : bytes) b = static_cast<u8>(random() % 8 == 0 ? 255 : random() % 6);
      const u8 wanted = static_cast<u8>(random() % 6);
      for (int k = 0; k < 64; ++k) ASSERT_EQ((equal_bytes(bytes, count, wanted) >> k & 1) != 0, k < count && bytes[k] == wanted);
    }
  }
}

} // namespace
} // namespace zermelo
