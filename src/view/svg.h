// A position as a drawing that stands alone: what the explorer shows, as a file.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "view/board_drawing.h"

namespace zermelo {

// `look` is the game's board.json. Texts are escaped.
std::string svg_of(const Picture& picture, const nlohmann::json& look, const DrawingOptions& options);

// Fit for text and attributes of XML and HTML.
std::string xml_escaped(std::string_view text);

} // namespace zermelo
