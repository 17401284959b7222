// The entry of Dobutsu Shogi in the catalog.
#include "catalog/family.h"
#include "dobutsu/index.h"

namespace zermelo::dobutsu {

Family family() {
  return {.name = "dobutsu",
          .title = "Dobutsu Shogi",
          .variants = {{"", "the published game on 3x4; a position three times is a draw"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            if (!variant.empty()) return nullptr;
            return make_entry(
                Game{}, {.set = "all placements of the eight pieces on board and hands with both lions on the board, no lion on "
                                "its last row, and the mover unable to take the other lion"});
          }};
}

} // namespace zermelo::dobutsu
