// Lines of play that somebody thinks good for the attacker, from a file: an order in which to try moves, never truth.
#pragma once

#include <filesystem>
#include <map>

#include "solve/lines/facts.h"

namespace zermelo {

// The attacker's moves in the lines of a file, by what stands on the board before them. A line is the names of cells, from the
// empty board on, the players in turn; `#` begins a comment. Where lines disagree the first counts.
std::map<LineFact, int> read_suggestions(const std::filesystem::path& path, const LineBoard& board, bool attacker_begins);

} // namespace zermelo
