// The state of a running solve: everything that a checkpoint must hold.
#pragma once

#include <memory>
#include <vector>

#include "solve/cells.h"
#include "solve/job.h"

namespace zermelo {

template <class Word> struct Work {
  static constexpr u64 chunk = u64{1} << 16; // slots that are skipped or worked on together

  Work(u64 n, u32 first_no_value) : slots(n), limit(first_no_value), cells(std::make_unique_for_overwrite<Word[]>(padded(n))) {
    for (u64 i = slots; i < padded(slots); ++i) cells[i] = Cell<Word>::empty;
  }

  u64 slots;
  u32 limit; // first word that is no value
  std::unique_ptr<Word[]> cells;

  Method method = Method::backward; // counters of open successors go down in backward passes only
  SolveProgress::Phase phase = SolveProgress::Phase::seed;
  i32 plies = 0;  // the level whose positions are being propagated (backward) or found (forward)
  u64 cursor = 0; // slots before it are done in this phase or level

  static u64 padded(u64 n) { return (n + 63) / 64 * 64; } // the array is read by lines of 64 words
  u64 chunks() const { return (slots + chunk - 1) / chunk; }
};

// How many slots of each chunk were decided at each of two neighbouring levels: a chunk without any is skipped.
class Fresh {
public:
  explicit Fresh(u64 chunks) : counts_{std::vector<u32>(chunks, 0), std::vector<u32>(chunks, 0)} {}
  u32& at(i32 plies, u64 chunk) { return counts_[plies & 1][chunk]; }
  void clear(i32 plies) { counts_[plies & 1].assign(counts_[plies & 1].size(), 0); }
  u64 total(i32 plies) const {
    u64 n = 0;
    for (u32 c : counts_[plies & 1]) n += c;
    return n;
  }

private:
  std::vector<u32> counts_[2];
};

} // namespace zermelo
