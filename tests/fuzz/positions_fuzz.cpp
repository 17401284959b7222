// The position parsers of every game of the catalog: the first byte chooses the game and variant, the rest is the text.
// Whatever is accepted must print to something that reads back as the same position, and its moves must be playable.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "catalog/catalog.h"

using namespace zermelo;

namespace {

const std::vector<std::unique_ptr<Entry>>& entries() {
  static const auto all = [] {
    std::vector<std::unique_ptr<Entry>> list;
    for (const auto& folder : catalog())
      for (const auto& variant : folder.family.variants) list.push_back(folder.family.make(variant.name));
    return list;
  }();
  return all;
}

void require(bool holds) {
  if (!holds) std::abort();
}

} // namespace

// Some games make the tables of their index when it is first used, which is nothing that an input should be blamed for.
extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  for (const auto& entry : entries())
    if (entry->game().indexed()) entry->game().rank(entry->game().start());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  const AnyGame& game = entries()[data[0] % entries().size()]->game();
  std::string why;
  const auto p = game.parse({reinterpret_cast<const char*>(data) + 1, size - 1}, why);
  if (!p) {
    require(!why.empty());
    return 0;
  }
  const std::string text = game.print(*p);
  const auto again = game.parse(text, why);
  require(again && again->bytes == p->bytes && game.print(*again) == text);
  require(!game.draw(*p).empty());
  for (const AnyMove m : game.moves(*p)) {
    const AnyPosition q = game.play(*p, m);
    require(!game.move_name(*p, m).empty() && game.parse(game.print(q), why).has_value());
  }
  if (!game.indexed()) return 0;
  const Slot s = game.rank(*p);
  if (s != no_slot) {
    require(s < game.slots() && game.unrank(s).has_value());
  } else if (!game.scored()) {
    require(game.settle(*p).known());
  } else { // one that no turn leads to: its successors tell what it is worth
    for (const AnyMove m : game.moves(*p)) {
      const AnyPosition q = game.play(*p, m);
      require(game.rank(q) != no_slot || game.moves(q).empty());
    }
  }
  return 0;
}
