#include "catalog/by_alpha_beta.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine.h"
#include "search/opponent.h"

namespace zermelo {

ProveResult attack_by_alpha_beta(const Entry& entry, const AnyPosition& position, bool mover_attacks,
                                 const ProveOptions& options) {
  const Repetition repetition = entry.repetition();
  if (entry.game().scored() || (repetition != Repetition::draw && repetition != Repetition::never))
    throw Error(Exit::usage, "--method alpha-beta is for games of wins and losses in which endless play is a draw; " +
                                 entry.full_name() + " is none");
  ProveResult result;
  const Wdl sought = mover_attacks ? Wdl::win : Wdl::loss;
  const double cpu = cpu_seconds();
  result.threads = 1;
  SearchOptions search{.seconds = options.time_limit,
                       .nodes = options.most_visits,
                       .depth = 1000, // as deep as it can
                       .memory = memory_of_search(options.memory),
                       .horizon = mover_attacks ? Horizon::favours_mover : Horizon::favours_other,
                       .should_stop = options.should_stop};
  if (options.lean_on) search.lean_on = options.lean_on();
  Wdl known = entry.game().settle(position).wdl;
  if (known == Wdl::unknown && search.lean_on) known = search.lean_on(position);
  if (known != Wdl::unknown) {
    result.verdict = known == sought ? Verdict::proven : Verdict::disproven;
    return result;
  }
  const AnyPosition game[] = {position};
  const Thought thought = entry.opponent(search)->think(game);
  if (thought.decided) result.verdict = thought.value.wdl == sought ? Verdict::proven : Verdict::disproven;
  if (result.verdict == Verdict::proven && mover_attacks) result.line = {entry.game().move_name(position, thought.move)};
  result.visits = result.evaluated = thought.nodes;
  result.table_bytes = search.memory;
  result.wall_seconds = thought.seconds;
  result.cpu_seconds = cpu_seconds() - cpu;
  return result;
}

namespace {
constexpr u64 small_table = u64{16} << 20; // bytes
}

bool evaluates(const Entry& entry) { return entry.opponent({.depth = 1, .memory = small_table})->evaluates(); }

Evaluated evaluate_by_alpha_beta(const Entry& entry, const AnyPosition& position, u64 nodes, const ProveOptions& options) {
  SearchOptions search{.nodes = std::max<u64>(nodes, 1), .memory = small_table, .should_stop = options.should_stop};
  if (options.lean_on) search.lean_on = options.lean_on();
  const AnyPosition game[] = {position};
  const Thought thought = entry.opponent(search)->think(game);
  return {thought.score, thought.nodes};
}

} // namespace zermelo
