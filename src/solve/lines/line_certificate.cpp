// What was shown, as the proof that docs/proof-format.md describes.
#include "solve/lines/prove_lines.h"

namespace zermelo {
namespace {

void put_number(Bytes& out, u64 n) {
  for (; n >= 128; n >>= 7) out.push_back(static_cast<std::byte>(n | 128));
  out.push_back(static_cast<std::byte>(n));
}
void append(Bytes& out, const Bytes& more) { out.insert(out.end(), more.begin(), more.end()); }

} // namespace

Bytes LineProver::certificate() const {
  Bytes out;
  std::set<LineFact> seen;
  const LineFact root{claim_.attacker, claim_.defender, 0};
  claim_.attacker_moves ? write_attack(root, seen, out) : write_defend(root, seen, out);
  return out;
}

void LineProver::write_attack(LineFact f, std::set<LineFact>& seen, Bytes& out) const {
  f = least(f);
  if (completes(f.attacker, f) || !seen.insert(f).second) return;
  const auto found = facts_.trees.find(f);
  if (found == facts_.trees.end()) {
    const FactGraph::Node* node = graph_->find(f);
    if (node != nullptr)
      for (const FactGraph::Move& move : node->moves) {
        if (!FactGraph::is_shown(move)) continue;
        out.push_back(static_cast<std::byte>(move.cell));
        return write_defend(move.after, seen, out);
      }
    ensure(false, "a fact is missing from a proof with zones");
  }
  const LineTree& tree = found->second;
  out.push_back(std::byte{253});
  put_number(out, tree.bytes.size());
  append(out, tree.bytes);
}

void LineProver::write_defend(LineFact f, std::set<LineFact>& seen, Bytes& out) const {
  LineFact pass = f;
  pass.hidden = 1;
  const auto found = facts_.trees.find(pass);
  out.push_back(static_cast<std::byte>(found != facts_.trees.end() ? 1 : 0));
  if (found != facts_.trees.end()) {
    const LineTree& tree = found->second;
    for (const u64 word : tree.zone.words)
      for (unsigned shift = 0; shift < 64; shift += 8) out.push_back(static_cast<std::byte>(word >> shift & 255));
    put_number(out, tree.bytes.size());
    append(out, tree.bytes);
  }
  replies(f).each([&](int reply) {
    LineFact next = f;
    next.defender.add(reply);
    write_attack(next, seen, out);
  });
}

} // namespace zermelo
