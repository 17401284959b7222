// The entries of Morris in the catalog.
#include <fmt/format.h>

#include "base/error.h"
#include "catalog/family.h"
#include "morris/index.h"

namespace zermelo::morris {
namespace {

// "6-fly-endings-4": men, whether who has three left flies, and all men on the board, at most so many a side. Each may be missing.
std::unique_ptr<Entry> make(std::string_view variant) {
  std::string_view rest = variant;
  auto takes = [&](std::string_view word) {
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    if (rest.starts_with('-')) rest.remove_prefix(1);
    return true;
  };
  auto refuse = [&](const char* what) {
    return Error(Exit::usage, fmt::format("morris:{}: {}, like morris:6 or morris:endings-4", variant, what));
  };
  int men = most_men, cap = 0;
  const bool number = rest.size() == 1 ? rest[0] >= '0' && rest[0] <= '9' : rest.size() > 1 && rest[1] == '-' && rest[0] <= '9';
  if (number) {
    men = rest[0] - '0';
    takes(rest.substr(0, 1));
  }
  const bool large = men > 6; // nine men's board has three rings
  bool fly = large;
  if (takes("fly")) fly = true;
  if (takes("nofly")) fly = false;
  const std::string family = fmt::format("{}{}", men == most_men ? "" : fmt::format("{}", men),
                                         fly == large ? ""
                                         : fly        ? "-fly"
                                                      : "-nofly");
  const std::string name(family.starts_with('-') ? family.substr(1) : family);
  if (takes("endings") && rest.size() == 1) {
    cap = rest[0] - '0';
    rest.remove_prefix(1);
  }
  if (!rest.empty()) return nullptr;
  if (men != most_men && (men < 4 || men > 6)) throw refuse("a side has 9 men on three rings, or 4, 5 or 6 on two");
  const std::string endings = name.empty() ? "endings-" : name + "-endings-";
  const Rules rules{.rings = large ? 3U : 2U, .men = static_cast<u32>(men), .fly = fly ? 1U : 0U, .placing = 1};
  if (cap == 0)
    return make_entry(Game(rules),
                      {.set = "every placement of the men on the board and in hand, at least three of a side together; "
                              "with all on the board either side to move",
                       .variant = name,
                       .solvable = "morris:" + endings + "4",
                       .bound = "morris:" + endings + "*"});
  if (cap < least_men || cap > men) throw refuse("endings have 3 men a side, or more, up to all");
  Rules ending = rules;
  ending.men = static_cast<u32>(cap);
  ending.placing = 0;
  return make_entry(Game(ending), {.set = fmt::format("every placement of {} men of each side, none in hand, either side to move",
                                                      cap == least_men ? "3" : fmt::format("3 to {}", cap)),
                                   .variant = endings + std::to_string(cap)});
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
