#include "catalog/by_blocking.h"

#include "base/machine.h"
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
  const double start = wall_seconds(), start_cpu = cpu_seconds();
  const LineStones stones = g.stones(root);
  BlockingSearch search(g.board, mover_attacks ? stones.mover : stones.other, mover_attacks ? stones.other : stones.mover,
                        mover_attacks, memory_of_search(options.memory));
  double shown = start;
  search.should_stop = [&] {
    const double now = wall_seconds();
    if (options.on_progress && now - shown > 0.25) {
      shown = now;
      ProveProgress progress;
      progress.root = {search.root().theirs, search.root().mine};
      progress.visits = search.visits();
      progress.evaluated = search.evaluated();
      progress.seconds = now - start;
      progress.rate = static_cast<double>(search.visits()) / progress.seconds;
      progress.fill = search.fill();
      options.on_progress(progress);
    }
    return (options.time_limit > 0 && now - start > options.time_limit) || (options.should_stop && options.should_stop());
  };
  const auto found = search.run(most_visits);
  out.hopeless = found == BlockingSearch::Found::fails;
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
  result.root = {search.root().theirs, search.root().mine};
  result.visits = search.visits();
  result.evaluated = search.evaluated();
  result.table_bytes = search.bytes();
  result.fill = search.fill();
  result.wall_seconds = wall_seconds() - start;
  result.cpu_seconds = cpu_seconds() - start_cpu;
  return out;
}

} // namespace zermelo
