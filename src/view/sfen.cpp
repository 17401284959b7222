#include "view/sfen.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "view/look.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr int most_columns = 9, most_rows = 26, most_held = 99;

const Picture::Piece* top(const Picture::Cell* cell) {
  return cell == nullptr || cell->pieces.empty() ? nullptr : &cell->pieces.back();
}

} // namespace

bool speaks_sfen(const nlohmann::json& board) { return member_of(member_of(board, "notation"), "sfen").is_object(); }

Sfen::Sfen(const AnyGame& game, const nlohmann::json& board) : game_(game) {
  for (const auto& [kind, text] : member_of(member_of(board, "notation"), "sfen").items())
    if (text.is_string()) letters_[kind] = text;
  if (game.pictured()) empty_ = game.picture(game.start());
  empty_.hands.clear();
  for (auto& cell : empty_.cells) {
    cell.pieces.clear();
    columns_ = std::max(columns_, static_cast<int>(cell.x) + 1);
    rows_ = std::max(rows_, static_cast<int>(cell.y) + 1);
  }
  // Row by row, as SFEN writes them.
  std::stable_sort(empty_.cells.begin(), empty_.cells.end(),
                   [](const auto& a, const auto& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  bool grid = !letters_.empty() && columns_ <= most_columns && rows_ <= most_rows &&
              empty_.cells.size() == static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  for (std::size_t i = 0; grid && i < empty_.cells.size(); ++i) {
    const int column = static_cast<int>(i) % columns_, row = static_cast<int>(i) / columns_;
    grid = empty_.cells[i].x == static_cast<float>(column) && empty_.cells[i].y == static_cast<float>(row);
  }
  if (!grid) throw Error(Exit::usage, "positions of this game cannot be written as shogi programs write them");
}

std::string Sfen::square(std::string_view cell) const {
  const auto* c = empty_.find(cell);
  ensure(c != nullptr, "a move of a game with SFEN goes through cells of its board");
  return {static_cast<char>('0' + columns_ - static_cast<int>(c->x)), static_cast<char>('a' + static_cast<int>(c->y))};
}

std::string Sfen::letter(const Picture::Piece& piece) const {
  const auto it = letters_.find(piece.kind);
  ensure(it != letters_.end(), "board.json has a letter for every kind of piece");
  return piece.owner == 2 ? lower(it->second) : it->second;
}

std::optional<Picture::Piece> Sfen::piece(std::string_view letter) const {
  for (const auto& [kind, text] : letters_) {
    if (letter == text) return Picture::Piece{kind, 1};
    if (letter == lower(text)) return Picture::Piece{kind, 2};
  }
  return std::nullopt;
}

std::string Sfen::print(const AnyPosition& p, int number) const {
  const Picture picture = game_.picture(p);
  std::string text;
  int blank = 0;
  auto close = [&] {
    if (blank > 0) text += std::to_string(blank);
    blank = 0;
  };
  for (std::size_t i = 0; i < empty_.cells.size(); ++i) {
    if (i > 0 && i % static_cast<std::size_t>(columns_) == 0) close(), text += '/';
    const auto* piece = top(picture.find(empty_.cells[i].name));
    if (piece == nullptr) {
      ++blank;
    } else {
      close();
      text += letter(*piece);
    }
  }
  close();
  text += game_.first_to_move(p) ? " b " : " w ";
  std::string hands;
  for (const int owner : {1, 2})
    for (const auto& held : picture.hands)
      if (held.owner == owner && held.count > 0)
        hands += (held.count > 1 ? std::to_string(held.count) : "") + letter({held.kind, held.owner});
  return fmt::format("{}{} {}", text, hands.empty() ? "-" : hands, number);
}

bool Sfen::read_rows(std::string_view text, Picture& picture, std::string& why) const {
  int row = 0, column = 0;
  bool fits = true;
  for (std::size_t i = 0; fits && i < text.size(); ++i) {
    if (text[i] == '/') {
      fits = column == columns_ && ++row < rows_;
      column = 0;
    } else if (text[i] >= '1' && text[i] <= '9') {
      column += text[i] - '0';
      fits = column <= columns_;
    } else {
      const std::string_view letter = text.substr(i, text[i] == '+' ? 2 : 1);
      const auto found = piece(letter);
      if (!found) {
        why = "there is no such piece in " + std::string(text.substr(0, 100));
        return false;
      }
      fits = column < columns_;
      if (const int cell = row * columns_ + column++; fits) picture.cells[static_cast<std::size_t>(cell)].pieces = {*found};
      i += letter.size() - 1;
    }
  }
  if (fits && row == rows_ - 1 && column == columns_) return true;
  why = fmt::format("a board has {} rows of {} squares", rows_, columns_);
  return false;
}

bool Sfen::read_hands(std::string_view text, Picture& picture, std::string& why) const {
  if (text == "-") return true;
  for (std::size_t i = 0; i < text.size();) {
    int count = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) count = std::min(most_held + 1, 10 * count + text[i] - '0');
    const auto held = i < text.size() ? piece(text.substr(i, 1)) : std::nullopt;
    if (!held || count > most_held) {
      why = "hands are written like 2C1e, or - where both are empty";
      return false;
    }
    picture.hands.push_back({held->kind, held->owner, std::max(1, count)});
    ++i;
  }
  return true;
}

std::optional<AnyPosition> Sfen::parse(std::string_view text, std::string& why) const {
  const auto words = split_words(text);
  if (words.size() < 3 || words.size() > 4 || (words[1] != "b" && words[1] != "w")) {
    why = "expected board, side to move (b or w), hands and number, like " + print(game_.start());
    return std::nullopt;
  }
  Picture picture = empty_;
  if (!read_rows(words[0], picture, why) || !read_hands(words[2], picture, why)) return std::nullopt;
  return game_.compose(picture, words[1] == "b", why);
}

std::string Sfen::move_name(const AnyPosition& p, AnyMove m) const {
  const auto clicks = game_.clicks(p, m);
  ensure(clicks.size() == 2, "a move of a game with SFEN is from a square or a hand to a square");
  constexpr std::string_view hand = "hand:";
  if (clicks[0].starts_with(hand)) return letter({clicks[0].substr(hand.size()), 1}) + "*" + square(clicks[1]);
  const Picture before = game_.picture(p), after = game_.picture(game_.play(p, m));
  const auto *moved = top(before.find(clicks[0])), *became = top(after.find(clicks[1]));
  const bool promoted = moved != nullptr && became != nullptr && letter({became->kind, 1}) == "+" + letter({moved->kind, 1});
  return square(clicks[0]) + square(clicks[1]) + (promoted ? "+" : "");
}

std::optional<AnyMove> Sfen::find(const AnyPosition& p, std::span<const AnyMove> moves, std::string_view name) const {
  for (const AnyMove m : moves)
    if (move_name(p, m) == name) return m;
  return std::nullopt;
}

} // namespace zermelo
