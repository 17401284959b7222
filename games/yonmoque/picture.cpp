// What the explorer shows: the colours of the squares, the pieces, both hands.
#include "game/picture.h"

#include "yonmoque/rules.h"

namespace zermelo::yonmoque {

namespace {

constexpr Letter looks[] = {{'B', "piece", 1}, {'W', "piece", 2}};

std::string cell_name(int column, int row) { return {static_cast<char>('1' + column), static_cast<char>('a' + row)}; }

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  Picture out = picture_of(std::string_view(text).substr(0, text.find(':')), side, looks, cell_name);
  for (int at = 0; at < squares; ++at)
    out.cells[static_cast<std::size_t>(at)].ground = (blue_squares >> at & 1) != 0    ? "blue"
                                                     : (white_squares >> at & 1) != 0 ? "white"
                                                                                      : "";
  for (const Letter& l : looks)
    if (const u32 held = p.hand(l.owner == 1); held != 0) out.hands.push_back({"piece", l.owner, static_cast<int>(held)});
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, Move m) const { return cells_in(move_name(p, m)); }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, side, side, looks, '.', cell_name, why);
  if (!text) return std::nullopt;
  std::string hands;
  for (const Letter& l : looks) {
    const int held = picture.held("piece", l.owner);
    if (held < 0 || held > each) {
      why = "a hand holds 0 to " + std::to_string(each) + " pieces";
      return std::nullopt;
    }
    hands += std::to_string(held);
  }
  return parse(*text + (first ? ":b" : ":w") + hands, why);
}

} // namespace zermelo::yonmoque
