// The entry in the catalog: newgame on 3x3, newgame:CxR on C columns and R rows.
#include "catalog/family.h"
#include "newgame/index.h"

namespace zermelo::newgame {
namespace {

std::optional<Grid> board_of(std::string_view variant) {
  if (variant.empty()) return Grid{3, 3};
  if (variant.size() != 3 || variant[1] != 'x') return std::nullopt;
  const Grid grid{variant[0] - '0', variant[2] - '0'};
  const bool fits = grid.columns >= 3 && grid.rows >= 3 && grid.columns <= 9 && grid.rows <= 9;
  return fits && grid.cells() <= Rules::most_cells ? std::optional(grid) : std::nullopt;
}

} // namespace

Family family() {
  return {.name = "newgame",
          .title = "New game",
          .variants = {{"", "three in a row on 3x3"}, {"4x3", "and on any board of 3 to 8 columns and rows, at most 25 cells"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            const auto grid = board_of(variant);
            if (!grid) return nullptr; // there is no such variant
            return make_entry(Game(*grid), {.set = "positions that can arise in play, finished ones included",
                                            .variant = std::string(variant)});
          }};
}

} // namespace zermelo::newgame
