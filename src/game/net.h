// Boards of points that lines join: names of points, a drawing, a picture. Points lie on a grid of columns and rows, of which some
// places may have none; they are numbered as the game likes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "game/picture.h"

namespace zermelo {

struct Net {
  struct Point {
    int column = 0, row = 0; // rows from the top
    u64 beside = 0;          // the points that a line leads to, straight or slanted
  };
  int columns = 0, rows = 0;
  bool from_the_top = false; // rows are numbered from the top; else from the bottom, as on a chess board
  std::vector<Point> points;

  int at(int column, int row) const; // -1: no point
  std::string name(int point) const;

  // The points by letters, with their lines and names, for a terminal.
  std::string draw(const std::function<char(int point)>& letter) const;
  // For whoever draws it; places without a point are cells with the ground "gap", the ground of others says where lines lead: "n e sw",
  // with how far where that is more than one. board.json gives each of them its "lines".
  Picture picture(const std::function<char(int point)>& letter, Letters letters) const;
  // The letters of a picture, point by point, '.' where there is nothing. Nothing, and why, for a stack or a piece without a letter.
  std::optional<std::string> letters_in(const Picture& picture, Letters letters, std::string& why) const;

private:
  std::string lines_from(const Point& p) const;
};

} // namespace zermelo
