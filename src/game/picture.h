// What a position looks like, for whoever draws it: cells with pieces, pieces in hand. What a piece or a cell looks like is said
// in the game's board.json; where to click to play a move, and a position put together by hand, are the game's as well.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/concepts.h"

namespace zermelo {

struct Picture {
  struct Piece {
    std::string kind; // a key of "pieces" in board.json
    int owner = 0;    // 0 nobody, 1 the first player, 2 the second
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  struct Cell {
    std::string name;
    std::string ground;        // a key of "grounds" in board.json
    float x = 0, y = 0;        // in cells, to the right and downwards; the first player sits at the bottom
    std::vector<Piece> pieces; // from the bottom to the top
  };
  struct Held {
    std::string kind;
    int owner = 0;
    int count = 0;
  };
  std::vector<Cell> cells;
  std::vector<Held> hands;

  const Cell* find(std::string_view name) const;
  int held(std::string_view kind, int owner) const;
};

// picture(p)                  the board as the first player sees it
// clicks(p, m)                what one clicks to play m, in order: names of cells, "hand:KIND" for a piece in hand, "piece:KIND"
//                             where a piece is to be chosen; different for each move of p
// compose(picture, first, why)  the position that looks so, the first player to move or not, or nothing and the reason; cells
//                             are found by their names, missing ones are empty; compose(picture(p)) = p unless p is over
template <class G>
concept Pictured = Text<G> && requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m, const Picture& picture, bool first,
                                       std::string& why) {
  { g.picture(p) } -> std::same_as<Picture>;
  { g.clicks(p, m) } -> std::same_as<std::vector<std::string>>;
  { g.compose(picture, first, why) } -> std::same_as<std::optional<PositionOf<G>>>;
};

// For games whose notation has a letter for each cell.
struct Letter { // NOLINT(clang-analyzer-optin.performance.Padding): in the order in which games write them
  char letter;
  std::string_view kind;
  int owner;
};
using Letters = std::span<const Letter>;
using CellName = std::function<std::string(int column, int row)>; // rows from the top

// The cells of a board, row by row from the top; characters that are none of the letters are empty cells, '/' is skipped.
Picture picture_of(std::string_view text, int columns, Letters letters, const CellName& name);

// The rows in letters again, '/' between them. Nothing, and why, for a stack or a piece that has no letter.
std::optional<std::string> letters_of(const Picture& picture, int columns, int rows, Letters letters, char empty,
                                      const CellName& name, std::string& why);

// "B5-A4", "B3xA2": the names of the cells in a move's name.
std::vector<std::string> cells_in(std::string_view move_name, std::string_view between = "-x");

// A position read from its text, with the side to move as wanted.
template <Text G> std::optional<PositionOf<G>> composed(const G& g, const std::string& text, bool first, std::string& why) {
  auto p = g.parse(text, why);
  if (p && g.first_to_move(*p) != first) {
    why = "with these pieces on the board it is the other player's turn";
    p.reset();
  }
  return p;
}

} // namespace zermelo
