// Notation: the rows from the top, 'o' brown, 'X' black, '.' for empty points and for places without one; then who is to move,
// "ooooo../o...o../o.X.o../o...o../ooooo..:o". Points have a letter for the column and a number for the row from the top.
#include "game/refuse.h"
#include "musashi/rules.h"

namespace zermelo::musashi {

namespace {

constexpr Letter looks[] = {{'o', "soldier", 1}, {'X', "general", 2}};

} // namespace

const Net& Rules::net() const {
  static const auto make = [](int size) {
    const Board& b = Board::of(size);
    Net net{static_cast<int>(b.columns), Board::rows, true, {}};
    for (u32 at = 0; at < b.points; ++at) net.points.push_back({b.x[at], b.y[at], b.beside[at]});
    return net;
  };
  static const Net tiny = make(9), small = make(25), middle = make(31), large = make(33);
  return board->points == 9 ? tiny : board->points == 25 ? small : board->points == 31 ? middle : large;
}

char Rules::letter_at(const Position& p, int at) const {
  return at < 0 ? '.' : static_cast<u32>(at) == p.black ? 'X' : (p.brown >> at & 1) != 0 ? 'o' : '.';
}

std::string Rules::print(const Position& p) const {
  const Grid grid{net().columns, net().rows};
  return grid.print([&](int cell) { return letter_at(p, net().at(cell % grid.columns, cell / grid.columns)); }) +
         (p.second != 0 ? ":X" : ":o");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const Refuse refuse{why};
  const bool sided = text.ends_with(":o") || text.ends_with(":X");
  if (!sided) return refuse("expected who is to move at the end, :o or :X, like " + print(start()));
  const Grid grid{net().columns, net().rows};
  Position p{0, most_points, text.back() == 'X' ? 1U : 0U};
  int blacks = 0, beyond = 0;
  const bool fits = grid.parse(
      text.substr(0, text.size() - 2), ".oX",
      [&](int cell, char letter) {
        const int at = net().at(cell % grid.columns, cell / grid.columns);
        if (letter == '.') return;
        if (at < 0) {
          ++beyond;
        } else if (letter == 'X') {
          p.black = static_cast<u32>(at);
          ++blacks;
        } else {
          p.brown |= u64{1} << at;
        }
      },
      why);
  if (!fits) return std::nullopt;
  if (beyond != 0) return refuse("a piece stands where the board has no point");
  if (blacks != 1) return refuse("there is one black piece, X");
  return p;
}

std::string Rules::move_name(const Position& p, const Move& m) const {
  std::string name = net().name(m.from) + "-" + net().name(m.to);
  u64 out = p.second != 0 ? taken(p.brown, m.to) : 0;
  if (out != 0) name += 'x';
  for (; out != 0; out &= out - 1) name += net().name(lowest_bit(out));
  return name;
}

std::string Rules::draw(const Position& p) const {
  return net().draw([&](int at) { return letter_at(p, at); }) + (p.second != 0 ? "Black (X) to move\n" : "Brown (o) to move\n");
}

Picture Rules::picture(const Position& p) const {
  return net().picture([&](int at) { return letter_at(p, at); }, looks);
}

std::vector<std::string> Rules::clicks(const Position&, const Move& m) const { return {net().name(m.from), net().name(m.to)}; }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const Grid grid{net().columns, net().rows};
  const auto letters = net().letters_in(picture, looks, why);
  if (!letters) return std::nullopt;
  const std::string rows = grid.print([&](int cell) {
    const int at = net().at(cell % grid.columns, cell / grid.columns);
    return at < 0 ? '.' : (*letters)[static_cast<std::size_t>(at)];
  });
  return composed(*this, rows + (first ? ":o" : ":X"), first, why);
}

} // namespace zermelo::musashi
