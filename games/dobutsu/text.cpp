// Notation: side to move, four rows from row 1, hands, as in "S/gle/-c-/-C-/ELG/-" (README.md).
#include <fmt/format.h>

#include "dobutsu/rules.h"

namespace zermelo::dobutsu {
namespace {

constexpr std::string_view letters = "EGCH"; // by kind; capitals are the first player's

// The board and hands as the first player sees them, whoever is to move.
u64 seen_by_first(const Position& p) { return Rules::first_to_move(p) ? p.bits : turn(p.bits); }

char lower(char c) { return static_cast<char>(c - 'A' + 'a'); }

char letter_at(u64 board, int row, int column) {
  const u64 code = at(board, cell_at(row, column));
  if (code == own_lion) return 'L';
  if (code == other_lion) return 'l';
  if (code < man) return '-';
  const char c = letters[code & 3];
  return (code & others) != 0 ? lower(c) : c;
}

// A lion that was taken is in its captor's hand.
std::string hand(u64 board, bool first) {
  std::string text;
  if ((first ? other_lions(board) : own_lions(board)) == 0) text += 'L';
  for (int kind = elephant; kind <= chick; ++kind)
    text.append(static_cast<std::size_t>(first ? held(board, kind) : other_held(board, kind)),
                letters[static_cast<std::size_t>(kind)]);
  if (!first)
    for (char& c : text) c = lower(c);
  return text;
}

std::string square(int cell) { return {static_cast<char>('A' + column_of(cell)), static_cast<char>('1' + row_of(cell))}; }

// Reads the text into a board as the first player sees it, counting pieces.
class Reader {
public:
  explicit Reader(std::string& why) : why_(why) {}

  std::optional<Position> read(std::string_view text) {
    if (text.size() < 19 || text.size() > 26 || text[1] != '/' || text[5] != '/' || text[9] != '/' || text[13] != '/' ||
        text[17] != '/')
      return fail("expected the side to move, four rows and the hands, like S/gle/-c-/-C-/ELG/-");
    if (text[0] != 'S' && text[0] != 'G') return fail("the side to move is S (first player) or G (second player)");
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 3; ++column)
        if (!place(text[2 + 4 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)], row, column))
          return std::nullopt;
    const std::string_view hands = text.substr(18);
    if (hands != "-")
      for (const char c : hands)
        if (!hold(c)) return std::nullopt;
    return judge(text[0] == 'S');
  }

private:
  std::nullopt_t fail(const std::string& reason) {
    why_ = reason;
    return std::nullopt;
  }
  bool unknown(char c) {
    fail(fmt::format("there is no piece '{}'; pieces are L, E, G, C and H, small for the second player",
                     c > ' ' && c < 127 ? c : '?'));
    return false;
  }

  static int kind_of(char capital) {
    if (capital == 'R') return hen; // the rooster of other programs
    const auto kind = letters.find(capital);
    return kind == std::string_view::npos ? -1 : static_cast<int>(kind);
  }

  bool place(char c, int row, int column) {
    if (c == '-' || c == '.') return true;
    const bool small = c >= 'a' && c <= 'z';
    const char capital = small ? static_cast<char>(c - 'a' + 'A') : c;
    u64 code = 0;
    if (capital == 'L') {
      ++lions_;
      if (((small ? other_lions(board_) : own_lions(board_)) != 0)) {
        fail("a player has one lion");
        return false;
      }
      code = small ? other_lion : own_lion;
    } else {
      const int kind = kind_of(capital);
      if (kind < 0) return unknown(c);
      if (!count(kind)) return false;
      code = man + static_cast<u64>(kind) + (small ? others : 0);
    }
    board_ |= code << 4 * cell_at(row, column);
    return true;
  }

  bool hold(char c) {
    const bool small = c >= 'a' && c <= 'z';
    const char capital = small ? static_cast<char>(c - 'a' + 'A') : c;
    if (capital == 'L') {
      ++lions_;
      (small ? first_lost_ : second_lost_) = true;
      return true;
    }
    const int kind = kind_of(capital);
    if (kind < 0) return unknown(c);
    if (kind == hen) {
      fail("a captured hen is a chick in the hand");
      return false;
    }
    if (!count(kind)) return false;
    board_ += small ? one_in_other_hand(kind) : one_in_hand(kind);
    return true;
  }

  bool count(int kind) {
    constexpr std::array<const char*, 3> names = {"elephants", "giraffes", "chicks (a hen is one)"};
    const auto i = static_cast<std::size_t>(in_hand(kind));
    if (++counts_[i] <= 2) return true;
    fail(std::string("there are two ") + names[i] + ", not more");
    return false;
  }

  std::optional<Position> judge(bool first) {
    constexpr std::array<const char*, 3> names = {"elephants", "giraffes", "chicks (a hen is one)"};
    for (std::size_t i = 0; i < 3; ++i)
      if (counts_[i] != 2)
        return fail(std::string("two ") + names[i] + " belong on the board and into the hands; here " +
                    (counts_[i] == 0   ? "there are none"
                     : counts_[i] == 1 ? "there is only one"
                                       : "there are " + std::to_string(counts_[i])));
    const bool first_on = own_lions(board_) != 0, second_on = other_lions(board_) != 0;
    if (lions_ != 2 || first_on == first_lost_ || second_on == second_lost_)
      return fail("each lion is on the board, or in the other player's hand when the game is over");
    const Position p{first ? board_ : turn(board_) | second_moves};
    if (other_lions(p.bits) == 0) return fail("the player whose lion was taken is the one to move");
    return p;
  }

  std::string& why_;
  u64 board_ = 0;
  std::array<int, 3> counts_{};
  int lions_ = 0;
  bool first_lost_ = false, second_lost_ = false;
};

} // namespace

std::string Rules::print(const Position& p) const {
  const u64 b = seen_by_first(p);
  std::string text = first_to_move(p) ? "S" : "G";
  for (int row = 0; row < 4; ++row) {
    text += '/';
    for (int column = 0; column < 3; ++column) text += letter_at(b, row, column);
  }
  const std::string hands = hand(b, true) + hand(b, false);
  return text + '/' + (hands.empty() ? "-" : hands);
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const { return Reader(why).read(text); }

std::string Rules::move_name(const Position& p, Move m) const {
  auto seen = [&](int cell) { return square(first_to_move(p) ? cell : turned(cell)); };
  if (m.from >= Move::hand) return std::string{letters[static_cast<std::size_t>(m.from - Move::hand)]} + '*' + seen(m.to);
  const bool promotes = at(p.bits, m.from) == man + chick && (last_row & mask_of(m.to)) != 0;
  return seen(m.from) + '-' + seen(m.to) + (promotes ? "+" : "");
}

std::string Rules::draw(const Position& p) const {
  const u64 b = seen_by_first(p);
  std::string out = "    A B C\n";
  for (int row = 0; row < 4; ++row) {
    out += "  ";
    out += static_cast<char>('1' + row);
    for (int column = 0; column < 3; ++column) (out += ' ') += letter_at(b, row, column);
    if (row == 0) out += "   second player's hand: " + (hand(b, false).empty() ? "-" : hand(b, false));
    if (row == 3) out += "   first player's hand: " + (hand(b, true).empty() ? "-" : hand(b, true));
    out += '\n';
  }
  return out + (first_to_move(p) ? "  first player (capitals, moves up) to move\n"
                                 : "  second player (small letters, moves down) to move\n");
}

} // namespace zermelo::dobutsu
