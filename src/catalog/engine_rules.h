// What follows from the rules and the index alone: node counts, the contract check, the fingerprint.
#pragma once

#include <fmt/format.h>

#include <random>

#include "catalog/refuse.h"
#include "game/children.h"
#include "game/perft.h"
#include "index/check.h"

namespace zermelo {

template <Text G> u64 TypedEntry<G>::perft(const AnyPosition& p, int depth) const {
  return zermelo::perft(game_.typed(), Erased<G>::restore(p), depth);
}

template <Text G> CheckReport TypedEntry<G>::check(const CheckOptions& options) const {
  return check_game(game_.typed(), options);
}

// A fingerprint of the rules alone: random games with all their moves and ends.
template <Text G> std::string TypedEntry<G>::fingerprint() const {
  const G& g = game_.typed();
  std::mt19937_64 random(1);
  std::string seen;
  for (int games = 0; games < 32; ++games) {
    PositionOf<G> p = g.start();
    for (int ply = 0; ply < 60; ++ply) {
      const Wdl over = g.outcome(p);
      seen += fmt::format("{} {}", g.print(p), static_cast<int>(over));
      if (over != Wdl::unknown) break;
      MoveListOf<G> moves;
      g.moves(p, moves);
      for (const auto& m : moves) seen += " " + g.move_name(p, m);
      p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    }
    seen += ';';
  }
  return fmt::format("{:016x}", xxh3(std::as_bytes(std::span(seen))));
}

// A fingerprint of rules and index: positions spread over the index, with their moves and where these lead. Whatever change
// to a game would make an old table wrong changes it, and nobody has to remember a version number.
template <Text G> TableIdentity TypedEntry<G>::identity() const {
  if constexpr (!Tabled<G>) {
    refuse_table<G>(*this);
  } else {
    const G& g = game_.typed();
    constexpr u64 samples = 1024;
    std::string seen;
    for (u64 i = 0; i < std::min(samples, g.size()); ++i) {
      const Slot s = g.size() <= samples ? i : (g.size() / samples * i + i * i % 97) % g.size();
      PositionOf<G> p;
      if (!g.unrank(s, p)) {
        seen += "-;";
        continue;
      }
      seen += fmt::format("{} {}", g.print(p), static_cast<int>(g.outcome(p)));
      if constexpr (Scored<G>) seen += fmt::format("={}", g.settled(p).value_or(no_score));
      if (g.outcome(p) == Wdl::unknown) {
        FixedList<Slot, G::max_moves> slots;
        const Children c = list_children(g, p, slots);
        seen += fmt::format(" {}{}{}", c.lost, c.drawn, c.longest);
        for (const Slot child : slots) seen += fmt::format(",{}", child);
        if constexpr (Scored<G>) {
          MoveListOf<G> moves;
          g.moves(p, moves);
          for (const auto& m : moves) seen += fmt::format("+{}", g.pays(p, m));
        }
      }
      seen += ';';
    }
    return {full_name(), fmt::format("{:016x}", xxh3(std::as_bytes(std::span(seen)))), words.set, g.size()};
  }
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::u64 zermelo::TypedEntry<G>::perft(const AnyPosition&, int) const;                                            \
  template zermelo::CheckReport zermelo::TypedEntry<G>::check(const CheckOptions&) const;                                        \
  template std::string zermelo::TypedEntry<G>::fingerprint() const;                                                              \
  template zermelo::TableIdentity zermelo::TypedEntry<G>::identity() const;
