// The entries of Musashi in the catalog.
#include "catalog/family.h"
#include "musashi/index.h"

namespace zermelo::musashi {

Family family() {
  return {.name = "musashi",
          .title = "Juroku Musashi",
          .variants = {{"", "the board of 33 points: a square and a triangle"},
                       {"31", "Tanaka's board of 31 points"},
                       {"25", "the square of 25 points alone"},
                       {"9", "the triangle of 9 points alone, five soldiers"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            if (!variant.empty() && variant != "33" && variant != "31" && variant != "25" && variant != "9") return nullptr;
            const int size = variant == "9" ? 9 : variant == "25" ? 25 : variant == "31" ? 31 : 33;
            return make_entry(Game(size),
                              {.set = "Black on any point, any number of brown pieces on the others, either side to move; "
                                      "a draw is won by Black",
                               .variant = size == 33 ? "" : std::string(variant),
                               .solvable = "musashi:25"});
          }};
}

} // namespace zermelo::musashi
