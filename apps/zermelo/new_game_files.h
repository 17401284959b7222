// The files of examples/games/newgame, compiled in.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace zermelo {

const std::vector<std::pair<std::string_view, std::string_view>>& new_game_files();

} // namespace zermelo
