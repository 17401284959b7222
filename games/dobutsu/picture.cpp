// What the explorer shows.
#include "game/picture.h"

#include "dobutsu/rules.h"

namespace zermelo::dobutsu {

namespace {

constexpr Letter looks[] = {{'L', "lion", 1}, {'E', "elephant", 1}, {'G', "giraffe", 1}, {'C', "chick", 1}, {'H', "hen", 1},
                            {'l', "lion", 2}, {'e', "elephant", 2}, {'g', "giraffe", 2}, {'c', "chick", 2}, {'h', "hen", 2}};
constexpr std::size_t rows_at = 2, rows_end = 17; // in the text of a position

std::string cell_name(int column, int row) { return {static_cast<char>('A' + column), static_cast<char>('1' + row)}; }

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  Picture out = picture_of(std::string_view(text).substr(rows_at, rows_end - rows_at), 3, looks, cell_name);
  for (auto& cell : out.cells) cell.ground = cell.y == 0 ? "home-second" : cell.y == 3 ? "home-first" : "";
  for (const Letter& l : looks) {
    const auto held = std::count(text.begin() + rows_end + 1, text.end(), l.letter);
    if (held > 0) out.hands.push_back({std::string(l.kind), l.owner, static_cast<int>(held)});
  }
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, Move m) const {
  std::string name = move_name(p, m);
  if (name.back() == '+') name.pop_back();
  if (name[1] != '*') return cells_in(name);
  for (const Letter& l : looks)
    if (l.letter == name[0]) return {"hand:" + std::string(l.kind), name.substr(2)};
  return {name};
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, 3, 4, looks, '-', cell_name, why);
  if (!text) return std::nullopt;
  std::string hands;
  for (const Letter& l : looks) {
    const int held = picture.held(l.kind, l.owner);
    if (held < 0 || held > 2) {
      why = "a hand holds at most two pieces of a kind";
      return std::nullopt;
    }
    hands.append(static_cast<std::size_t>(held), l.letter);
  }
  return composed(*this, (first ? "S/" : "G/") + *text + '/' + (hands.empty() ? "-" : hands), first, why);
}

} // namespace zermelo::dobutsu
