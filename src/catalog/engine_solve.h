// Retrograde analysis for one game.
#pragma once

#include "catalog/typed.h"
#include "solve/plan.h"

namespace zermelo {

template <Text G> SolvePlan TypedEntry<G>::plan(const SolveOptions& options, Contents contents) const {
  if constexpr (!Tabled<G>) {
    refuse_table();
  } else {
    return make_strategy(game_.typed(), full_name(), options, contents)->plan();
  }
}

template <Text G> SolveResult TypedEntry<G>::solve(const TableFiles& files, const SolveOptions& options) const {
  if constexpr (!Tabled<G>) {
    refuse_table();
  } else {
    return drive(*make_strategy(game_.typed(), full_name(), options, files.contents), identity(), files, options);
  }
}

} // namespace zermelo

#define ZERMELO_ENGINE_SOLVE(G)                                                                                                  \
  template zermelo::SolvePlan zermelo::TypedEntry<G>::plan(const SolveOptions&, Contents) const;                                 \
  template zermelo::SolveResult zermelo::TypedEntry<G>::solve(const TableFiles&, const SolveOptions&) const;
