// Positions of a table that are worth keeping: they are rare, and would hardly be found by chance.
#pragma once

#include <string>
#include <vector>

#include "game/any.h"
#include "table/table.h"

namespace zermelo {

inline constexpr u64 most_scanned = u64{1} << 29; // slots that are looked through for them: seconds

// The first positions, by slot, of the longest win, at most so many; none where the table has no distances. What the solver told
// is taken as it is.
std::vector<std::string> longest_wins(const AnyGame& game, const Table& table, std::size_t most = Findings::most_positions);

} // namespace zermelo
