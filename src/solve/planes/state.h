// What a solve by planes knows: who has won, in planes of all points; and in how many plies, of one plane of each class.
//
// Passes alternate: losses of the second player in 0 plies, wins of the first in 1, losses in 2, and so on. What pass d finds has the
// level d / 2 + 1, for either side; 0 is undecided. Levels are kept as bits in slices, so that a pass adds 64 of them by a few ors,
// and there are as many slices as the largest level has bits.
#pragma once

#include <span>
#include <vector>

#include "exec/pages.h"
#include "index/planes.h"

namespace zermelo {

struct PlaneState {
  explicit PlaneState(const PlaneBoard& b) : words(b.words()), classes(b.classes) {}
  // Where a device works, it has the planes, and they are here for a checkpoint only.
  void allocate(const PlaneBoard& b) {
    for (auto& side : planes)
      while (side.size() < b.planes) side.emplace_back(words);
  }
  void forget_planes() {
    for (auto& side : planes) side.clear();
  }

  u64 words, classes;
  std::vector<Pages> planes[2]; // [side to move][point]: won by the first player, who is side 0, or lost by the second
  std::vector<Pages> slices;    // each with the words of all classes and sides
  int plies = 0;                // of the pass at work
  u32 plane = 0;                // that comes next in it
  u8 found = 0;                 // 1: it has found something

  static u32 level_of(int plies) { return static_cast<u32>(plies / 2 + 1); }
  u64 all_words() const { return classes * 2 * words; }

  // Room for the level of the pass at work.
  void make_room() {
    while (level_of(plies) >> slices.size() != 0) slices.emplace_back(all_words());
  }
  // What the pass has found of a word of a class; no other thread has this word.
  void record(u64 cls, int side, u64 w, u64 fresh) {
    const u64 at = (cls * 2 + static_cast<u64>(side)) * words + w;
    for (std::size_t i = 0; i < slices.size(); ++i)
      if ((level_of(plies) >> i & 1) != 0) slices[i][at] |= fresh;
  }

  std::vector<std::span<std::byte>> arrays() {
    std::vector<std::span<std::byte>> all;
    auto add = [&](Pages& p) { all.push_back(std::as_writable_bytes(std::span(p.data(), p.size()))); };
    for (auto& side : planes)
      for (Pages& p : side) add(p);
    for (Pages& p : slices) add(p);
    return all;
  }
};

} // namespace zermelo
