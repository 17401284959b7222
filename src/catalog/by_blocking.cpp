#include "catalog/by_blocking.h"

#include <optional>

#include "base/machine.h"
#include "solve/dfpn/save.h"
#include "solve/lines/blocking.h"
#include "table/proof_file.h"

namespace zermelo {

BlockingResult prove_by_blocking(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
                                 const ProveOptions& options, u64 most_visits) {
  BlockingResult out{.result = {.threads = 1}};
  ProveResult& result = out.result;
  if (!BlockingSearch::can_search(g.board)) {
    out.hopeless = true;
    return out;
  }
  std::optional<SavedSearch> saved;
  if (!options.saves.empty()) {
    const SearchIdentity identity{entry.full_name(), entry.fingerprint(), entry.game().print(root), mover_attacks,
                                  WinBy::blocked};
    saved.emplace(search_file(options.saves, identity), identity, BlockingSearch::words_of_place);
    saved->prepare_if_possible();
  }
  const auto found_before = state_before(saved ? &*saved : nullptr, options);
  const SearchState before = found_before.value_or(SearchState{});
  const double start = wall_seconds(), start_cpu = cpu_seconds();
  const LineStones stones = g.stones(root);
  BlockingSearch search(g.board, mover_attacks ? stones.mover : stones.other, mover_attacks ? stones.other : stones.mover,
                        mover_attacks, table_bytes(options, found_before));
  if (found_before)
    saved->load([&](SavedSearch::Record place) {
      search.put_back(place);
      return true;
    });
  const auto state_now = [&] {
    return SearchState{.table_bytes = search.bytes(),
                       .visits = before.visits + search.visits(),
                       .evaluated = before.evaluated + search.evaluated(),
                       .wall_seconds = before.wall_seconds + wall_seconds() - start,
                       .cpu_seconds = before.cpu_seconds + cpu_seconds() - start_cpu};
  };
  const auto save = [&] { saved->save(state_now(), [&](FunctionRef<void(SavedSearch::Record)> put) { search.each_kept(put); }); };
  SavesNowAndThen saves(options);
  saves.begin(start);
  double shown = start;
  search.should_stop = [&] {
    const double now = wall_seconds();
    if (options.on_progress && now - shown > 0.25) {
      shown = now;
      ProveProgress progress;
      progress.root = {search.root().theirs, search.root().mine};
      const SearchState state = state_now();
      progress.visits = state.visits;
      progress.evaluated = state.evaluated;
      progress.seconds = state.wall_seconds;
      progress.rate = static_cast<double>(search.visits()) / (now - start);
      progress.fill = search.fill();
      options.on_progress(progress);
    }
    if (saved) saves.look(now, save);
    return (options.time_limit > 0 && now - start > options.time_limit) || (options.should_stop && options.should_stop());
  };
  const auto found = search.run(most_visits);
  out.hopeless = found == BlockingSearch::Found::fails;
  const SearchState state = state_now();
  if (found == BlockingSearch::Found::holds) {
    result.verdict = Verdict::disproven;
    if (!options.proof.empty()) {
      const Bytes bytes = search.certificate();
      result.proof_choices = bytes.size();
      ProofHeader header{
          entry.full_name(), entry.fingerprint(), entry.game().print(root), mover_attacks, false, bytes.size(), {}, false, {}};
      header.zones = true;
      result.proof_bytes = write_proof(options.proof, header, bytes);
    }
  }
  if (saved) {
    if (found != BlockingSearch::Found::holds) saves.try_to(save);
    if (is_there(saved->path())) result.saved = saved->path();
  }
  result.root = {search.root().theirs, search.root().mine};
  result.visits = state.visits;
  result.evaluated = state.evaluated;
  result.table_bytes = search.bytes();
  result.fill = search.fill();
  result.wall_seconds = state.wall_seconds;
  result.cpu_seconds = state.cpu_seconds;
  result.resumed = found_before.has_value();
  out.visits = search.visits();
  out.seconds = wall_seconds() - start;
  return out;
}

} // namespace zermelo
