#include "game/picture.h"

#include <algorithm>

namespace zermelo {

const Picture::Cell* Picture::find(std::string_view name) const {
  const auto it = std::find_if(cells.begin(), cells.end(), [&](const Cell& c) { return c.name == name; });
  return it == cells.end() ? nullptr : &*it;
}

int Picture::held(std::string_view kind, int owner) const {
  int count = 0;
  for (const Held& h : hands)
    if (h.kind == kind && h.owner == owner) count += h.count;
  return count;
}

Picture picture_of(std::string_view text, int columns, Letters letters, const CellName& name) {
  Picture out;
  int at = 0;
  for (const char c : text) {
    if (c == '/') continue;
    const int column = at % columns, row = at / columns;
    Picture::Cell cell{name(column, row), "", static_cast<float>(column), static_cast<float>(row), {}};
    for (const Letter& l : letters)
      if (l.letter == c) cell.pieces.push_back({std::string(l.kind), l.owner});
    out.cells.push_back(std::move(cell));
    ++at;
  }
  return out;
}

std::optional<std::string> letters_of(const Picture& picture, int columns, int rows, Letters letters, char empty,
                                      const CellName& name, std::string& why) {
  std::string text;
  for (int row = 0; row < rows; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < columns; ++column) {
      const Picture::Cell* cell = picture.find(name(column, row));
      if (cell == nullptr || cell->pieces.empty()) {
        text += empty;
        continue;
      }
      const auto& piece = cell->pieces.front();
      const auto it = std::find_if(letters.begin(), letters.end(),
                                   [&](const Letter& l) { return l.kind == piece.kind && l.owner == piece.owner; });
      if (cell->pieces.size() > 1 || it == letters.end()) {
        why = cell->pieces.size() > 1 ? "a cell holds one piece" : "this player has no such piece";
        return std::nullopt;
      }
      text += it->letter;
    }
  }
  return text;
}

std::vector<std::string> cells_in(std::string_view move_name, std::string_view between) {
  std::vector<std::string> out;
  while (true) {
    const auto end = move_name.find_first_of(between);
    out.emplace_back(move_name.substr(0, end));
    if (end == std::string_view::npos) return out;
    move_name.remove_prefix(end + 1);
  }
}

} // namespace zermelo
