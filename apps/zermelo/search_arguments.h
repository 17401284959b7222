// The limits of a search that plays, as `play` and `match` take them.
#pragma once

#include "arguments.h"
#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "search/opponent.h"

namespace zermelo {

struct SearchArguments {
  double seconds = 0;
  i64 nodes = 0;
  u64 memory = SearchOptions{}.memory;

  void declare(Arguments& a) {
    a.seconds("--seconds", seconds, "seconds for each move of a search");
    a.number("--nodes", nodes, 1, i64{1} << 60, "positions that a search looks at for each move: the same with the same seed");
    a.memory("--memory", memory, "for the positions that a search remembers (default 64M)");
  }

  // For so many searches at once.
  SearchOptions options(u64 searches) const {
    if (seconds > 0 && nodes > 0) throw Error(Exit::usage, "a search is limited by --seconds or by --nodes, not by both");
    if (searches > 0 && memory > available_memory() / searches)
      throw Error(Exit::resources,
                  "--memory asks for more than the " + bytes(available_memory()) + " that are free on this machine");
    return {.seconds = seconds, .nodes = static_cast<u64>(nodes), .memory = memory};
  }
};

} // namespace zermelo
