#include "view/turns.h"

#include <algorithm>
#include <string>

#include "view/text.h"

namespace zermelo {
namespace {

bool is_separator(char c) { return std::string_view(" \t-:*=x").find(c) != std::string_view::npos; }

std::string bare(std::string_view text) {
  std::string out = lower(text);
  std::erase_if(out, is_separator);
  return out;
}

// "24x15x6" -> 24 15 6; "B4 a3" -> b4 a3
std::vector<std::string> cells_of(std::string_view text) {
  std::vector<std::string> cells;
  std::string cell;
  for (const char c : lower(text) + ' ') {
    if (!is_separator(c)) {
      cell += c;
    } else if (!cell.empty()) {
      cells.push_back(std::move(cell));
      cell.clear();
    }
  }
  return cells;
}

// The written cells in their order among those of the move, with the same ends.
bool goes_through(std::vector<std::string> clicks, const std::vector<std::string>& cells) {
  for (auto& c : clicks) c = lower(c);
  if (cells.size() < 2 || clicks.size() < 2 || cells.front() != clicks.front() || cells.back() != clicks.back()) return false;
  auto at = clicks.begin();
  return std::all_of(cells.begin(), cells.end(), [&](const std::string& cell) {
    at = std::find(at, clicks.end(), cell);
    return at != clicks.end() && (++at, true);
  });
}

} // namespace

std::optional<AnyMove> find_turn(const AnyGame& game, const AnyPosition& p, std::span<const AnyMove> turns,
                                 std::string_view written) {
  std::vector<std::string> names; // once: a name may take a search of the board
  names.reserve(turns.size());
  for (const AnyMove m : turns) names.push_back(game.move_name(p, m));
  auto only = [&](auto&& fits) -> std::optional<AnyMove> {
    std::optional<AnyMove> found;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (!fits(turns[i], names[i])) continue;
      if (found) return std::nullopt;
      found = turns[i];
    }
    return found;
  };
  auto by_name = [&](std::string_view text) -> std::optional<AnyMove> {
    if (auto m = only([&](AnyMove, const std::string& name) { return name == text; })) return m;
    const std::string small = lower(text);
    if (auto m = only([&](AnyMove, const std::string& name) { return lower(name) == small; })) return m;
    const std::string wanted = bare(text);
    return wanted.empty() ? std::nullopt : only([&](AnyMove, const std::string& name) { return bare(name) == wanted; });
  };
  if (auto m = by_name(written)) return m;
  std::string_view text = written;
  while (!text.empty() && std::string_view("!?#+").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  if (text.size() < written.size())
    if (auto m = by_name(text)) return m;
  if (auto m = by_name(std::string(text) + "+")) return m; // a promotion that has no choice
  if (!game.pictured()) return std::nullopt;
  const auto cells = cells_of(text);
  return only([&](AnyMove m, const std::string&) { return goes_through(game.clicks(p, m), cells); });
}

} // namespace zermelo
