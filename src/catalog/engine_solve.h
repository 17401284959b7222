// Retrograde analysis for one game.
#pragma once

#include "catalog/refuse.h"
#include "solve/retrograde.h"

namespace zermelo {

template <Text G> SolveEstimate TypedEntry<G>::estimate(const SolveOptions& options) const {
  if constexpr (!Indexed<G>) {
    refuse_unindexed(*this);
  } else {
    refuse_history<G>(*this);
    return Retrograde<G>(game_.typed(), {.game = full_name()}, TableFiles("", full_name()), options).estimate();
  }
}

template <Text G> SolveResult TypedEntry<G>::solve(const TableFiles& files, const SolveOptions& options) const {
  if constexpr (!Indexed<G>) {
    refuse_unindexed(*this);
  } else {
    refuse_history<G>(*this);
    return Retrograde<G>(game_.typed(), identity(), files, options).run();
  }
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::SolveEstimate zermelo::TypedEntry<G>::estimate(const SolveOptions&) const;                                   \
  template zermelo::SolveResult zermelo::TypedEntry<G>::solve(const TableFiles&, const SolveOptions&) const;
