// What the explorer shows: two rows of pits, the first player's below, and what both have captured.
#include "game/picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "awari/index.h"

namespace zermelo::awari {
namespace {

// The first player's pits are A-F, the second's a-f, whoever is to move.
std::string cell_name(bool first, int pit) { return {static_cast<char>((first ? 'A' : 'a') + pit)}; }

} // namespace

Picture Rules::picture(const Position& p) const {
  Picture out;
  for (const bool first : {true, false}) {
    const Half side = first == first_to_move(p) ? p.own : p.other;
    for (int pit = 0; pit < pits; ++pit) {
      const auto stones_here = static_cast<std::size_t>(stones_in(side, pit));
      out.cells.push_back({cell_name(first, pit), "pit", static_cast<float>(first ? pit : pits - 1 - pit), first ? 1.0F : 0.0F,
                           std::vector<Picture::Piece>(stones_here, {"stone", 0})});
    }
  }
  // What both have captured, where it can be told: all that are not on the board. Otherwise how much one is ahead.
  const i32 ahead = first_to_move(p) ? p.lead : -p.lead;
  const i32 taken = stones - stones_in(p.own) - stones_in(p.other);
  const bool told = taken >= std::abs(ahead) && (taken - ahead) % 2 == 0;
  for (const int owner : {1, 2}) {
    const i32 more = owner == 1 ? ahead : -ahead;
    const i32 held = told ? (taken + more) / 2 : std::max(more, 0);
    if (held != 0) out.hands.push_back({"stone", owner, held});
  }
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, Move pit) const { return {cell_name(first_to_move(p), pit)}; }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  std::string text;
  for (int i = 0; i < 2 * pits; ++i) {
    const auto* const cell = picture.find(cell_name((i < pits) == first, i % pits));
    text += fmt::format("{}{}", i == 0 ? "" : ",", cell == nullptr ? 0 : cell->pieces.size());
    if (cell != nullptr &&
        !std::all_of(cell->pieces.begin(), cell->pieces.end(), [](const auto& x) { return x.kind == "stone"; })) {
      why = "only stones lie in pits";
      return std::nullopt;
    }
  }
  const int ahead = picture.held("stone", first ? 1 : 2) - picture.held("stone", first ? 2 : 1);
  if (!first) text += "/second";
  if (ahead != 0) text += fmt::format("/{:+}", ahead);
  return composed(*this, text, first, why);
}

} // namespace zermelo::awari
