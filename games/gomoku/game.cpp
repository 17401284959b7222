// The entries of Gomoku in the catalog: MxN,K with ":exact" behind it, all parts optional.
#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "catalog/family.h"
#include "gomoku/rules.h"

namespace zermelo::gomoku {
namespace {

constexpr int least_side = 3, most_side = 15;

// A number without leading zeros at the front of the text, which is taken off.
bool take_number(std::string_view& text, int& n) {
  if (text.empty() || text.front() < '1' || text.front() > '9') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<Shape> shape_of(std::string_view text) {
  Shape s;
  if (text == "exact") text = ":exact";
  if (text.ends_with(":exact")) {
    s.exact = true;
    text.remove_suffix(6);
  }
  if (text.empty()) return s;
  if (!take_number(text, s.columns) || !take(text, 'x') || !take_number(text, s.rows)) return std::nullopt;
  if (!text.empty() && (!take(text, ',') || !take_number(text, s.length) || !text.empty())) return std::nullopt;
  return s;
}

std::string name_of(const Shape& s) {
  const Shape published;
  std::string name;
  if (s.columns != published.columns || s.rows != published.rows || s.length != published.length)
    name = fmt::format("{}x{}", s.columns, s.rows);
  if (s.length != published.length) name += fmt::format(",{}", s.length);
  return name + (s.exact ? name.empty() ? "exact" : ":exact" : "");
}

std::unique_ptr<Entry> make(std::string_view variant) {
  const auto shape = shape_of(variant);
  if (!shape) return nullptr;
  const std::string full = "gomoku:" + std::string(variant);
  auto in_range = [](int side) { return side >= least_side && side <= most_side; };
  if (!in_range(shape->columns) || !in_range(shape->rows))
    throw Error(Exit::usage, fmt::format("{}: boards have {} to {} columns and rows", full, least_side, most_side));
  if (const int most = std::max(shape->columns, shape->rows); shape->length < 3 || shape->length > most)
    throw Error(Exit::usage, fmt::format("{}: no line of {} is played there; give a length from 3 to {}, like gomoku:{}x{},{}",
                                         full, shape->length, most, shape->columns, shape->rows, std::min(most, 4)));
  return make_entry(Game(*shape),
                    {.set = "stones in equal numbers, or one more of Black's; no line but those that the last stone made",
                     .variant = name_of(*shape),
                     .why_no_table = "it would have too many positions"});
}

} // namespace

Family family() {
  return {.name = "gomoku",
          .title = "Gomoku",
          .variants = {{"", "five or more in a row on 15x15"},
                       {"exact", "exactly five in a row on 15x15"},
                       {"3x3,3", "tic-tac-toe; any board from 3x3 to 15x15, and any length"},
                       {"5x5,4", "four in a row on 5x5"},
                       {"6x5,4", "the smallest board on which four in a row win"},
                       {"6x6,4", "four in a row on 6x6"},
                       {"7x7", "five in a row on 7x7"},
                       {"8x8", "five in a row on 8x8"},
                       {"9x9:exact", "exactly five in a row on 9x9"}},
          .make = make};
}

} // namespace zermelo::gomoku
