// Boards as a person sees them: framed and coloured in a terminal, the game's own drawing everywhere else.
#pragma once

#include <string>
#include <vector>

#include "catalog/entry.h"

namespace zermelo {

struct BoardView {
  bool flip = false;               // the second player at the bottom
  std::vector<std::string> marked; // cells of the last move
  std::string lang;                // as --lang has it; empty: the terminal's
};

std::string drawing_of(const Entry& entry, const AnyPosition& p, const BoardView& view = {});

} // namespace zermelo
