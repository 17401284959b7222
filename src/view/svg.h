// A position as a drawing that stands alone: what the explorer shows, as a file.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "game/picture.h"

namespace zermelo {

struct SvgOptions {
  bool flip = false;   // the second player at the bottom
  bool first = true;   // who is to move, for the mark beside the names
  std::string caption; // below the board; empty: none
};

// `look` is the game's board.json. Texts are escaped, and only words of board.json that are known here become colours and shapes.
std::string svg_of(const Picture& picture, const nlohmann::json& look, const SvgOptions& options);

// Fit for text and attributes of XML and HTML.
std::string xml_escaped(std::string_view text);

} // namespace zermelo
