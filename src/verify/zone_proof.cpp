#include "verify/zone_proof.h"

#include "base/error.h"
#include "table/proof_file.h"
#include "verify/blocking.h"
#include "verify/zones.h"

namespace zermelo {

ProofReport verify_zones(const LineBoard& board, const LineStones& stones, bool over, ProofFile& proof,
                         const VerifyOptions& options) {
  ProofReport report;
  if (!proof.as_written()) {
    report.why = "its moves are not those that it was written with";
    return report;
  }
  if (over) {
    report.why = "the game is over where the proof begins";
    return report;
  }
  if (options.memory != 0 && proof.payload_bytes() > options.memory / 2)
    throw Error(Exit::resources, "the proof is larger than half of the memory that it may take");
  const Bytes bytes = proof.all();
  const bool mover = proof.header().mover_attacks;
  const CellSet& attacker = mover ? stones.mover : stones.other;
  const CellSet& defender = mover ? stones.other : stones.mover;
  auto take = [&](const auto& found) {
    report.choices = found.moves;
    report.positions = found.claims;
    if constexpr (requires { found.deepest; }) report.deepest = found.deepest;
    report.holds = found.holds && bytes.size() == proof.header().choices;
    report.why = !found.holds ? found.why : report.holds ? "" : "it has another length than it says";
  };
  if (proof.header().attacker_wins)
    take(ZoneCheck<>(board, attacker, defender, mover, bytes, options).run());
  else if (board.cells <= BlockCheck<>::most_cells)
    take(BlockCheck<>(board, attacker, defender, mover, bytes, options).run());
  else
    report.why = "that a side does not win is shown by blocking only on boards of at most 64 cells";
  return report;
}

} // namespace zermelo
