// Where a proof ends: the game is over, or a table that the proof cites holds the position.
#pragma once

#include "game/erase.h"
#include "game/expand.h"
#include "solve/dfpn/options.h"

namespace zermelo {

template <Text G> class Ends {
public:
  Ends(const G& g, const ProveOptions& options) : g_(g), table_(options.lean_on ? options.lean_on() : nullptr) {}

  // As the side to move sees it; unknown where the proof goes on.
  template <class P> Wdl operator()(const P& p) const {
    const Wdl over = recorded(g_, p);
    return over != Wdl::unknown || !table_ ? over : table_(Erased<G>::erase(p));
  }

private:
  const G& g_;
  std::function<Wdl(const AnyPosition&)> table_;
};

} // namespace zermelo
