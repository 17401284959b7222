// The state of a solve by blocks: two planes of vectors, and what changed last.
//
//   won   (shape, string): the first player is to move and wins
//   lost  (shape, string): the second player is to move and loses
//
// A win pass reads only `lost` and writes only `won`, a loss pass the reverse, so passes are exact in place, in any order and
// on any number of threads; a pass that was stopped goes on where it was. Pass number p finds the positions decided in p
// plies: pass 0 those who cannot move, pass 1 who wins at once, and so on in turn.
#pragma once

#include <vector>

#include "exec/pages.h"
#include "index/blocks.h"

namespace zermelo {

struct BlockCounts {
  u64 positions = 0;   // of the set, mirror images too
  u64 quiet = 0;       // those that are not won at once,
  u64 quiet_moves = 0; // and their legal moves
  void add(const BlockCounts& other) {
    positions += other.positions;
    quiet += other.quiet;
    quiet_moves += other.quiet_moves;
  }
};

struct BlockState {
  BlockState(u64 shape_count, u64 words_each)
      : shapes(shape_count), words(words_each), won(shapes * words), lost(shapes * words), changed(bitmap_words()),
        fresh(bitmap_words()) {}

  u64 shapes;
  u64 words; // of a vector
  Pages won, lost;
  Pages changed; // shapes with a new value in the pass before this one
  Pages fresh;   // in this one

  i32 plies = 0;           // the pass
  u64 cursor = 0;          // shapes before it are done in this pass
  u64 found = 0;           // positions found in this pass so far
  std::vector<u64> counts; // positions found in each earlier pass
  BlockCounts census;      // made in pass 1
  // The last win pass that found something, and what it found if that is little: shape and vector, shape and vector, …
  i32 latest_plies = 0;
  std::vector<u64> latest;
  static constexpr std::size_t most_latest = 4096; // words

  // After a pass: what it changed is what the next one looks at.
  void next() {
    for (u64 i = 0; i < fresh.size(); ++i) {
      changed[i] = fresh[i];
      fresh[i] = 0;
    }
    counts.push_back(found);
    found = 0;
    cursor = 0;
    ++plies;
  }

  u64 bitmap_words() const { return (shapes + 63) / 64; }
  int mover() const { return plies % 2; }
  const Pages& read() const { return mover() == 1 ? lost : won; }
  Pages& written() { return mover() == 1 ? won : lost; }
  static u64 bytes_for(u64 shapes, u64 words) { return (2 * shapes * words + 2 * ((shapes + 63) / 64)) * sizeof(u64); }
};

inline bool bit_of(const Pages& map, u64 i) { return (map[i / 64] >> (i % 64) & 1) != 0; }

} // namespace zermelo
