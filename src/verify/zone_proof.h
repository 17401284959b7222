// The check of a file with a proof with zones.
#pragma once

#include "game/lines.h"
#include "verify/report.h"

namespace zermelo {

class ProofFile; // table/proof_file.h

// `stones` of where the proof begins; `over`: whether the game is over there.
ProofReport verify_zones(const LineBoard& board, const LineStones& stones, bool over, ProofFile& proof,
                         const VerifyOptions& options);

} // namespace zermelo
