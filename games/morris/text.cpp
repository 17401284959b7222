// Notation: the rings from the outermost, each clockwise from its top left corner, W and B for men; then who is to move and how many
// men White and Black hold: "......../......../........:w99". Points have the names of a chess board of which only they are used.
#include <fmt/format.h>

#include "game/refuse.h"
#include "morris/rules.h"

namespace zermelo::morris {

namespace {

constexpr Letter looks[] = {{'W', "man", 1}, {'B', "man", 2}};

char letter_at(const Position& p, int at) {
  if ((p.own >> at & 1) != 0) return p.black != 0 ? 'B' : 'W';
  if ((p.other >> at & 1) != 0) return p.black != 0 ? 'W' : 'B';
  return '.';
}
int white_hand(const Position& p) { return p.black != 0 ? p.other_hand : p.hand; }
int black_hand(const Position& p) { return p.black != 0 ? p.hand : p.other_hand; }

} // namespace

const Net& Rules::net() const {
  static const auto make = [](const Rules& g) {
    constexpr int around[][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};
    const int centre = static_cast<int>(g.rings), side = 2 * centre + 1;
    Net net{side, side, false, {}};
    for (int at = 0; at < g.points(); ++at) {
      const int far = centre - at / ring_points;
      const auto& [right, down] = around[at % ring_points];
      net.points.push_back({centre + far * right, centre + far * down, g.beside(1U << at)});
    }
    return net;
  };
  static const Net large = make(Rules{}), small = make(Rules{.rings = 2});
  return rings == 3 ? large : small;
}

std::string Rules::print(const Position& p) const {
  return rows().print([&](int at) { return letter_at(p, at); }) +
         fmt::format(":{}{}{}", p.black != 0 ? 'b' : 'w', white_hand(p), black_hand(p));
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const Refuse refuse{why};
  const std::string_view board = text.substr(0, text.find(':')), rest = text.substr(board.size());
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (rest.size() != 4 || (rest[1] != 'w' && rest[1] != 'b') || !digit(rest[2]) || !digit(rest[3]))
    return refuse("expected at the end who is to move and how many men White and Black hold, like " + print(start()));
  const u8 hands[] = {static_cast<u8>(rest[2] - '0'), static_cast<u8>(rest[3] - '0')};
  u32 sets[2] = {}; // of White, of Black
  auto put = [&](int at, char letter) {
    if (letter != '.') sets[letter == 'B' ? 1 : 0] |= 1U << at;
  };
  if (!rows().parse(board, ".WB", put, why)) return std::nullopt;
  const std::size_t own = rest[1] == 'b' ? 1 : 0, other = 1 - own;
  for (const std::size_t side : {own, other})
    if (men_left(sets[side], hands[side]) > static_cast<int>(men)) return refuse(fmt::format("a side has at most {} men", men));
  if (placing == 0 && (hands[0] | hands[1]) != 0) return refuse("here all men are on the board: both hands are 0");
  if ((hands[0] | hands[1]) != 0 && hands[own] != hands[other] + static_cast<int>(own))
    return refuse("both place in turn, White first: with White to move the hands are equal, else Black holds one more");
  if (men_left(sets[other], hands[other]) < least_men) return refuse("only the side to move can have fewer than three men");
  if (men_left(sets[own], hands[own]) < least_men - 1) return refuse("the game ends when a side has two men left");
  return Position{sets[own], sets[other], hands[own], hands[other], static_cast<u16>(own)};
}

std::string Rules::move_name(const Position&, const Move& m) const {
  const std::string name = (m.from == nowhere ? "" : net().name(m.from) + "-") + net().name(m.to);
  return m.taken == nowhere ? name : name + "x" + net().name(m.taken);
}

std::string Rules::draw(const Position& p) const {
  return net().draw([&](int at) { return letter_at(p, at); }) +
         fmt::format("{} to move; in hand: White {}, Black {}\n", p.black != 0 ? "Black" : "White", white_hand(p), black_hand(p));
}

Picture Rules::picture(const Position& p) const {
  Picture out = net().picture([&](int at) { return letter_at(p, at); }, looks);
  if (white_hand(p) != 0) out.hands.push_back({"man", 1, white_hand(p)});
  if (black_hand(p) != 0) out.hands.push_back({"man", 2, black_hand(p)});
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, const Move& m) const { return cells_in(move_name(p, m)); }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto letters = net().letters_in(picture, looks, why);
  if (!letters) return std::nullopt;
  const std::string board = rows().print([&](int at) { return (*letters)[static_cast<std::size_t>(at)]; });
  return composed(*this, fmt::format("{}:{}{}{}", board, first ? 'w' : 'b', picture.held("man", 1), picture.held("man", 2)),
                  first, why);
}

} // namespace zermelo::morris
