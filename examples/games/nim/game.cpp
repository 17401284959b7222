// The entry of Nim in the catalog: nim (heaps 3-4-5), nim:A-B-C and nim:misere-A-B-C.
#include "catalog/family.h"
#include "nim/index.h"

namespace zermelo::nim {
namespace {

std::optional<Game> parse_variant(std::string_view variant) {
  Game game;
  game.misere = variant.starts_with("misere-");
  if (game.misere) variant.remove_prefix(7);
  if (variant.empty()) variant = "3-4-5";
  std::size_t heap = 0;
  int n = 0;
  for (std::size_t i = 0; i <= variant.size(); ++i) {
    if (i < variant.size() && variant[i] >= '0' && variant[i] <= '9') {
      n = 10 * n + (variant[i] - '0');
      if (n > most_counters) return std::nullopt;
      continue;
    }
    if ((i < variant.size() && variant[i] != '-') || heap == most_heaps || n == 0) return std::nullopt;
    game.full[heap++] = static_cast<u8>(n);
    n = 0;
  }
  return game;
}

} // namespace

Family family() {
  return {.name = "nim",
          .title = "Nim",
          .variants = {{"", "heaps of 3, 4 and 5"}, {"misere-3-4-5", "who takes the last counter loses"}},
          .make = [](std::string_view variant) -> std::unique_ptr<Entry> {
            const auto game = parse_variant(variant);
            if (!game) return nullptr;
            return make_entry(*game, {.set = "heaps not larger than at the start, either side to move"});
          }};
}

} // namespace zermelo::nim
