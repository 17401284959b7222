// Proof search for one game.
#pragma once

#include "base/machine.h"
#include "catalog/by_connections.h"
#include "catalog/by_zones.h"
#include "catalog/typed.h"
#include "catalog/write_choices.h"
#include "game/at_least.h"
#include "solve/compose.h"
#include "solve/dfpn/history_memory.h"
#include "solve/dfpn/pairs.h"
#include "solve/dfpn/proof.h"
#include "solve/dfpn/prove.h"
#include "solve/dfpn/variation.h"

namespace zermelo {

inline constexpr int small_board = 64; // cells

// What a table knows of the moves of a position; of one that it does not know, the least.
template <Provable G>
std::vector<ReplyNumbers> reply_numbers(const G& g, const ProofTable& table, const PositionOf<G>& p, bool attacker_moves) {
  std::vector<ReplyNumbers> replies;
  each_move(g, p, [&](const auto&, const auto& q) {
    ProofTable::Entry entry{.numbers = known_numbers(g, q, !attacker_moves)};
    if (!entry.numbers.settled()) table.find(search_key(g, q, !attacker_moves), entry);
    replies.push_back({exact_key(g, static_cast<const PositionOf<G>&>(q)), entry.numbers});
    return true;
  });
  return replies;
}

// One search with all that comes with it: saved where it is stopped, a line of play, and its proof.
template <Provable G, class Memory>
ProveResult prove_typed(const Entry& entry, const G& g, const PositionOf<G>& root, bool mover_attacks,
                        const ProveOptions& options) {
  std::optional<SavedSearch> saved;
  if (!options.saves.empty()) {
    SearchIdentity identity{entry.full_name(), entry.fingerprint(), g.print(root), mover_attacks, options.by};
    if (options.at_least) identity.position += " at least " + std::to_string(*options.at_least);
    saved.emplace(search_file(options.saves, identity), identity);
    saved->prepare_if_possible();
  }
  Prove<G, Memory> prove(g, root, mover_attacks, options, saved ? &*saved : nullptr, options.table);
  ProveResult result = prove.run();
  if (options.replies) result.replies = reply_numbers(g, prove.table(), root, mover_attacks);
  const bool ended = result.verdict != Verdict::unknown, wins = result.verdict == Verdict::proven;
  const bool took_long = result.resumed || result.wall_seconds > options.save_every;
  if (saved) {
    if (!ended) prove.save();
    if (ended && took_long) prove.keep(); // a second claim, or a proof, may be interrupted
    std::error_code none;
    if (std::filesystem::exists(saved->path(), none)) result.saved = saved->path();
  }
  if (!ended) return result;
  PositionOf<G> at = root;
  for (const auto& m : variation(g, prove.table(), prove.root(), wins)) {
    result.line.push_back(g.move_name(at, m));
    at = g.play(at, m);
  }
  if constexpr (std::is_same_v<Memory, PathMemory<G>>) {
    if (options.proof.empty() || (!wins && G::repetition == Repetition::forbidden)) return result;
    write_choices(entry, g.print(root), mover_attacks, wins, options, result, [&] {
      ProofMaker<G> maker(g, prove.table(), options);
      ChoiceWriter choices = maker.make(prove.root(), wins);
      result.proof_visits = maker.visits();
      return choices;
    });
  }
  return result;
}

// Gives up where the positions that are laid out take more than the memory allowed.
template <Text G>
ProveResult prove_by_pairs(const Entry& entry, const G& g, const PositionOf<G>& root, bool mover_attacks,
                           const ProveOptions& options) {
  constexpr u64 bytes_of_position = 512, unasked = u64{256} << 20;
  ProveResult result{.threads = 1};
  const double start = wall_seconds(), start_cpu = cpu_seconds();
  Pairs<G> pairs(g, (options.memory != 0 ? options.memory : std::min(available_memory() / 2, unasked)) / bytes_of_position);
  pairs.should_stop = [&] {
    return (options.time_limit > 0 && wall_seconds() - start > options.time_limit) ||
           (options.should_stop && options.should_stop());
  };
  if (pairs.find(root, mover_attacks) == Pairs<G>::Found::yes) {
    result.verdict = Verdict::proven;
    if (!options.proof.empty()) {
      const ChoiceWriter choices = pairs.choices(root, mover_attacks);
      result.proof_choices = choices.choices();
      result.proof_bytes =
          write_proof(options.proof,
                      {entry.full_name(), entry.fingerprint(), g.print(root), mover_attacks, true, choices.choices(), {}, true},
                      choices.bytes());
    }
  }
  result.visits = result.evaluated = pairs.positions();
  result.wall_seconds = wall_seconds() - start;
  result.cpu_seconds = cpu_seconds() - start_cpu;
  return result;
}

template <Text G> ProveResult TypedEntry<G>::prove(const AnyPosition& p, bool mover_attacks, const ProveOptions& options) const {
  if constexpr (ClaimableScores<G>) {
    if (!options.at_least) refuse_proof();
    if (!options.proof.empty()) check_proof_can_be_written(options.proof);
    using Claimed = AtLeast<G>;
    const Claimed claimed(game_.typed(), *options.at_least);
    return prove_typed<Claimed, PathMemory<Claimed>>(*this, claimed, {Erased<G>::restore(p), *options.at_least}, mover_attacks,
                                                     options);
  } else if constexpr (!Provable<G>) {
    refuse_proof();
  } else {
    const G& g = game_.typed();
    const auto root = Erased<G>::restore(p);
    if (!options.proof.empty()) check_proof_can_be_written(options.proof);
    ensure(options.proof.empty() || !options.lean_on || !options.cites.empty(), "a proof names the tables that it leans on");
    if constexpr (Lined<G>) {
      if (options.zones != ByZones::never && !options.lean_on && g.outcome(root) == Wdl::unknown) {
        const ZonesResult found = prove_by_zones(*this, *lined(), p, mover_attacks, options);
        const bool small = g.lines().cells <= small_board; // all of it can be searched
        if (found.result.verdict != Verdict::unknown || options.zones == ByZones::only || (mover_attacks && !small) || found.cut)
          return found.result;
        ProveResult last = prove_typed<G, PathMemory<G>>(*this, g, root, mover_attacks, found.rest);
        if (last.verdict != Verdict::unknown) std::ranges::for_each(found.saved, remove_file);
        return ZonesResult::sum(std::move(last), found.result);
      }
    }
    if constexpr (Connecting<G>) {
      if (options.connections != ByZones::never && !options.lean_on && g.outcome(root) == Wdl::unknown && g.joining(root) &&
          searches_connections(g.connections()))
        return prove_by_connections(*this, *connected(), p, mover_attacks, options);
    }
    if (options.connections == ByZones::only)
      throw Error(Exit::usage, full_name() +
                                   " is no game of connection, or its board has more than 64 cells, or a turn there may be "
                                   "something else than a stone: try --method df-pn");
    if (options.zones == ByZones::only)
      throw Error(Exit::usage, full_name() + " is no game of lines, or is over: zones show nothing there");
    if constexpr (G::repetition == Repetition::forbidden) {
      if (options.by == WinBy::history) return prove_typed<G, HistoryMemory<G>>(*this, g, root, mover_attacks, options);
      if (options.by == WinBy::pairs) return prove_by_pairs(*this, g, root, mover_attacks, options);
    }
    return prove_typed<G, PathMemory<G>>(*this, g, root, mover_attacks, options);
  }
}

template <Text G>
ProveResult TypedEntry<G>::compose(const AnyPosition& p, const KnownProof& known, const ProveOptions& options) const {
  if constexpr (ClaimableScores<G> || !Claimable<G>) {
    refuse_proof();
  } else {
    const G& g = game_.typed();
    const auto root = Erased<G>::restore(p);
    ProveResult result{.verdict = known.attacker_wins ? Verdict::proven : Verdict::disproven, .threads = 1};
    write_choices(*this, g.print(root), known.mover_attacks, known.attacker_wins, options, result,
                  [&] { return compose_choices(g, root, known, options); });
    return result;
  }
}

} // namespace zermelo

#define ZERMELO_ENGINE_PROVE(G)                                                                                                  \
  template zermelo::ProveResult zermelo::TypedEntry<G>::prove(const AnyPosition&, bool, const ProveOptions&) const;              \
  template zermelo::ProveResult zermelo::TypedEntry<G>::compose(const AnyPosition&, const KnownProof&, const ProveOptions&) const;
