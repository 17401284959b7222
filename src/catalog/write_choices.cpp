#include "catalog/write_choices.h"

#include "base/machine.h"
#include "base/units.h"

namespace zermelo {

void write_choices(const Entry& entry, const std::string& position, bool mover_attacks, bool attacker_wins,
                   const ProveOptions& options, ProveResult& result, FunctionRef<ChoiceWriter()> take_out) {
  const auto score = entry.game().scored() ? options.at_least : std::nullopt;
  if (options.on_note && (result.resumed || result.wall_seconds > options.save_every))
    options.on_note(std::string(mover_attacks ? "the mover" : "the other") + (attacker_wins ? " can" : " cannot") +
                    (score ? " get " + std::to_string(*score) : " force a win") + ", after " + grouped(result.visits) +
                    " visits; now the proof is taken out");
  const double wall = wall_seconds(), cpu = cpu_seconds();
  const ChoiceWriter choices = take_out();
  result.proof_choices = choices.choices();
  result.proof_bytes = write_proof(options.proof,
                                   {.game = entry.full_name(),
                                    .rules = entry.fingerprint(),
                                    .position = position,
                                    .mover_attacks = mover_attacks,
                                    .attacker_wins = attacker_wins,
                                    .choices = choices.choices(),
                                    .tables = options.cites,
                                    .at_least = score},
                                   choices.bytes());
  result.proof_seconds = wall_seconds() - wall;
  result.proof_cpu_seconds = cpu_seconds() - cpu;
  result.wall_seconds += result.proof_seconds;
  result.cpu_seconds += result.proof_cpu_seconds;
}

} // namespace zermelo
