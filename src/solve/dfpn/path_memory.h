// What a search remembers where play that returns is a draw: results by position, and those that lean on the path as twins
// (repetition.h says why that is right). What a table holds is known on any path: a win there comes nearer ply by ply, and the
// positions of a table are never left.
#pragma once

#include "game/erase.h"
#include "solve/dfpn/moves.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/repetition.h"
#include "solve/dfpn/table.h"

namespace zermelo {

template <Provable G> class PathMemory {
public:
  using Basis = Lean;
  struct Place {              // of a position: its key says everything else
    Wdl known = Wdl::unknown; // by a table that the search leans on
  };

  PathMemory(const G&, ProofTable& table, const ProveOptions& options)
      : table_(table), lean_on_(options.lean_on ? options.lean_on() : nullptr) {}

  static Place root(const G&, const PositionOf<G>&, Key) { return {}; }
  template <class P> Place place(const PositionOf<G>&, const P& to, Key) const {
    return {lean_on_ ? lean_on_(Erased<G>::erase(to)) : Wdl::unknown};
  }
  template <class Child> static bool same(const Child& a, const Child& b) { return a.key == b.key; }

  template <class Node> void enter(const Node& node) { path_.enter(node.key); }
  template <class Node> void leave(const Node& node) { path_.leave(node.key); }

  // What the table or the path say of a move; whether they say anything. A move back to the path is the defender's.
  template <class Child> bool look(Child& child, bool attacker_moves) const {
    if (child.place.known != Wdl::unknown) {
      const bool draw = child.place.known == Wdl::draw;
      child.numbers = draw ? (attacker_moves ? granted : refused) : child.place.known == Wdl::win ? granted : refused;
      child.basis = {};
      return true;
    }
    ProofTable::Entry entry;
    const bool found = table_.find(child.key, entry);
    if (found) child.numbers = entry.numbers;
    if (!Path<G>::returns || (found && entry.numbers.settled())) return found;
    if (const i32 depth = path_.depth_of(child.key); depth >= 0) {
      child.numbers = attacker_moves ? granted : refused;
      child.basis = {depth, depth};
      return true;
    }
    if (!found || entry.depth == ProofTable::none || entry.depth > path_.depth()) return found;
    const i32 lowest = entry.depth;
    if (!table_.find(path_.twin(child.key, lowest), entry)) return true;
    child.numbers = entry.numbers;
    child.basis = {entry.depth, lowest};
    return true;
  }

  // What a result leans on. One good move suffices for the defender, all of the attacker's must fail.
  template <class Children> Lean basis(const Children& children, Numbers numbers) const {
    if (!Path<G>::returns || !numbers.settled()) return {};
    Lean lean;
    bool chosen = false;
    for (const auto& child : children) {
      if (numbers == refused) lean.add(child.basis);
      if (numbers != granted || child.numbers != refused) continue;
      if (!chosen || child.basis.highest > lean.highest) lean = child.basis;
      chosen = true;
    }
    return lean.highest >= path_.depth() ? Lean{} : Lean{lean.highest, std::min(lean.lowest, path_.depth() - 1)};
  }
  static Lean seen_from_above(const Place&, const Lean& lean) { return lean; }

  template <class Node> void store(const Node& node, Numbers numbers, const Lean& lean, u64 visits) {
    if (lean.on_nothing()) return table_.store(node.key, numbers, visits);
    // An entry has no room for a depth like this. Who searches gets the result; on other paths it may not hold.
    if (lean.lowest > ProofTable::deepest) return;
    table_.store(path_.twin(node.key, lean.lowest), numbers, visits, lean.highest);
    table_.store(node.key, node.attacker_moves ? elsewhere_refused : elsewhere_granted, visits, lean.lowest);
  }

private:
  ProofTable& table_;
  Path<G> path_;
  std::function<Wdl(const AnyPosition&)> lean_on_;
};

} // namespace zermelo
