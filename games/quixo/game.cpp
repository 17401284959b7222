// The entry of Quixo in the catalog: boards from 2x2 to 5x5, and their positions with many marks.
#include <charconv>

#include "base/error.h"
#include "catalog/family.h"
#include "quixo/index.h"

namespace zermelo::quixo {
namespace {

constexpr const char* every_position = "every cell blank or with a mark of either player, either side to move, full lines too";

// "4" is a board; "5-24" the same with at least so many marks.
std::unique_ptr<Entry> make(std::string_view variant) {
  auto number = [](std::string_view digits) {
    int n = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return error != std::errc{} || end != digits.data() + digits.size() || digits.front() == '0' ? -1 : n;
  };
  const auto dash = variant.find('-');
  const int side = variant.empty() ? most_side : number(variant.substr(0, dash));
  const int marks = dash == std::string_view::npos ? 0 : number(variant.substr(dash + 1));
  if (side < 0 || marks < 0) return nullptr;
  if (side < least_side || side > most_side)
    throw Error(Exit::usage, "quixo:" + std::string(variant) + ": a board has 2 to 5 cubes a side, like quixo:4");
  if (dash != std::string_view::npos && (side < 3 || marks >= side * side))
    throw Error(Exit::usage, "quixo:" + std::string(variant) +
                                 ": at least so many marks, on 3x3 to 5x5 and with a blank left, like quixo:5-24");
  const std::string name = side == most_side && marks == 0 ? "" : std::string(variant);
  return make_entry(Game(side, marks),
                    {.set = std::string(every_position) + (marks == 0 ? "" : "; at least " + std::to_string(marks) + " marks"),
                     .variant = name});
}

} // namespace

Family family() {
  return {.name = "quixo",
          .title = "Quixo",
          .variants = {{"", "the game of the shops, 5x5 cubes"},
                       {"2", "2x2 cubes"},
                       {"3", "3x3 cubes"},
                       {"4", "4x4 cubes"},
                       {"3-5", "3x3 cubes, at least 5 marks; any board from 3x3, any number"},
                       {"5-24", "5x5 cubes, at least 24 marks; any number below 25"}},
          .make = make};
}

} // namespace zermelo::quixo
