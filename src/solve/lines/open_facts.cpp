// What a search that was stopped has left open, for those who want to help it.
#include "solve/lines/prove_lines.h"

namespace zermelo {

// After a search that was stopped: what is still to be shown, where it is little; not what facts were split into.
void LineProver::tell_open() const {
  constexpr u64 little = 500;
  if (!options_.on_note || top_alone() || graph_->facts() - graph_->shown() > little) return;
  graph_->each_top_move([&](const FactGraph::Move& move) {
    if (move.after.attacker.count() < 2) return;
    std::string open, line = "open:";
    auto add = [&](std::string& to, int cell) { to += " " + claim_.board->names[static_cast<std::size_t>(cell)]; };
    replies(move.after).each([&](int reply) {
      LineFact next = move.after;
      next.defender.add(reply);
      if (const FactGraph::Node* node = graph_->find(least(next)); node != nullptr && !node->shown) add(open, reply);
    });
    move.after.attacker.each([&](int cell) { add(line, cell); });
    line += " against";
    move.after.defender.each([&](int cell) { add(line, cell); });
    if (!open.empty()) options_.on_note(line + ":" + open);
  });
}

// The game that leads from one open fact to the next, in the coordinates of that one: facts are kept as the least of their images.
std::vector<int> LineProver::game_to(const LineFact& fact, const LineFact& after, const std::vector<int>& game) const {
  for (std::size_t s = 0; s < claim_.board->symmetries.size(); ++s) {
    const LineFact image = image_of(after, s);
    CellSet reply;
    fact.defender.each([&](int cell) {
      if (!image.defender.has(cell)) reply.add(cell);
    });
    if (image.attacker != fact.attacker || (image.defender | reply) != fact.defender || reply.count() != 1) continue;
    std::vector<int> out;
    for (const int cell : game) out.push_back(claim_.board->symmetries[s][static_cast<std::size_t>(cell)]);
    reply.each([&](int cell) { out.push_back(cell); });
    return out;
  }
  ensure(false, "an open fact does not follow from the one before it");
  return {};
}

std::vector<OpenFact> LineProver::open() const {
  std::vector<OpenFact> out;
  std::map<const FactGraph::Node*, std::vector<int>> games;
  auto name = [&](int cell) { return claim_.board->names[static_cast<std::size_t>(cell)]; };
  graph_->each_open([&](const FactGraph::Node& node, const FactGraph::Node* before, const FactGraph::Move* move) {
    std::vector<int>& game = games[&node];
    if (before != nullptr) {
      game = games.at(before);
      if (move->cell >= 0) game.push_back(move->cell);
      game = game_to(node.fact, move->after, game);
    } else { // the players in turn; who has more stones began
      std::array<std::vector<int>, 2> stones;
      node.fact.attacker.each([&](int cell) { stones[0].push_back(cell); });
      node.fact.defender.each([&](int cell) { stones[1].push_back(cell); });
      if (stones[1].size() > stones[0].size() || (stones[1].size() == stones[0].size() && !claim_.attacker_moves))
        std::swap(stones[0], stones[1]);
      for (std::size_t i = 0; i < stones[0].size() + stones[1].size(); ++i) game.push_back(stones[i % 2][i / 2]);
    }
    if (node.ordinary) return;
    OpenFact fact{"", node.attempts, {}};
    for (const int cell : game) fact.game += (fact.game.empty() ? "" : " ") + name(cell);
    for (const FactGraph::Move& m : node.moves) fact.moves.push_back(name(m.cell));
    out.push_back(std::move(fact));
  });
  return out;
}

} // namespace zermelo
