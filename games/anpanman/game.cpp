// The entry of Anpanman Shogi in the catalog.
#include "anpanman/index.h"
#include "catalog/family.h"

namespace zermelo::anpanman {

Family family() {
  return {.name = "anpanman",
          .title = "Anpanman Shogi",
          .variants = {{"", "a children's shogi by its printed rules, on 3x5"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            if (!variant.empty()) return nullptr;
            return make_entry(Game{}, {.set = "both leaders on the board, none in the enemy's home row, either side to move"});
          }};
}

} // namespace zermelo::anpanman
