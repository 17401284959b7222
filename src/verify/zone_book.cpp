#include "verify/zone_book.h"

namespace zermelo {
namespace {

bool is_within(const CellSet& part, const CellSet& whole) { return (part & whole) == part; }

} // namespace

void ZoneBook::add(const ZoneCheck<>& check, Bytes bytes) {
  for (const auto& t : check.trees()) trees_.push_back({t.attacker, t.defender, t.hidden, proofs_.size(), t.begin, t.size});
  moves_.insert(moves_.end(), check.moves().begin(), check.moves().end());
  proofs_.push_back(std::move(bytes));
}

// Proofs are about the least of the images of a position, so all images are looked for.
std::optional<int> ZoneBook::find(const CellSet& attacker, const CellSet& defender, bool attacker_moves) const {
  for (const auto& to : board_.symmetries) {
    ZoneTree<>::Wanted wanted;
    wanted.attacker_moves = attacker_moves;
    attacker.each([&](int cell) { wanted.attacker.add(to[static_cast<std::size_t>(cell)]); });
    defender.each([&](int cell) { wanted.defender.add(to[static_cast<std::size_t>(cell)]); });
    for (const auto& m : moves_) {
      CellSet stones = m.attacker;
      if (!attacker_moves) stones.add(m.cell);
      if (stones == wanted.attacker && m.defender == wanted.defender) wanted.cell = m.cell;
    }
    for (const Tree& t : trees_) {
      if (wanted.cell >= 0) break;
      if (!is_within(t.attacker, wanted.attacker) || !is_within(t.defender, wanted.defender)) continue;
      ZoneTree<> tree(board_, t.attacker, t.defender, std::span(proofs_[t.proof]).subspan(t.begin, t.size));
      tree.wanted = &wanted;
      tree.check(t.hidden);
    }
    if (wanted.cell >= 0) return static_cast<int>(std::find(to.begin(), to.end(), wanted.cell) - to.begin());
  }
  return std::nullopt;
}

} // namespace zermelo
