// The entry of Shinpei in the catalog.
#include "catalog/family.h"
#include "shinpei/index.h"

namespace zermelo::shinpei {

Family family() {
  return {.name = "shinpei",
          .title = "Shinpei",
          .variants = {{"", "four pieces each on 4x4 and 3x3 points"},
                       {"chain", "lifted pieces go one after the other, also to points just freed"},
                       {"free", "the first piece may go anywhere"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            if (!variant.empty() && variant != "chain" && variant != "free") return nullptr;
            return make_entry(Game(variant == "chain", variant == "free"),
                              {.set = "every placement of as many pieces of both players, or one more of the first, up to four "
                                      "each; lines allowed; with all on the board either side to move"});
          }};
}

} // namespace zermelo::shinpei
