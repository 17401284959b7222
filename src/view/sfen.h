// Positions and moves as the front ends of shogi programs write them (USI): "gle/1c1/1C1/ELG b - 1", "2c2b", "C*2b", "3b3a+".
// A game speaks it whose board.json gives a letter to every kind of piece (notation.sfen: {"chick": "C", "hen": "+C", …}) and whose
// board is a rectangle with at most one piece on a square; its picture says the rest.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "game/any.h"

namespace zermelo {

bool speaks_sfen(const nlohmann::json& board); // board.json has the letters

class Sfen {
public:
  // `game` outlives it. Error(usage) if the letters are there and the board is none that SFEN can write.
  Sfen(const AnyGame& game, const nlohmann::json& board);

  int columns() const { return columns_; }
  int rows() const { return rows_; }

  std::string print(const AnyPosition& p, int number = 1) const; // the number of the next move stands at the end
  std::optional<AnyPosition> parse(std::string_view text, std::string& why) const;
  std::string move_name(const AnyPosition& p, AnyMove m) const;
  std::optional<AnyMove> find(const AnyPosition& p, std::span<const AnyMove> moves, std::string_view name) const;

private:
  std::string square(std::string_view cell) const; // "B3" is "2c": columns from the right, rows from the top
  std::string letter(const Picture::Piece& piece) const;
  std::optional<Picture::Piece> piece(std::string_view letter) const; // "+C" is the first player's, "+c" the second's
  bool read_rows(std::string_view text, Picture& picture, std::string& why) const;
  bool read_hands(std::string_view text, Picture& picture, std::string& why) const;

  const AnyGame& game_;
  std::map<std::string, std::string, std::less<>> letters_; // by kind
  Picture empty_;                                           // the board without pieces
  int columns_ = 0, rows_ = 0;
};

} // namespace zermelo
