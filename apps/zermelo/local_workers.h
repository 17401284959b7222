// The threads of `campaign run`: each takes jobs until the claim is decided or it is asked to stop. They share one table of positions.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "campaign/campaign.h"
#include "solve/dfpn/table.h"

namespace zermelo {

struct LocalWork {
  int threads = 0;            // 0: as many as the machine has
  u64 memory = 0;             // of the table; 0: as much as a proof search takes
  double seconds = 0;         // no new job after so many; 0: no limit
  std::function<int()> stops; // how often it was asked to stop: once, no new jobs; twice, at once
  std::function<void(const std::string& sentence)> on_refusal; // an answer that was no good
  std::function<void()> on_turn;                               // a few times a second
};

// Returns when the claim is decided, or no thread takes new jobs any more.
void work_here(Campaign& campaign, const LocalWork& work);

} // namespace zermelo
