// Moves as people write them.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/any.h"

namespace zermelo {

// The one of these moves that is meant: by its name, else with capitals and separators ignored ("b4a3", "B4 a3" for B4-A3) and
// marks like ! ? # + behind it left out, else by the cells that it goes through ("24x15x6" for 24x6). None where that fits no
// move, or several.
std::optional<AnyMove> find_turn(const AnyGame& game, const AnyPosition& p, std::span<const AnyMove> turns,
                                 std::string_view written);

} // namespace zermelo
