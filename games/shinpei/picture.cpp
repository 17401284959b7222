// What the explorer shows: both worlds in one square, the points of the lower one between those of the upper one.
#include "game/picture.h"

#include "shinpei/index.h"

namespace zermelo::shinpei {

namespace {

constexpr Letter looks[] = {{'x', "piece", 1}, {'o', "piece", 2}};

std::string upper_name(int column, int row) { return {static_cast<char>('A' + column), static_cast<char>('1' + row)}; }
std::string lower_name(int column, int row) { return {static_cast<char>('a' + column), static_cast<char>('1' + row)}; }

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  const auto bar = text.find('|');
  Picture out = picture_of(std::string_view(text).substr(0, bar), upper_side, looks, upper_name);
  Picture lower = picture_of(std::string_view(text).substr(bar + 1, text.find(':') - bar - 1), lower_side, looks, lower_name);
  for (auto& cell : out.cells) cell.ground = "upper", cell.x *= 2, cell.y *= 2;
  for (auto& cell : lower.cells) {
    cell.ground = "lower";
    cell.x = 2 * cell.x + 1;
    cell.y = 2 * cell.y + 1;
    out.cells.push_back(std::move(cell));
  }
  for (const int owner : {1, 2}) {
    const u32 set = (owner == 1) == first_to_move(p) ? p.own : p.other;
    if (const int held = each - count_ones(set); held != 0) out.hands.push_back({"piece", owner, held});
  }
  return out;
}

// Where the piece comes from, where it goes, and where the lifted ones go. For a pass, any own piece.
std::vector<std::string> Rules::clicks(const Position& p, const Move& m) const {
  auto name = [](int at) {
    return at < upper_points ? upper_name(at % upper_side, at / upper_side)
                             : lower_name((at - upper_points) % lower_side, (at - upper_points) / lower_side);
  };
  if (m.to == nowhere) return {name(lowest_bit(p.own))};
  std::vector<std::string> out;
  if (m.from != nowhere) out.push_back(name(m.from));
  out.push_back(name(m.to));
  for (u32 set = m.targets; set != 0; set &= set - 1) out.push_back(name(lowest_bit(set)));
  return out;
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto upper = letters_of(picture, upper_side, upper_side, looks, '.', upper_name, why);
  if (!upper) return std::nullopt;
  const auto lower = letters_of(picture, lower_side, lower_side, looks, '.', lower_name, why);
  return lower ? composed(*this, *upper + "|" + *lower + (first ? ":x" : ":o"), first, why) : std::nullopt;
}

} // namespace zermelo::shinpei
