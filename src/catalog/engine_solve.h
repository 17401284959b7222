// Retrograde analysis for one game.
#pragma once

#include "catalog/refuse.h"
#include "solve/blocks/solve.h"
#include "solve/cubes/solve.h"
#include "solve/layers/solve.h"
#include "solve/retrograde.h"
#include "solve/scored/solve.h"

namespace zermelo {

// Blocks where the game has them and nothing else was asked for; un-moves or forward passes otherwise.
template <class G> bool solves_by_blocks(const G& g, const Entry& entry, const SolveOptions& options) {
  const bool asked = options.method == Method::blocks || options.device == Device::cuda;
  if (options.device == Device::cuda && options.method != Method::automatic && options.method != Method::blocks)
    throw Error(Exit::usage, std::string("--device cuda has a method of its own: leave out --method ") + name_of(options.method));
  if constexpr (Blocked<G>) {
    const bool possible = blocks_are_possible(g);
    if (asked && !possible) throw Error(Exit::usage, entry.full_name() + " has too many shapes for --method blocks");
    return asked || (options.method == Method::automatic && possible);
  }
  if (options.method == Method::windows)
    throw Error(Exit::usage, entry.full_name() + " has no scores: leave out --method windows");
  if constexpr (Cubed<G>) return asked || options.method == Method::automatic;
  if (asked)
    throw Error(Exit::usage, entry.full_name() + (options.device == Device::cuda ? " cannot be solved on a CUDA device"
                                                                                 : " has no blocks: leave out --method blocks"));
  return false;
}

// By layers where the game has them and nothing else was asked for.
template <class G> bool solves_by_layers(const Entry& entry, const SolveOptions& options) {
  const bool asked = options.method == Method::layers;
  if constexpr (LayeredTable<G>) return asked || options.method == Method::automatic;
  if (asked) throw Error(Exit::usage, entry.full_name() + " has no layers: leave out --method layers");
  return false;
}

template <Text G> SolveEstimate TypedEntry<G>::estimate(const SolveOptions& options, Contents contents) const {
  if constexpr (!Tabled<G>) {
    refuse_table<G>(*this);
  } else if constexpr (Scored<G>) {
    return ScoredSolve<G>(game_.typed(), {.game = full_name()}, TableFiles("", full_name(), contents), options).estimate();
  } else {
    const TableFiles files("", full_name(), contents);
    const bool layers = solves_by_layers<G>(*this, options);
    if constexpr (LayeredTable<G>)
      if (layers) return LayerSolve<G>(game_.typed(), {.game = full_name()}, files, options).estimate();
    const bool blocks = solves_by_blocks(game_.typed(), *this, options);
    if constexpr (Blocked<G>)
      if (blocks) return BlockSolve<G>(game_.typed(), {.game = full_name()}, files, options).estimate();
    if constexpr (Cubed<G>)
      if (blocks) return CubeSolve<G>(game_.typed(), {.game = full_name()}, files, options).estimate();
    return Retrograde<G>(game_.typed(), {.game = full_name()}, files, options).estimate();
  }
}

template <Text G> SolveResult TypedEntry<G>::solve(const TableFiles& files, const SolveOptions& options) const {
  if constexpr (!Tabled<G>) {
    refuse_table<G>(*this);
  } else if constexpr (Scored<G>) {
    return ScoredSolve<G>(game_.typed(), identity(), files, options).run();
  } else {
    const bool layers = solves_by_layers<G>(*this, options);
    if constexpr (LayeredTable<G>) {
      try {
        if (layers) return LayerSolve<G>(game_.typed(), identity(), files, options).run();
      } catch (const NeedsWideCells&) { // NOLINT(bugprone-empty-catch): one byte is too small, so the general way
      }
    }
    const bool blocks = !layers && solves_by_blocks(game_.typed(), *this, options);
    if constexpr (Blocked<G>)
      if (blocks) return BlockSolve<G>(game_.typed(), identity(), files, options).run();
    if constexpr (Cubed<G>) {
      try {
        if (blocks) return CubeSolve<G>(game_.typed(), identity(), files, options).run();
      } catch (const NeedsWideCells&) { // NOLINT(bugprone-empty-catch): one byte is too small, so the general way
      }
    }
    return Retrograde<G>(game_.typed(), identity(), files, options).run();
  }
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::SolveEstimate zermelo::TypedEntry<G>::estimate(const SolveOptions&, Contents) const;                         \
  template zermelo::SolveResult zermelo::TypedEntry<G>::solve(const TableFiles&, const SolveOptions&) const;
