// The entry of NOCCA x NOCCA in the catalog: any board, as nocca:COLUMNSxROWS.
#include "base/error.h"
#include "catalog/family.h"
#include "nocca/index.h"

namespace zermelo::nocca {

namespace {

constexpr std::string_view published = "5x6";

// "5x6" as columns and rows; one digit each, which is all that the limits allow.
std::unique_ptr<Entry> make(std::string_view variant) {
  const std::string_view size = variant.empty() ? published : variant;
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto x = size.find('x');
  if (x == 0 || x == std::string_view::npos || x + 1 == size.size()) return nullptr;
  for (std::size_t i = 0; i < size.size(); ++i)
    if (i != x && !digit(size[i])) return nullptr;
  const int columns = size[0] - '0', rows = size.back() - '0';
  if (size.size() != 3 || columns < 2 || columns > Rules::max_columns || rows < 2 || rows > Rules::max_rows)
    throw Error(Exit::usage, "nocca:" + std::string(size) + ": a board has 2 to " + std::to_string(Rules::max_columns) +
                                 " columns and 2 to " + std::to_string(Rules::max_rows) + " rows, like nocca:5x6");
  return make_entry(
      Game{columns, rows},
      {.set = "all pieces on the board, at most three on a cell, both colours visible from above; as the side to move sees "
              "them, so a position and its half turn with the colours exchanged are one",
       .variant = size == published ? "" : std::string(size)});
}

} // namespace

Family family() {
  return {.name = "nocca",
          .title = "NOCCA x NOCCA",
          .variants = {{"", "the published game, 5 columns x 6 rows"},
                       {"2x3", "two pieces each, 3 rows"},
                       {"3x3", "three pieces each, 3 rows: Suwa's small board"},
                       {"3x4", "three pieces each, 4 rows"},
                       {"3x5", "three pieces each, 5 rows"},
                       {"4x4", "four pieces each, 4 rows"},
                       {"6x7", "open in the paper: rules only"}},
          .make = make};
}

} // namespace zermelo::nocca
