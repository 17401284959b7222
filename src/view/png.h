// A position as a picture of pixels: programs that show links seldom take SVG.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "view/board_drawing.h"

namespace zermelo {

// The drawing lies in the middle of it. Programs that show links want this size, and cut others off.
inline constexpr int png_width = 1200, png_height = 630;

// Whether this program was built with the libraries that it takes (AGG and libpng).
bool has_png();

// The bytes of the file; only where has_png(). Letters are those of ASCII: no font is asked for.
std::string png_of(const Picture& picture, const nlohmann::json& look, const DrawingOptions& options);

} // namespace zermelo
