// The entries of Morris in the catalog.
#include <fmt/format.h>

#include <regex>

#include "base/error.h"
#include "catalog/family.h"
#include "morris/index.h"

namespace zermelo::morris {
namespace {

// "6-fly-endings-4": men; whether who has three left flies; all men on the board, at most so many a side. Each may be missing.
std::unique_ptr<Entry> make(std::string_view variant) {
  static const std::regex form("([4569])?(?:(?:^|-)(fly|nofly))?(?:(?:^|-)endings-([3-9]))?");
  std::cmatch found;
  if (variant.starts_with('-') || !std::regex_match(variant.data(), variant.data() + variant.size(), found, form)) return nullptr;
  Rules rules;
  if (found[1].matched) rules.men = static_cast<u32>(*found[1].first - '0');
  const bool large = rules.men == most_men, fly = found[2].matched ? found[2] == "fly" : large;
  rules.rings = large ? 3 : 2;
  rules.fly = fly ? 1 : 0;
  std::string name = large ? "" : std::to_string(rules.men);
  if (fly != large) name += std::string(large ? "" : "-") + (fly ? "fly" : "nofly");
  const std::string endings = name + (name.empty() ? "" : "-") + "endings-";
  if (!found[3].matched)
    return make_entry(Game(rules),
                      {.set = "every placement of the men on the board and in hand, at least three of a side together; "
                              "with all on the board either side to move",
                       .variant = name,
                       .solvable = "morris:" + endings + "4",
                       .bound = "morris:" + endings + "*"});
  const u32 most = static_cast<u32>(*found[3].first - '0');
  if (most > rules.men) throw Error(Exit::usage, fmt::format("morris:{}: a side has {} men here", variant, rules.men));
  rules.men = most;
  rules.placing = 0;
  return make_entry(Game(rules), {.set = fmt::format("every placement of 3{} men of each side, none in hand, either side to move",
                                                     most == least_men ? "" : fmt::format(" to {}", most)),
                                  .variant = endings + std::to_string(most)});
}

} // namespace

Family family() {
  return {.name = "morris",
          .title = "Nine Men's Morris",
          .variants = {{"", "nine men each on three rings; three men left fly"},
                       {"nofly", "the same without flying"},
                       {"endings-4", "all men on the board, at most 4 a side; any number from 3 to 9"},
                       {"6", "six men each on two rings, no flying"},
                       {"6-fly", "the same with flying"},
                       {"5", "five men each on two rings"},
                       {"4", "four men each on two rings"}},
          .make = make};
}

} // namespace zermelo::morris
