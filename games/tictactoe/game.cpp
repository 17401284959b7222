// The entry of tic-tac-toe in the catalog.
#include "catalog/family.h"
#include "tictactoe/index.h"

namespace zermelo::tictactoe {

Family family() {
  return {.name = "tictactoe",
          .title = "Tic-tac-toe",
          .variants = {{"", "three in a row on 3x3"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            if (!variant.empty()) return nullptr;
            return make_entry(Game{}, {.set = "positions that can arise in play, finished ones included"});
          }};
}

} // namespace zermelo::tictactoe
