// The entry of Awari in the catalog.
#include <charconv>

#include "awari/index.h"
#include "catalog/family.h"

namespace zermelo::awari {
namespace {

// The whole of the text as a number; 0 if it is none.
int number_in(std::string_view text) {
  int n = 0;
  if (text.empty() || text[0] < '1' || text[0] > '9') return 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), n);
  return bad == std::errc{} && end == text.data() + text.size() ? n : 0;
}

std::unique_ptr<Entry> make(std::string_view variant) {
  int pits = most_pits, stones = most_stones;
  if (const auto x = variant.find('x'); x != std::string_view::npos) {
    const int each = number_in(variant.substr(x + 1));
    pits = number_in(variant.substr(0, x));
    if (pits < 1 || pits > most_pits || each < 1 || each > most_stones) return nullptr;
    stones = 2 * pits * each;
  } else if (!variant.empty()) {
    stones = number_in(variant);
  }
  if (stones < 1 || stones > most_stones) return nullptr;
  std::string name(variant);
  if (pits == most_pits) name = stones == most_stones ? "" : std::to_string(stones);
  return make_entry(Game(pits, stones),
                    {.set = "up to " + std::to_string(stones) +
                            " stones on the board and, since the opponent has just moved, a pit of "
                            "his empty; what was captured before does not count",
                     .variant = name,
                     .solvable = stones > 24 ? "awari:24" : "",
                     // Fewer stones on the same board: whatever was captured before, the rest is worth the same.
                     .bound = pits == most_pits ? "awari:*" : ""});
}

} // namespace

Family family() {
  return {.name = "awari",
          .title = "Awari",
          .variants = {{"", "six pits a side, four stones in each"},
                       {"24", "endgames of up to 24 stones (1 to 48)"},
                       {"17", "endgames of up to 17 stones"},
                       {"10", "endgames of up to 10 stones"},
                       {"5x2", "five pits a side, two stones in each (1 to 6 pits, up to 48 stones in all)"},
                       {"4x3", "four pits, three stones"},
                       {"3x3", "three pits, three stones"},
                       {"3x2", "three pits, two stones"}},
          .make = make};
}

} // namespace zermelo::awari
