// What a game's board.json says, read with care: a word that is not known here becomes no colour and no shape.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/picture.h"

namespace zermelo {

struct Ink {
  std::string_view body, edge, mark; // "#rrggbb"
};

class Look {
public:
  // `lang` is "en" or "ja"; what is not said in it is said in English.
  explicit Look(const nlohmann::json& board, std::string_view lang = "en") : board_(board), lang_(lang) {}

  const nlohmann::json& ground(const Picture::Cell& cell) const;
  const nlohmann::json& piece(std::string_view kind) const;
  bool has_tiles() const;                     // the board is laid of pieces
  bool wide(const Picture::Cell& cell) const; // as wide as the board, beyond it
  Ink ink(int owner) const;
  // A piece of this owner is drawn with its head down.
  bool turned(int owner, bool flip) const;
  std::string player(int owner) const;                      // "Black"
  std::string held() const;                                 // what is held is called: "in hand"
  std::string label(const Picture::Cell& cell) const;       // what is written on its ground
  std::string mark(std::string_view kind, int owner) const; // a letter or two, or nothing
  std::string shape(std::string_view kind) const;
  const nlohmann::json& art(std::string_view kind, int owner) const; // a list of parts; null where there is no drawing

private:
  std::string words_in(const nlohmann::json& j) const;

  const nlohmann::json& board_;
  std::string_view lang_;
};

// The colour of a word of "fill" ("board", "dark" …): in the explorer's light colours, and as a number of a terminal's 256.
struct Fill {
  std::string_view colour;
  int number; // -1: none
};
Fill fill_of(const nlohmann::json& ground);

// The lines that lead from the middle of a cell: "e3 sw" of "lines" is one of three cells to the right, and one to the next cell on
// the lower left.
struct Ray {
  int right, down; // in cells
};
std::vector<Ray> rays_of(const nlohmann::json& ground);

// Names of columns and rows at the edge, where the names of the cells are made of them ("b3", "3b"): the column's and the row's
// part.
struct NameParts {
  std::string column, row;
};
std::optional<NameParts> parts_of_name(std::string_view name);

// A member of an object; null, an empty text or false where there is none of that type.
const nlohmann::json& member_of(const nlohmann::json& j, std::string_view key);
std::string text_in(const nlohmann::json& j, std::string_view key);
bool flag_in(const nlohmann::json& j, std::string_view key);

} // namespace zermelo
