// The entries of Hex in the catalog: N or RxC, with "swap" behind a square board.
#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "catalog/family.h"
#include "hex/table_game.h"

namespace zermelo::hex {
namespace {

constexpr const char* every_position = "stones in equal numbers, or one more of x's; no chain";

// A number without leading zeros at the front of the text, which is taken off.
bool take_number(std::string_view& text, int& n) {
  if (text.empty() || text.front() < '1' || text.front() > '9') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::optional<Shape> shape_of(std::string_view text) {
  Shape s;
  if (text.ends_with("swap")) {
    s.swap = true;
    text.remove_suffix(4);
  }
  if (text.empty()) return s;
  if (!take_number(text, s.rows)) return std::nullopt;
  s.columns = s.rows;
  if (!text.empty() && text.front() == 'x') {
    text.remove_prefix(1);
    if (!take_number(text, s.columns)) return std::nullopt;
  }
  return text.empty() ? std::optional(s) : std::nullopt;
}

std::string name_of(const Shape& s) {
  const Shape published;
  std::string name = s.rows != s.columns        ? fmt::format("{}x{}", s.rows, s.columns)
                     : s.rows != published.rows ? std::to_string(s.rows)
                                                : "";
  return name + (s.swap ? "swap" : "");
}

std::unique_ptr<Entry> make(std::string_view variant) {
  const auto shape = shape_of(variant);
  if (!shape) return nullptr;
  const std::string full = "hex:" + std::string(variant);
  auto in_range = [](int side) { return side >= least_side && side <= most_side; };
  if (!in_range(shape->rows) || !in_range(shape->columns))
    throw Error(Exit::usage,
                fmt::format("{}: boards have {} to {} rows and columns, like hex:7 or hex:4x5", full, least_side, most_side));
  if (shape->swap && shape->rows != shape->columns)
    throw Error(Exit::usage, full + ": the swap is for square boards, like hex:5swap");
  if (!shape->swap && shape->rows * shape->columns <= TableGame::most_cells)
    return make_entry(TableGame(*shape), {.set = every_position, .variant = name_of(*shape)});
  return make_entry(Game(*shape),
                    {.set = std::string(every_position) + (shape->swap ? "; after a swap o is ahead" : ""),
                     .variant = name_of(*shape),
                     .solvable = "hex:4",
                     .why_no_table = shape->swap ? "the swap has no place in it" : "it would have too many positions"});
}

} // namespace

Family family() {
  return {.name = "hex",
          .title = "Hex",
          .variants = {{"", "11x11, the board of the first books"},
                       {"swap", "11x11, o may take the first stone over"},
                       {"2", "2x2"},
                       {"3", "3x3"},
                       {"4", "4x4, the largest with a table"},
                       {"5", "5x5"},
                       {"6", "6x6"},
                       {"7", "7x7"},
                       {"3x4", "3 rows of 4; any board from 2x2 to 15x15"},
                       {"3swap", "3x3 with the swap; any square board"}},
          .make = make};
}

} // namespace zermelo::hex
