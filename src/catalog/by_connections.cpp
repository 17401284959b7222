#include "catalog/by_connections.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine.h"
#include "solve/connect/search.h"
#include "table/proof_file.h"

namespace zermelo {

bool searches_connections(const ConnectionBoard& board) { return board.cells <= SmallBoard::most_cells; }

ProveResult prove_by_connections(const Entry& entry, const ConnectedGame& g, const AnyPosition& root, bool mover_attacks,
                                 const ProveOptions& options) {
  const AnyGame& game = entry.game();
  const double start = wall_seconds(), start_cpu = cpu_seconds();
  ConnectionSearch search(g.board, g.joining(root).value(), game.first_to_move(root) ? 0 : 1, !options.proof.empty());
  search.most_bytes = memory_of_search(options.memory);
  double shown = start;
  search.should_stop = [&] {
    const double now = wall_seconds();
    if (options.on_progress && now - shown > 0.25) {
      shown = now;
      ProveProgress progress;
      const auto [wins, loses] = search.numbers();
      progress.root = {std::min(mover_attacks ? wins : loses, Numbers::infinite - 1),
                       std::min(mover_attacks ? loses : wins, Numbers::infinite - 1)};
      progress.visits = search.nodes;
      progress.evaluated = search.evaluated;
      progress.seconds = now - start;
      progress.rate = static_cast<double>(search.nodes) / progress.seconds;
      progress.fill = static_cast<double>(search.bytes()) / static_cast<double>(search.most_bytes);
      options.on_progress(progress);
    }
    return (options.time_limit > 0 && now - start > options.time_limit) ||
           (options.most_visits != 0 && search.nodes >= options.most_visits) || (options.should_stop && options.should_stop());
  };
  const auto found = search.run();
  ProveResult result{.threads = 1};
  const bool mover_wins = found == ConnectionSearch::Result::mover_wins;
  if (found != ConnectionSearch::Result::unknown)
    result.verdict = mover_wins == mover_attacks ? Verdict::proven : Verdict::disproven;
  if (search.out_of_memory && options.on_note)
    options.on_note("the search has used up the memory that it may take; give it more with --memory");
  AnyPosition at = root;
  for (const int cell : search.line())
    for (const AnyMove m : game.moves(at)) {
      const auto before = g.joining(at);
      const AnyPosition next = game.play(at, m);
      const auto after = g.joining(next);
      const std::size_t mover = game.first_to_move(at) ? 0 : 1;
      if (!after || !after->of[mover].has(cell) || before->of[mover].has(cell)) continue;
      result.line.push_back(game.move_name(at, m));
      at = next;
      break;
    }
  if (!options.proof.empty() && result.verdict != Verdict::unknown) {
    u64 claims = 0;
    const Bytes bytes = search.proof(claims);
    result.proof_choices = claims;
    ProofHeader header{entry.full_name(),
                       entry.fingerprint(),
                       game.print(root),
                       mover_attacks,
                       mover_wins == mover_attacks,
                       bytes.size(),
                       {},
                       false,
                       {}};
    header.carriers = true;
    result.proof_bytes = write_proof(options.proof, header, bytes);
  }
  result.visits = search.nodes;
  result.evaluated = search.evaluated;
  result.table_bytes = search.bytes();
  result.fill = static_cast<double>(search.bytes()) / static_cast<double>(search.most_bytes);
  result.wall_seconds = wall_seconds() - start;
  result.cpu_seconds = cpu_seconds() - start_cpu;
  return result;
}

} // namespace zermelo
