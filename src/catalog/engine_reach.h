// What one game can reach from its start.
#pragma once

#include "catalog/typed.h"
#include "verify/reachable.h"

namespace zermelo {

template <Text G> ReachReport TypedEntry<G>::reachable(const Table& table, int threads) const {
  if constexpr (!Tabled<G>) {
    refuse_table();
  } else {
    return Reach<G>(game_.typed(), table, threads).run();
  }
}

} // namespace zermelo

#define ZERMELO_ENGINE_REACH(G) template zermelo::ReachReport zermelo::TypedEntry<G>::reachable(const Table&, int) const;
