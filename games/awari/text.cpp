// Notation: the stones of the mover's pits A-F, then of the opponent's a-f, as 4,4,4,4,4,4,4,4,4,4,4,4. If the second player is
// to move, /second follows; then what the mover has captured more than the other before, as /+3 or /-3. A move is its pit's
// letter: A-F of the first player, a-f of the second.
#include <fmt/format.h>

#include <charconv>

#include "awari/index.h"

namespace zermelo::awari {
namespace {

char letter(int pit, char first) { return static_cast<char>(first + pit); }

// A number without a sign, from the front of the text.
std::optional<int> take_number(std::string_view& text) {
  int n = 0;
  if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (bad != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return n;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

} // namespace

std::string Rules::print(const Position& p) const {
  std::string text;
  for (int i = 0; i < 2 * pits; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ",", i < pits ? stones_in(p.own, i) : stones_in(p.other, i - pits));
  if (p.second != 0) text += "/second";
  if (p.lead != 0) text += fmt::format("/{:+}", p.lead);
  return text;
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  why =
      fmt::format("expected the stones of {} pits, the mover's first, like {}; behind them /second, and a lead like /+3, if need "
                  "be",
                  2 * pits, print(start()));
  Position p;
  int sum = 0;
  for (int i = 0; i < 2 * pits; ++i) {
    if (i > 0 && !take(text, ",") && !take(text, " ")) return std::nullopt;
    const auto n = take_number(text);
    if (!n) return std::nullopt;
    if (*n > stones - sum) {
      why = fmt::format("there are at most {} stones on the board", stones);
      return std::nullopt;
    }
    sum += *n;
    (i < pits ? p.own : p.other) += stones_at(i % pits, *n);
  }
  if (take(text, "/second")) p.second = 1;
  if (const bool plus = take(text, "/+"); plus || take(text, "/-")) {
    const auto n = take_number(text);
    if (!n || *n == 0 || *n > most_stones) return std::nullopt;
    p.lead = plus ? *n : -*n;
  }
  if (!text.empty()) return std::nullopt;
  why.clear();
  return p;
}

// Capitals are the first player's pits, small letters the second's, as on the board.
std::string Rules::move_name(const Position& p, Move pit) const { return {letter(pit, p.second != 0 ? 'a' : 'A')}; }

// The first player sits below and sows to the right, whoever is to move; the second's pits go on above, from right to left.
std::string Rules::draw(const Position& p) const {
  const Half below = p.second != 0 ? p.other : p.own, above = p.second != 0 ? p.own : p.other;
  std::string names, theirs, ours, own_names, line;
  for (int i = 0; i < pits; ++i) {
    names += fmt::format("{:>4} ", letter(pits - 1 - i, 'a'));
    theirs += fmt::format("{:>3} |", stones_in(above, pits - 1 - i));
    ours += fmt::format("{:>3} |", stones_in(below, i));
    own_names += fmt::format("{:>4} ", letter(i, 'A'));
    line += "----+";
  }
  std::string out =
      names + "\n +" + line + "\n |" + theirs + "\n +" + line + "\n |" + ours + "\n +" + line + "\n" + own_names + "\n";
  out += fmt::format("{} player to move, {} stones on the board", first_to_move(p) ? "first" : "second",
                     stones_in(p.own) + stones_in(p.other));
  if (p.lead != 0) out += fmt::format(", {} {} before", p.lead > 0 ? "ahead by" : "behind by", p.lead > 0 ? p.lead : -p.lead);
  return out + "\n";
}

} // namespace zermelo::awari
