// The entry of Othello in the catalog.
#include "catalog/family.h"
#include "othello/index.h"
#include "othello/large_game.h"

namespace zermelo::othello {
namespace {

// "6x6" or "6", with a p for the other start.
std::unique_ptr<Entry> make(std::string_view variant) {
  const bool parallel = variant.ends_with('p');
  const std::string_view size = variant.substr(0, variant.size() - (parallel ? 1 : 0));
  const int side = size.empty() && !parallel      ? 8
                   : size == "4" || size == "4x4" ? 4
                   : size == "6" || size == "6x6" ? 6
                   : size == "8" || size == "8x8" ? 8
                                                  : 0;
  if (side == 0 || (parallel && side != 6)) return nullptr;
  const std::string n = std::to_string(side);
  const char* every = "every placement of discs that fills the four squares in the middle, either side to move";
  const char* once =
      "every placement of discs that fills the four squares in the middle, as the side to move sees it, symmetric ones once";
  Words words{.set = side == 4 ? once : every,
              .variant = side == 8  ? ""
                         : parallel ? "6p"
                                    : n + "x" + n,
              .solvable = side == 4 ? "" : "othello:4x4",
              .why_no_table = side == 4 ? "" : "it has too many positions: 'zermelo prove' finds the score of one of them"};
  if (side == 4) return make_entry(Game(), std::move(words));
  return make_entry(LargeGame(side, parallel), std::move(words));
}

} // namespace

Family family() {
  return {.name = "othello",
          .title = "Othello",
          .variants = {{"", "8x8"}, {"4x4", "4x4"}, {"6x6", "6x6"}, {"6p", "6x6, discs of one colour side by side at the start"}},
          .make = make};
}

} // namespace zermelo::othello
