// Taking a proof out of a search, as far as it knows nothing of the game: whether to stop, what is told on the way, how much memory the
// positions of the proof may take. They take it from the table of the search, which gives up half of itself once.
#pragma once

#include <functional>

#include "exec/shared.h"
#include "solve/dfpn/options.h"

namespace zermelo {

class TakingOut {
public:
  // `table` is what the table of the search takes; 0: there is none, and no limit.
  TakingOut(const ProveOptions& options, u64 table);

  std::function<bool()> make_room; // halves the table; false if it cannot. By one thread, while no other is at work

  // From any thread, now and then: throws if somebody wants it to stop, and tells how far it is.
  void look_around();
  void now_at(u64 moves, u64 open);                          // by one thread
  void took(u64 bytes);                                      // the same; throws if it is too much
  void searched(u64 visits) { add_shared(visits_, visits); } // from any thread
  u64 visits() const { return load_shared(visits_); }

private:
  ProveOptions options_;
  u64 table_, most_;
  bool made_room_ = false;
  u64 looking_ = 0; // words that the threads share
  u64 visits_ = 0, moves_ = 0, open_ = 0;
  double start_, looked_;
};

} // namespace zermelo
