// The entries of TRAX in the catalog: trax:NxN on the quick rules, trax:unlimited on the plain ones.
#include "base/error.h"
#include "catalog/family.h"
#include "trax/plain_game.h"
#include "trax/rules.h"

namespace zermelo::trax {

namespace {

constexpr std::string_view published = "8x8";

std::unique_ptr<Entry> make(std::string_view variant) {
  const std::string set = "tiles that hang together with matching edges, nothing left that is forced, either side to move";
  if (variant == "unlimited") return make_entry(PlainGame{}, {.set = set});
  const std::string_view size = variant.empty() ? published : variant;
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (size.size() != 3 || size[1] != 'x' || !digit(size[0]) || !digit(size[2])) return nullptr;
  const int side = size[0] - '0';
  if (size[2] != size[0] || side < 2 || side > Game::max_side)
    throw Error(Exit::usage, "trax:" + std::string(size) + ": boards are square, from trax:2x2 to trax:8x8");
  return make_entry(Game{side}, {.set = set, .variant = size == published ? "" : std::string(size)});
}

} // namespace

Family family() {
  return {.name = "trax",
          .title = "TRAX",
          .variants = {{"", "the published limited game, 8x8"},
                       {"2x2", "the smallest board"},
                       {"3x3", "a line of three wins"},
                       {"4x4", "a line of four wins"},
                       {"5x5", "a line of five wins"},
                       {"6x6", "a line of six wins"},
                       {"7x7", "a line of seven wins"},
                       {"unlimited", "no limit but 16x16: rules only"}},
          .make = make};
}

} // namespace zermelo::trax
