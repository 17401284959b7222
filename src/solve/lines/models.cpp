#include "solve/lines/models.h"

#include <algorithm>
#include <optional>
#include <set>

namespace zermelo {
namespace {

constexpr std::size_t most_models = 8;

} // namespace

int Models::distance(int a, int b) const {
  int most = 0;
  for (std::size_t i = 0; i < 3; ++i)
    most =
        std::max(most, std::abs(board_.places[static_cast<std::size_t>(a)][i] - board_.places[static_cast<std::size_t>(b)][i]));
  return most;
}

// Of the defender's stones of an image to those of a fact.
int Models::distance(const LineFact& from, std::span<const u8> to, const LineFact& fact) const {
  int far = 0;
  from.defender.each([&](int cell) {
    int least = 100;
    fact.defender.each([&](int other) { least = std::min(least, distance(to[static_cast<std::size_t>(cell)], other)); });
    far += least + (least > 0 ? 2 : 0);
  });
  return far;
}

std::vector<ProofId> Models::like(const LineFact& fact) {
  struct Model {
    int far;
    u32 symmetry;
    const Known* known;
  };
  std::vector<Model> best;
  const auto& symmetries = board_.symmetries;
  for (const Known& k : known_) {
    if (k.fact->attacker.count() != fact.attacker.count()) continue;
    std::optional<Model> nearest;
    for (u32 s = 0; s < symmetries.size(); ++s) {
      bool same = true;
      k.fact->attacker.each([&](int cell) { same = same && fact.attacker.has(symmetries[s][static_cast<std::size_t>(cell)]); });
      if (!same) continue;
      const int far = distance(*k.fact, symmetries[s], fact);
      if (!nearest || far < nearest->far) nearest = Model{far, s, &k};
    }
    if (nearest) best.push_back(*nearest);
  }
  std::stable_sort(best.begin(), best.end(), [](const Model& a, const Model& b) { return a.far < b.far; });
  std::vector<ProofId> out;
  std::set<std::pair<u64, u32>> seen;
  for (const Model& m : best) {
    if (out.size() == most_models) break;
    if (!seen.insert({m.known->hash, m.symmetry}).second) continue;
    auto [at, fresh] = read_.try_emplace({m.known->fact, m.symmetry}, no_proof);
    if (fresh) {
      search_.set(m.known->fact->attacker, m.known->fact->defender);
      at->second = search_.read(m.known->tree->bytes, m.known->fact->hidden);
      if (m.symmetry != 0) at->second = search_.image(at->second, symmetries[m.symmetry]);
    }
    out.push_back(at->second);
  }
  return out;
}

ProofId Models::elsewhere(const LineFact& fact) {
  const auto found = elsewhere_.facts.trees.find(fact);
  if (found == elsewhere_.facts.trees.end()) return no_proof;
  const auto [at, fresh] = elsewhere_read_.try_emplace(fact, no_proof);
  if (!fresh || !elsewhere_.check(fact.attacker, fact.defender, fact.hidden, found->second.bytes)) return at->second;
  // A tree does not say where lines are completed: it is read by the rules that it was written by.
  const LineTables tables(*elsewhere_.board);
  LineState state(tables, fact.attacker, fact.defender);
  ZoneProofs proofs;
  const ProofId read = TreeReader(state, proofs, found->second.bytes).read(fact.hidden);
  return at->second = search_.adopt(proofs, read, board_.symmetries.front());
}

// What a proof of the fact of a step answers at a fact that the step leads to: facts are kept as the least of their images.
ProofId Models::answer(ProofId of, const Step& step, const LineFact& fact) {
  if (of == no_proof || search_.proofs()[of].completes || search_.proofs()[of].cell != step.cell) return no_proof;
  LineFact after = step.fact;
  after.attacker.add(step.cell);
  for (u32 s = 0; s < board_.symmetries.size(); ++s) {
    const auto& to = board_.symmetries[s];
    bool same = true;
    after.attacker.each([&](int cell) { same = same && fact.attacker.has(to[static_cast<std::size_t>(cell)]); });
    CellSet rest = fact.defender; // but for the images of what was there: the reply
    after.defender.each([&](int cell) {
      same = same && rest.has(to[static_cast<std::size_t>(cell)]);
      rest.remove(to[static_cast<std::size_t>(cell)]);
    });
    if (!same || rest.count() != 1) continue;
    int reply = 0;
    while (!rest.has(to[static_cast<std::size_t>(reply)])) ++reply;
    ProofId found = search_.proofs().answer(of, reply);
    if (found == no_proof) found = search_.proofs()[of].pass; // the reply is nothing to it
    if (s == 0) return found;
    ProofId& turned = turned_[{found, s}];
    if (turned == no_proof) turned = search_.image(found, to);
    return turned;
  }
  return no_proof;
}

ProofId Models::elsewhere(std::span<const Step> way, const LineFact& fact) {
  ProofId model = no_proof;
  for (std::size_t i = 0; i <= way.size(); ++i) {
    const LineFact& at = i < way.size() ? way[i].fact : fact;
    const ProofId own = elsewhere(at);
    model = own != no_proof || i == 0 ? own : answer(model, way[i - 1], at);
  }
  return model;
}

} // namespace zermelo
