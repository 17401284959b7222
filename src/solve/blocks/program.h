// What a pass has to do for a batch of shapes, written down before it is done: while the list is made the vectors it will read
// are already on their way from memory, and the loop that does it knows no game.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/types.h"
#include "index/blocks.h"

namespace zermelo {

struct BlockStep {
  u32 shape; // it leads to
  u32 place; // where the moved piece is then read
};
struct BlockLift {
  u32 place;  // of the piece that moves
  u32 steps;  // that many steps to shapes as they are,
  u32 images; // then so many to shapes of which the mirror image is stored,
  u32 swaps;  // and so many swaps that put what comes from images in order
};
struct BlockTask {
  u32 shape;
  u32 lifts;
  u32 goals; // places of pieces that can end the game
  u32 tops;  // places of the pieces on top
  u32 weight;
};

// Room for a batch is made once: a list that grows costs more than what is written to it.
struct BlockProgram {
  static constexpr std::size_t most_tasks = 24; // some 1000 vectors, which fit into the second-level cache
  static constexpr std::size_t most_lifts = 14, most_steps = 8 * most_lifts, most_swaps = 32 * most_lifts; // of a shape

  std::size_t tasks = 0, lifts = 0, steps = 0, swaps = 0;
  std::array<BlockTask, most_tasks> task;
  std::array<BlockLift, most_tasks * most_lifts> lift;
  std::array<BlockStep, most_tasks * most_steps> step;
  std::array<u8, most_tasks * most_swaps> swap;

  void clear() { tasks = lifts = steps = swaps = 0; }
};

// Writes the tasks. A step that `wanted` refuses is left out; where `all_or_none`, it only takes one that is wanted for the
// whole task to be written.
template <class Wanted> class BlockProgrammer {
public:
  BlockProgrammer(BlockProgram& program, const u64* plane, std::size_t words, bool all_or_none, Wanted wanted)
      : p_(program), plane_(plane), words_(words), all_or_none_(all_or_none), wanted_(wanted) {}

  // `always`: even if there is no step that is wanted.
  template <class Shape> void add(const Shape& shape, int mover, bool always) {
    const std::size_t lifts = p_.lifts, steps = p_.steps, swaps = p_.swaps;
    any_ = false;
    shape.expand(*this);
    if (!any_ && !always) {
      p_.lifts = lifts;
      p_.steps = steps;
      p_.swaps = swaps;
      return;
    }
    p_.task[p_.tasks++] = {shape.rank(), static_cast<u32>(p_.lifts - lifts), shape.goals(mover), shape.tops(),
                           static_cast<u32>(shape.weight())};
  }

  void lift(int place, bool) {
    current_ = {static_cast<u32>(place), 0, 0, 0};
    images_ = 0;
  }
  void step(u32 shape, int place, bool image, bool) {
    const bool is_wanted = wanted_(shape);
    any_ |= is_wanted;
    if (!is_wanted && !all_or_none_) return;
    __builtin_prefetch(plane_ + shape * words_);
    if (image) {
      image_[images_++] = {shape, static_cast<u32>(place)};
    } else {
      p_.step[p_.steps++] = {shape, static_cast<u32>(place)};
      ++current_.steps;
    }
  }
  void swap(int place, bool) {
    if (images_ == 0) return;
    p_.swap[p_.swaps++] = static_cast<u8>(place);
    ++current_.swaps;
  }
  void done(bool) {
    current_.images = static_cast<u32>(images_);
    if (current_.steps + current_.images == 0) return;
    for (std::size_t i = 0; i < images_; ++i) p_.step[p_.steps++] = image_[i];
    p_.lift[p_.lifts++] = current_;
  }

private:
  BlockProgram& p_;
  const u64* plane_;
  std::size_t words_;
  bool all_or_none_;
  Wanted wanted_;
  bool any_ = false;
  BlockLift current_{};
  std::size_t images_ = 0;
  std::array<BlockStep, 8> image_; // of the piece that is being lifted: a king has eight steps
};

// Shapes with new values: each shape, then the vector of what is new. The kernels write into room that was made before.
struct BlockFound {
  std::vector<u64> words;
  std::size_t used = 0;
  u64 positions = 0; // new ones, mirror images too

  void make_room(const BlockProgram& program, std::size_t words_each) {
    const std::size_t need = used + program.tasks * (1 + words_each);
    if (words.size() < need) words.resize(std::max(need, 2 * words.size()));
  }
};

// A kernel runs a program on planes of vectors: values of the player who is not to move are read, those of the mover written.
//   mover 1 (the first player) looks for wins: some step leads to a position that the other has lost
//   mover 0 looks for losses: every step leads to a position that the other has won

} // namespace zermelo
