// A position as a drawing: what the explorer shows, for pictures that stand alone.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "game/picture.h"
#include "view/painter.h"

namespace zermelo {

struct DrawingOptions {
  bool flip = false;   // the second player at the bottom
  std::string caption; // below the board; empty: none
};

// `look` is the game's board.json: only words of it that are known here become colours and shapes.
void draw_board(const Picture& picture, const nlohmann::json& look, const DrawingOptions& options, Painter& painter);

} // namespace zermelo
