// Which stage a slot is in: asked for every move that leaves a stage, so a search among all stages would cost more than the rest.
#pragma once

#include <vector>

#include "base/types.h"

namespace zermelo {

class StageFinder {
public:
  // Stages that follow one another, from slot 0 on.
  void add(u64 slots) {
    const u32 stage = static_cast<u32>(ends_.size());
    ends_.push_back((ends_.empty() ? 0 : ends_.back()) + slots);
    while (slots > 0 && static_cast<u64>(first_of_.size()) << shift < ends_.back()) first_of_.push_back(stage);
  }
  std::size_t operator()(Slot s) const {
    u32 stage = first_of_[s >> shift];
    while (ends_[stage] <= s) ++stage;
    return stage;
  }

private:
  static constexpr int shift = 16;
  std::vector<u64> ends_;
  std::vector<u32> first_of_; // [s >> shift]: the stage of the first of these slots
};

} // namespace zermelo
