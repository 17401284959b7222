// Checks a proof, together with the tables that it cites.
#include "base/units.h"
#include "command.h"
#include "commands/verify.h"
#include "stop.h"
#include "tasks/verify_job.h"
#include "terminal.h"

namespace zermelo {

Exit verify_proof(const VerifyArguments& o, const Common& common) {
  catch_stop_signals();
  VerifyOptions options;
  options.threads = static_cast<int>(o.threads);
  options.memory = o.memory;
  options.should_stop = stop_requested;
  const CheckedProof checked = check_proof(o.what, options, common);
  const ProofReport& r = checked.report;
  const ProofHeader& h = checked.header;
  if (common.json) out(to_json(checked, o.what));
  if (!common.json && r.holds) {
    outf("proof      {} {}: {}\n           {} moves named, {} positions looked at, {}in {} ({} CPU): it holds{}\n", h.game,
         h.position, checked.claim, grouped(r.choices), grouped(r.positions),
         h.tables.empty() ? "" : grouped(r.lookups) + " looked up in tables, ", duration(checked.seconds),
         duration(checked.cpu_seconds), h.tables.empty() ? "" : " together with");
    if (r.deepest > 0) outf("           on its longest line the winner puts {} stones\n", r.deepest);
    for (const Citation& c : h.tables) outf("           the table of {} with the SHA-256 {}\n", c.table.game, c.sha256);
  }
  if (!r.holds) notef("zermelo: {} proves nothing: {}\n", o.what, r.why);
  return r.holds ? Exit::done : Exit::mismatch;
}

} // namespace zermelo
