// Notation of TRAX, for both implementations.
//
// Position: the rows of the box around the tiles from the top, '/' between them; a tile is a letter that looks like its white
// line (I H L J F 7), an empty cell '.'; then ':w' or ':r' for the side to move. "J:r" is the position after the move "@0/",
// ".:w" the start. A game record, moves separated by spaces or commas, is a position as well.
//
// Move: the column of the cell in the box before it, A, B, ... and '@' left of them, its row, 1, 2, ... and 0 above them, then
// '+', '/' or '\'.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trax/grid.h"

namespace zermelo::trax {

struct Position; // board.h
Grid grid_of(const Position& p);
std::string print_grid(const Grid& grid);
std::optional<Grid> parse_grid(const PlainRules& rules, std::string_view text, std::string& why);
std::string draw_grid(const Grid& grid);
std::string name_of(Move m);

} // namespace zermelo::trax
