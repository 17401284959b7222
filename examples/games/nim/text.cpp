// Notation: the heaps and who is to move, "3-4-5 1"; a move is the heap's letter and what is left in it, "b1".
#include "nim/rules.h"

namespace zermelo::nim {

std::string Rules::print(const Position& p) const {
  std::string text;
  for (std::size_t i = 0; i < most_heaps && full[i] != 0; ++i) text += (i == 0 ? "" : "-") + std::to_string(p.heaps[i]);
  return text + (p.second ? " 2" : " 1");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  why = "expected the heaps and who is to move, like " + print(start()) + ", none larger than at the start";
  Position p;
  std::size_t heap = 0, i = 0;
  for (; heap < most_heaps && full[heap] != 0; ++heap) {
    if (heap != 0 && (i >= text.size() || text[i++] != '-')) return std::nullopt;
    const std::size_t first = i;
    int n = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && n <= most_counters; ++i) n = 10 * n + (text[i] - '0');
    if (i == first || n > full[heap] || (i > first + 1 && text[first] == '0')) return std::nullopt;
    p.heaps[heap] = static_cast<u8>(n);
  }
  if (text.size() != i + 2 || text[i] != ' ' || (text[i + 1] != '1' && text[i + 1] != '2')) return std::nullopt;
  p.second = text[i + 1] == '2';
  return p;
}

std::string Rules::move_name(const Position&, Move m) const { return static_cast<char>('a' + m.heap) + std::to_string(m.left); }

std::string Rules::draw(const Position& p) const {
  std::string out;
  for (std::size_t i = 0; i < most_heaps && full[i] != 0; ++i)
    out += static_cast<char>('a' + static_cast<char>(i)) + std::string(" ") + std::string(p.heaps[i], 'o') + "\n";
  return out;
}

} // namespace zermelo::nim
