// The whole contract check of a game: what game/check.h tests of every one, and the promises of the other headers.
#pragma once

#include "game/check.h"
#include "game/check/connections.h"
#include "game/check/lines.h"
#include "game/exact_check.h"
#include "game/scored_check.h"
#include "index/block_check.h"
#include "index/census_check.h"
#include "index/cube_check.h"
#include "index/device_check.h"
#include "index/diagram_check.h"
#include "index/hooks.h"
#include "index/layer_check.h"
#include "index/mark_check.h"
#include "index/plane_check.h"

namespace zermelo {

template <Text G> CheckReport check_game(const G& g, const CheckOptions& options) {
  require_fitting_hooks<G>();
  CheckReport report = check_contract(g, options);
  report.hooks = hooks_of<G>();
  if constexpr (Lined<G>) check_lines(g, options, report);
  if constexpr (Connecting<G>) check_connections(g, options, report);
  if constexpr (Scored<G>) check_scored(g, options, report);
  if constexpr (ListedToTheEnd<G>) check_exact(g, options, report);
  if constexpr (LayeredTable<G>) check_layers(g, options, report);
  if constexpr (Diagrammed<G> && Indexed<G>) check_diagram(g, options, report);
  if constexpr (Blocked<G>)
    if (blocks_are_possible(g)) check_blocks(g, options, report);
  if constexpr (Cubed<G>) check_cubes(g, options, report);
  if constexpr (Planed<G>) check_planes(g, options, report);
  if constexpr (Marked<G>) check_marks(g, options, report);
  if constexpr (Census<G>) check_census(g, options, report);
  if constexpr (Sampled<G>) check_sampled(g, options, report);
  if constexpr (Indexed<G> && OnDevice<DeviceIndexOf<G>>) check_device(g, options, report);
  return report;
}

} // namespace zermelo
