// How to get a positive score in the end: a table of scores alone does not tell which of the moves of equal worth come nearer.
#pragma once

#include <optional>

#include "view/probe.h"

namespace zermelo {

// The best move of a position of positive score that forces the layer to be left in the fewest plies, if the other never plays a
// move worth less to him; found by a search from here, nothing if it would take more than so many positions.
std::optional<std::size_t> nearest_step(const AnyGame& game, const Table& table, const Answer& answer, std::size_t most = 20'000);

} // namespace zermelo
