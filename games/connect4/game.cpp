// The entry of Connect Four in the catalog: any board of which a position fits into 64 bits.
#include <charconv>

#include "base/error.h"
#include "catalog/family.h"
#include "connect4/index.h"
#include "connect4/large_game.h"

namespace zermelo::connect4 {
namespace {

// A whole number without a sign or zeros before it; 0 if it is none.
int number_in(std::string_view text) {
  int n = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), n);
  return bad != std::errc{} || end != text.data() + text.size() || text.front() == '0' ? 0 : n;
}

std::unique_ptr<Entry> make(std::string_view variant) {
  const auto x = variant.find('x');
  const int columns = variant.empty() ? 7 : number_in(variant.substr(0, x));
  const int rows = variant.empty() ? 6 : x == std::string_view::npos ? 0 : number_in(variant.substr(x + 1));
  if (columns <= 0 || rows <= 0) return nullptr;
  if (columns > most_columns || rows < 2 || rows > most_rows || columns < 2 || columns * (rows + 1) > 64)
    throw Error(Exit::usage, "connect4:" + std::string(variant) +
                                 ": a board has 2 to 16 columns and 2 to 15 rows, and columns times one more than the rows is at "
                                 "most 64, like connect4:7x6");
  const std::string name = columns == 7 && rows == 6 ? "" : std::to_string(columns) + "x" + std::to_string(rows);
  const Words words{.set = "stones without gaps below them, x has as many as o or one more, and the last stone made every four",
                    .variant = name,
                    .solvable = columns * rows > 25 ? "connect4:5x5" : "",
                    .why_no_table = "it has too many positions: 'zermelo prove' finds the value of one of them"};
  if (columns * rows <= most_indexed_cells) return make_entry(Game(columns, rows), words);
  return make_entry(LargeGame(columns, rows), words);
}

} // namespace

Family family() {
  return {.name = "connect4",
          .title = "Connect Four",
          .variants = {{"", "7 columns, 6 rows; any board of up to 64 bits"},
                       {"4x4", "4 columns, 4 rows"},
                       {"5x4", "5 columns, 4 rows"},
                       {"5x5", "5 columns, 5 rows"},
                       {"6x4", "6 columns, 4 rows"},
                       {"6x5", "6 columns, 5 rows"},
                       {"7x5", "7 columns, 5 rows"},
                       {"8x7", "8 columns, 7 rows"}},
          .make = make};
}

} // namespace zermelo::connect4
