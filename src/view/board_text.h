// A position as lines of text for a terminal: what the explorer draws, in characters.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "game/picture.h"

namespace zermelo {

struct BoardTextOptions {
  bool flip = false;               // the second player at the bottom
  bool colour = false;             // with escapes for a terminal of 256 colours
  bool first = true;               // who is to move; said beside the names
  bool over = false;               // nobody is
  std::vector<std::string> marked; // cells of the last move; seen with colour only
  std::string_view lang = "en";    // "ja": marks, names and words in Japanese
};

// `board` is the game's board.json. The text is UTF-8; a first player's piece never looks like a second player's, also without
// colour.
std::string board_text(const Picture& picture, const nlohmann::json& board, const BoardTextOptions& options);

// How many columns such a text takes: escapes take none, and characters of East Asia two.
std::size_t shown_width(std::string_view line);

} // namespace zermelo
