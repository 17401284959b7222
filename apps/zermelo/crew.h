// Workers of a campaign: threads that take jobs until there are none any more or they are asked to stop. They share one table of
// positions. The front end may be in this program or on another machine.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "campaign/front.h"

namespace zermelo {

struct CrewOptions {
  int threads = 0;                                          // 0: as many as the machine has
  u64 memory = 0;                                           // of the table; 0: as much as a proof search takes
  std::string method;                                       // of the searches; empty: as the game has it (CampaignGame::back_end)
  double seconds = 0;                                       // no new job after so many; 0: no limit
  std::string name;                                         // of the workers, before their numbers
  std::function<int()> stops;                               // how often it was asked to stop: once, no new jobs; twice, at once
  std::function<void(const std::string& sentence)> on_note; // from any thread
  std::function<void()> on_turn;                            // a few times a second
};

// Returns when there are no jobs any more, or no thread takes new ones; whether it was the former.
bool work_as_crew(FrontEnd& front, const CampaignGame& game, const CrewOptions& options);

} // namespace zermelo
