// The proof of what a search has found, taken out of it and written, with the time that this takes.
#pragma once

#include "base/function_ref.h"
#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

// The file is options.proof. Taking a proof out may take longer than finding it: the times of the result include it.
void write_choices(const Entry& entry, const std::string& position, bool mover_attacks, bool attacker_wins,
                   const ProveOptions& options, ProveResult& result, FunctionRef<ChoiceWriter()> take_out);

} // namespace zermelo
