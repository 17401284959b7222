// The one place that chooses how a game is solved. A plan says what will be done, and it is done so; what was asked for and
// cannot be is refused with the reason and with what would be needed.
#pragma once

#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/ranks.h"
#include "solve/blocks/strategy.h"
#include "solve/cubes/strategy.h"
#include "solve/layer_strategy.h"
#include "solve/marks/strategy.h"
#include "solve/packed_strategy.h"
#include "solve/planes/strategy.h"
#include "solve/score_strategy.h"

namespace zermelo {

// Whether a game offers a method; if not, why.
template <Indexed G> std::string missing_for(const G& g, Method method) {
  const bool scores = Scored<G>;
  switch (method) {
  case Method::automatic: return "";
  case Method::backward:
    if (scores) return Originating<G> ? "" : "it has no un-moves (each_origin): use --method windows";
    return Reversible<G> ? "" : "it has no un-moves (predecessors): use --method forward";
  case Method::forward: return scores ? "it has scores: use --method windows" : "";
  case Method::windows: return scores ? "" : "it has no scores";
  case Method::layers:
    return LayeredTable<G> ? "" : scores ? "it has scores, which go by layers anyway" : "it has no layers (split, each_return)";
  case Method::cubes: return Cubed<G> ? "" : "it has no cubes";
  case Method::planes: return Planed<G> ? "" : "it has no planes";
  case Method::marks: return Marked<G> ? "" : "it has no marks";
  case Method::blocks:
    if constexpr (Blocked<G>) return blocks_are_possible(g) ? "" : "it has too many shapes";
    return Cubed<G> ? "" : "it has no blocks"; // cubes are blocks of colourings, and were called so before
  }
  return "";
}

template <Indexed G> Method method_for(const G& g, Method asked, bool several = false) {
  if (Cubed<G> && asked == Method::blocks) return Method::cubes;
  if (asked != Method::automatic) return asked;
  if (several && !Scored<G>) return missing_for(g, Method::layers).empty() ? Method::layers : Method::backward;
  if (Scored<G>) return Originating<G> ? Method::backward : Method::windows;
  for (const Method m : {Method::marks, Method::layers, Method::planes, Method::cubes, Method::blocks, Method::backward})
    if (missing_for(g, m).empty()) return m;
  return Method::forward;
}

// What keeps several processes from solving a game together: they tell each other what un-moves find, and nothing else.
template <Indexed G> std::string missing_for_processes(const G& g, Method method, Device device) {
  if (device != Device::cpu) return "leave out --device cuda, or start one process";
  if (!missing_for(g, Method::backward).empty() && !missing_for(g, Method::layers).empty())
    return "it has no un-moves, by which they would tell each other what they have found: start one process";
  if (method != Method::backward && method != Method::layers)
    return fmt::format("--method {} is for one process: use --method backward", name_of(method));
  return missing_for(g, method);
}

// What keeps finished stages from staying on disk: only a stage at work that asks for them in batches can do without them.
template <Indexed G> std::string missing_on_disk(Method method, int processes) {
  if (processes > 1) return "start one process: several hold all layers together";
  const bool asks = Scored<G> ? method == Method::backward : method == Method::layers;
  return asks ? "" : fmt::format("--method {} has no finished layers that others ask for", name_of(method));
}

// What keeps a game off a device; nothing if it may go there.
template <Indexed G> std::string missing_on_device(const G& g, Method method) {
  std::string not_marked = "its rules and index are not marked for a device (ZERMELO_HD, and static constexpr bool on_device = "
                           "true; docs/adding-a-game.md)";
  if constexpr (Blocked<G>)
    if (method == Method::blocks) return says_on_device<typename BlocksOf<G>::Board>() ? "" : not_marked;
  if constexpr (Cubed<G>)
    if (method == Method::cubes) return says_on_device<CubeBoardOf<G>>() ? "" : not_marked;
  if (method == Method::planes) return "";
  if constexpr (Marked<G>)
    if (method == Method::marks) return says_on_device<MarkBoardOf<G>>() ? "" : not_marked;
  if (method == Method::windows) return "--method windows works on the CPU only: leave it out";
  using Index = DeviceIndexOf<G>;
  if (!says_on_device<Index>()) {
    for (const Method other : {Method::blocks, Method::cubes})
      if (method_for(g, Method::automatic) == other && missing_on_device(g, other).empty())
        return fmt::format("there it is solved by {} only: leave out --method {}", name_of(other), name_of(method));
    return not_marked;
  }
  if (method != Method::layers && !Scored<G> && !Indexed<Index>)
    return std::string("there its index knows layers only: leave out --method ") + name_of(method);
  if (!std::is_trivially_copyable_v<Index>) return "its index is not plain data: it cannot be copied to a device byte by byte";
  return "";
}

// Seconds of CPU time, or with a device of wall time, that such solves took for each slot (docs/results); only what is said
// before the work starts depends on it.
constexpr double seconds_a_slot(Method method, Device device) {
  if (device == Device::cuda) return 6e-9;
  switch (method) {
  case Method::forward: return 1.5e-6;
  case Method::layers: return 260e-9;
  case Method::windows: return 10e-6;
  case Method::blocks: return 150e-9;
  case Method::cubes: return 360e-9;
  case Method::planes: return 100e-9;
  case Method::marks: return 100e-9;
  default: return 320e-9;
  }
}

// The strategy with its plan; throws Error(usage) for what cannot be.
template <Indexed G>
std::unique_ptr<Strategy> make_strategy(const G& g, const std::string& name, const SolveOptions& options, Contents contents) {
  if (const std::string why = missing_for(g, options.method); !why.empty())
    throw Error(Exit::usage, name + " cannot be solved by --method " + name_of(options.method) + ": " + why);
  if (Scored<G> && contents == Contents::values)
    throw Error(Exit::usage, name + " has scores, whose signs tell who wins: leave out --values");
  SolvePlan plan;
  plan.method = method_for(g, options.method, options.processes > 1 || (options.ranks != nullptr && !options.ranks->alone()));
  plan.device = options.device;
  plan.threads = threads_of(options);
  plan.processes = options.ranks != nullptr ? options.ranks->size() : options.processes;
  plan.slots = g.size();
  if (plan.processes > 1)
    if (const std::string why = missing_for_processes(g, plan.method, plan.device); !why.empty())
      throw Error(Exit::usage, fmt::format("{} cannot be solved by {} processes: {}", name, plan.processes, why));
  if (plan.device == Device::cuda)
    if (const std::string why = missing_on_device(g, plan.method); !why.empty())
      throw Error(Exit::usage, name + " cannot be solved on a CUDA device: " + why);
  if (options.on_disk)
    if (const std::string why = missing_on_disk<G>(plan.method, plan.processes); !why.empty())
      throw Error(Exit::usage, fmt::format("{} cannot be solved with --on-disk: {}", name, why));
  double rate = seconds_a_slot(plan.method, plan.device);
  if constexpr (Effortful<G>)
    if (plan.device == Device::cpu && plan.method != Method::windows) rate = G::solving_seconds_a_slot;
  plan.seconds = static_cast<double>(plan.slots) * rate / (plan.device == Device::cpu ? plan.threads * plan.processes : 1);

  if constexpr (Scored<G>) {
    return std::make_unique<ScoreStrategy<G>>(g, contents, options, plan);
  } else {
    if constexpr (LayeredTable<G>)
      if (plan.method == Method::layers) return std::make_unique<LayerStrategy<G>>(g, contents, options, plan);
    if constexpr (Blocked<G>)
      if (plan.method == Method::blocks)
        return with_strings(g.blocks().pieces(), [&]<class S>(S) -> std::unique_ptr<Strategy> {
          return std::make_unique<BlockStrategy<G, S>>(g, contents, options, plan);
        });
    if constexpr (Cubed<G>)
      if (plan.method == Method::cubes) return std::make_unique<CubeStrategy<G>>(g, contents, options, plan);
    if constexpr (Planed<G>)
      if (plan.method == Method::planes) return std::make_unique<PlaneStrategy<G>>(g, contents, options, plan);
    if constexpr (Marked<G>)
      if (plan.method == Method::marks) return std::make_unique<MarkStrategy<G>>(g, contents, options, plan);
    return std::make_unique<PackedStrategy<G>>(g, contents, options, plan);
  }
}

} // namespace zermelo
