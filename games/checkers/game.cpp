// The entries of Checkers in the catalog: whole boards, and endings with at most so many pieces.
#include <charconv>

#include "base/error.h"
#include "catalog/family.h"
#include "checkers/endings_game.h"

namespace zermelo::checkers {
namespace {

constexpr std::string_view endings = "endings-";
struct Size {
  int side, men, most; // most: pieces in endings that can be asked for
};
constexpr Size large{8, 12, 8}, middle{6, 6, 10};

// Men on their first squares, as in the whole game but fewer; Black has one more of an odd number.
std::unique_ptr<Entry> make_endings(const Size& size, std::string_view number, std::string_view full) {
  int n = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), n);
  if (error != std::errc{} || end != number.data() + number.size() || number.front() == '0') return nullptr;
  if (n < 1 || n > size.most)
    throw Error(Exit::usage,
                "checkers:" + std::string(full) + ": endings have 1 to " + std::to_string(size.most) + " pieces here");
  const std::string board = std::to_string(size.side) + "x" + std::to_string(size.side);
  const int each = std::min(n, size.men);
  return make_entry(EndingsGame(size.side, {each, n, (n + 1) / 2, n / 2}),
                    {.set = "every placement of at most " + std::to_string(n) + (n == 1 ? " piece" : " pieces") + " on " + board +
                            (each < n ? ", " + std::to_string(each) + " of a side" : "") + ", either side to move"});
}

std::unique_ptr<Entry> make_whole(const Size& size) {
  const bool full = size.side == 8;
  return make_entry(Game(size.side, {size.men, 2 * size.men, size.men, size.men}),
                    {.set = "every placement of at most " + std::to_string(size.men) + " pieces of a side",
                     .solvable = full ? "checkers:endings-5" : "checkers:6x6-endings-6",
                     .why_no_table = full ? "it has 500,995,484,682,338,672,639 positions, and even all with at most 10 pieces, "
                                            "39,271,258,813,439 of them, took 237 GB and years of machines"
                                          : "its 63,838,220,543 positions take as many bytes of memory",
                     .bound = full ? "checkers:endings-*" : "checkers:6x6-endings-*"});
}

std::unique_ptr<Entry> make(std::string_view variant) {
  if (variant.empty()) return make_whole(large);
  if (variant == "6x6") return make_whole(middle);
  if (variant == "4x4")
    return make_entry(EndingsGame(4, {2, 4, 2, 2}),
                      {.set = "every placement of at most 2 pieces of a side, either side to move"});
  if (variant.starts_with(endings)) return make_endings(large, variant.substr(endings.size()), variant);
  if (variant.starts_with("6x6-") && variant.substr(4).starts_with(endings))
    return make_endings(middle, variant.substr(4 + endings.size()), variant);
  return nullptr;
}

} // namespace

Family family() {
  return {.name = "checkers",
          .title = "Checkers (English draughts)",
          .variants = {{"", "the whole game on 8x8, twelve men each: to play and to search"},
                       {"6x6", "six men each on 6x6: to play and to search"},
                       {"4x4", "two men each on 4x4, solved whole"},
                       {"endings-4", "all positions on 8x8 with at most 4 pieces; any number from 1 to 8"},
                       {"6x6-endings-4", "all positions on 6x6 with at most 4 pieces; any number from 1 to 10"}},
          .make = make};
}

} // namespace zermelo::checkers
