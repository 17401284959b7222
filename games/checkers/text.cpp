// Notation: PDN's. A position is "B:W18,24,K27:B12,K16", the side to move first; moves "11-15", "22x15", and with every square
// on the way, "22x15x8", where moves with the same ends capture different pieces.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "checkers/rules.h"
#include "game/refuse.h"

namespace zermelo::checkers {
namespace {

// "12" or "K12".
bool read_piece(std::string_view text, int squares, int& square, bool& king) {
  king = !text.empty() && text.front() == 'K';
  if (king) text.remove_prefix(1);
  if (text.empty() || text.front() < '1' || text.front() > '9') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), square);
  return error == std::errc{} && end == text.data() + text.size() && square >= 1 && square <= squares;
}

struct Placed {
  u32 men = 0, kings = 0;
};

// "W18,24,K27": the pieces of one side; nothing after the letter where it has none.
std::optional<Placed> read_side(std::string_view text, char letter, int squares, std::string& why) {
  Placed placed;
  if (text.empty() || text.front() != letter) {
    why = "expected White's pieces and then Black's, like B:W18,24,K27:B12,K16";
    return std::nullopt;
  }
  text.remove_prefix(1);
  while (!text.empty()) {
    const auto comma = text.find(',');
    int square = 0;
    bool king = false;
    if (!read_piece(text.substr(0, comma), squares, square, king)) {
      why = fmt::format("'{}' is no piece: a square from 1 to {}, with K before it for a king", text.substr(0, comma), squares);
      return std::nullopt;
    }
    const u32 bit = u32{1} << (square - 1);
    if (((placed.men | placed.kings) & bit) != 0) {
      why = fmt::format("square {} is named twice", square);
      return std::nullopt;
    }
    (king ? placed.kings : placed.men) |= bit;
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) {
      why = "a piece is missing after the last comma";
      return std::nullopt;
    }
  }
  return placed;
}

} // namespace

std::string Rules::print(const Position& p) const {
  const Position black = p.white != 0 ? turned(p) : p;
  auto side = [&](u32 set) {
    std::string text;
    for (u32 rest = set; rest != 0; rest &= rest - 1) {
      const int square = lowest_bit(rest);
      text += fmt::format("{}{}{}", text.empty() ? "" : ",", (black.kings >> square & 1) != 0 ? "K" : "", square + 1);
    }
    return text;
  };
  return fmt::format("{}:W{}:B{}", p.white != 0 ? 'W' : 'B', side(black.other), side(black.own));
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  if (text.size() < 4 || (text[0] != 'B' && text[0] != 'W') || text[1] != ':') {
    why = "expected the side to move, White's pieces and Black's, like B:W18,24,K27:B12,K16";
    return std::nullopt;
  }
  const std::string_view sides = text.substr(2);
  auto colon = sides.find(':');
  if (colon == std::string_view::npos) {
    why = "expected White's pieces and then Black's, like B:W18,24,K27:B12,K16";
    return std::nullopt;
  }
  std::string_view whites = sides.substr(0, colon), blacks = sides.substr(colon + 1);
  if (!whites.empty() && whites.front() == 'B') std::swap(whites, blacks); // PDN allows either order
  const auto white = read_side(whites, 'W', board->squares(), why);
  if (!white) return std::nullopt;
  const auto black = read_side(blacks, 'B', board->squares(), why);
  if (!black) return std::nullopt;
  const u32 all_white = white->men | white->kings, all_black = black->men | black->kings;
  const Refuse refuse{why};
  if ((all_white & all_black) != 0) return refuse(fmt::format("square {} is named twice", lowest_bit(all_white & all_black) + 1));
  if ((black->men & board->last_row()) != 0 || (white->men & board->home_row()) != 0)
    return refuse("a man on the last row would be a king");
  if (all_white == 0 && all_black == 0) return refuse("there is no piece on the board");
  if (count_ones(all_white) > pieces.each || count_ones(all_black) > pieces.each)
    return refuse(fmt::format("a side has at most {} pieces", pieces.each));
  if (count_ones(all_white | all_black) > pieces.together)
    return refuse(fmt::format("there are at most {} pieces on the board", pieces.together));
  const Position p{all_black, all_white, white->kings | black->kings, 0};
  return text[0] == 'B' ? p : turned(p);
}

// Of several ways that end alike the first in the order of directions.
std::vector<int> Rules::path(const Position& p, const Move& m) const {
  std::vector<int> squares{m.from};
  const bool king = (p.kings >> m.from & 1) != 0;
  const u32 empty = (board->all() & ~(p.own | p.other)) | u32{1} << m.from;
  auto find = [&](auto&& self, u32 left) -> bool {
    if (left == 0) return squares.back() == m.to;
    for (int d = 0; d < (king ? directions : forward_directions); ++d) {
      const u32 over = board->beside(d, squares.back()) & left, to = board->beyond(d, squares.back()) & empty;
      if (over == 0 || to == 0) continue;
      squares.push_back(lowest_bit(to));
      if (self(self, left & ~over)) return true;
      squares.pop_back();
    }
    return false;
  };
  if (m.captured == 0) squares.push_back(m.to);
  if (m.captured != 0) find(find, m.captured);
  for (int& s : squares) s = (p.white != 0 ? board->squares() - 1 - s : s) + 1;
  return squares;
}

std::string Rules::move_name(const Position& p, const Move& m) const {
  const std::vector<int> squares = path(p, m);
  if (m.captured == 0) return fmt::format("{}-{}", squares.front(), squares.back());
  FixedList<Move, max_moves> all;
  moves(p, all);
  const auto alike = std::count_if(all.begin(), all.end(), [&](const Move& n) { return n.from == m.from && n.to == m.to; });
  if (alike > 1) return fmt::format("{}", fmt::join(squares, "x"));
  return fmt::format("{}x{}", squares.front(), squares.back());
}

// As one sits at it: Black, who begins, below, as in the explorer. Empty dark squares show their numbers.
std::string Rules::draw(const Position& p) const {
  const Position black = p.white != 0 ? turned(p) : p;
  std::string line = "+";
  for (int column = 0; column < board->side(); ++column) line += "----+";
  std::string out = line + "\n";
  for (int row = board->side() - 1; row >= 0; --row) {
    out += '|';
    for (int column = board->side() - 1; column >= 0; --column) {
      const int square = row * board->width() + column / 2;
      const bool dark = (row + column) % 2 == 1, king = (black.kings >> square & 1) != 0;
      if (!dark)
        out += "    |";
      else if ((black.own >> square & 1) != 0)
        out += king ? " BB |" : "  b |";
      else if ((black.other >> square & 1) != 0)
        out += king ? " WW |" : "  w |";
      else
        out += fmt::format(" {:>2} |", square + 1);
    }
    out += "\n" + line + "\n";
  }
  return out + (p.white != 0 ? "White (w, kings WW, downwards) to move\n" : "Black (b, kings BB, upwards) to move\n");
}

} // namespace zermelo::checkers
