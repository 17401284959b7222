// The entries of Yonmoque in the catalog: the paper's rule, and the one with endless play.
#include "catalog/family.h"
#include "yonmoque/free_game.h"

namespace zermelo::yonmoque {

namespace {

// "1" .. "6", or nothing.
int pieces_in(std::string_view text) {
  return text.size() == 1 && text[0] >= '1' && text[0] <= '0' + Rules::most_pieces ? text[0] - '0' : 0;
}

std::unique_ptr<Entry> make(std::string_view variant) {
  const std::string set =
      "all arrangements of the pieces on the board, of either colour, and in the hands, that no line has ended; "
      "either side to move";
  const std::string published = std::to_string(Rules::most_pieces);
  if (variant.substr(0, 4) != "free") {
    const int each = pieces_in(variant.empty() ? published : variant);
    if (each == 0) return nullptr;
    Game game;
    game.each = each;
    const std::string free = each == Rules::most_pieces ? "yonmoque:free" : "yonmoque:free-" + std::to_string(each);
    return make_entry(game,
                      {.set = set, .variant = variant == published ? "" : std::string(variant), .solvable = free, .bound = free});
  }
  std::string_view rest = variant.substr(4);
  if (!rest.empty() && rest[0] != '-') return nullptr;
  const int each = pieces_in(rest.empty() ? published : rest.substr(1));
  if (each == 0) return nullptr;
  return make_entry(FreeGame(each), {.set = set, .variant = rest == "-" + published ? "free" : std::string(variant)});
}

} // namespace

Family family() {
  return {.name = "yonmoque",
          .title = "Yonmoque",
          .variants = {{"", "the paper's game: six pieces each, no position twice; to be proved, not solved"},
                       {"4", "the same with four pieces each (1 to 6)"},
                       {"free", "six pieces each, endless play is a draw"},
                       {"free-5", "the same with five pieces each"},
                       {"free-4", "with four"},
                       {"free-3", "with three"},
                       {"free-2", "with two"}},
          .make = make};
}

} // namespace zermelo::yonmoque
