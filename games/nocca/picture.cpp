// What the explorer shows: stacks, and beyond either last row the goal.
#include "game/picture.h"

#include "nocca/index.h"

namespace zermelo::nocca {

namespace {

std::string cell_name(int column, int row) { return {static_cast<char>('a' + column), static_cast<char>('1' + row)}; }
constexpr const char *first_goal = "goal-first", *second_goal = "goal-second"; // where that player leaves the board

} // namespace

Picture Rules::picture(const Position& p) const {
  const Position black = first_to_move(p) ? p : turned(p);
  Picture out;
  const float middle = static_cast<float>(columns - 1) / 2;
  out.cells.push_back({first_goal, "goal", middle, -1, {}});
  for (int row = rows; row-- > 0;)
    for (int column = 0; column < columns; ++column) {
      Picture::Cell cell{cell_name(column, row), "", static_cast<float>(column), static_cast<float>(rows - 1 - row), {}};
      const int at = columns * row + column;
      for (int k = 0; k < levels && (black.held[k] >> at & 1) != 0; ++k)
        cell.pieces.push_back({"piece", (black.mine[k] >> at & 1) != 0 ? 1 : 2});
      out.cells.push_back(std::move(cell));
    }
  out.cells.push_back({second_goal, "goal", middle, static_cast<float>(rows), {}});
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, Move m) const {
  auto out = cells_in(move_name(p, m));
  if (m.to == Move::goal) out.back() = first_to_move(p) ? first_goal : second_goal;
  return out;
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  std::string text;
  for (int row = rows; row-- > 0;) {
    for (int column = 0; column < columns; ++column) {
      const Picture::Cell* cell = picture.find(cell_name(column, row));
      if (cell == nullptr || cell->pieces.empty()) {
        text += '.';
        continue;
      }
      for (std::size_t i = 0; i < cell->pieces.size(); ++i) {
        if (i > 0) text += '+';
        text += cell->pieces[i].owner == 1 ? 'b' : 'w';
      }
    }
    text += row > 0 ? "/" : first ? ":b" : ":w";
  }
  return parse(text, why);
}

} // namespace zermelo::nocca
