// The promises of the hooks of an exact search, tested as those of every game in check.h: late positions of random games, each held
// against what the rules alone say.
#pragma once

#include <algorithm>

#include "game/check/report.h"
#include "game/plain_value.h"

namespace zermelo {

template <ListedToTheEnd G> void check_exact(const G& g, const CheckOptions& options, CheckReport& report) {
  if constexpr (Remaining<G> && (Narrowing<G> || Limiting<G> || Finishing<G> || Scale<G>::last_wins)) {
    using S = Scale<G>;
    // Plies that the rules alone take to the end at once; every other time as few as the game finishes.
    constexpr int most = 7;
    int few = most;
    if constexpr (Finishing<G>) few = std::min(most, int{G::finishes});
    std::mt19937_64 random(options.seed);
    Promises<G> promises(g, report);
    const u64 positions = std::min<u64>(options.samples / 20 + 1, 1000);
    for (u64 i = 0; i < positions; ++i) {
      PositionOf<G> p = g.start();
      if (!random_late(g, i % 2 == 0 ? most : few, random, p)) {
        if constexpr (S::last_wins) promises.expect("who moved last has not lost", g.outcome(p) != Wdl::win, p);
        continue;
      }
      const i32 right = plain_value(g, p);
      if constexpr (Narrowing<G>) {
        if (!settle(g, p).known()) {
          MoveListOf<G> some;
          const Value told = g.narrow(p, some);
          i32 best = -S::top;
          bool open = true;
          for (const auto& m : some) {
            i32 pays = 0;
            if constexpr (Paying<G>) pays = g.pays(p, m);
            const auto q = g.play(p, m);
            open = open && !settle(g, q).known();
            best = std::max(best, S::before(plain_value(g, q), pays));
          }
          promises.expect("narrowing keeps the value", (told.known() ? S::of(told) : best) == right, p);
          promises.expect("no move that is left after narrowing leads to a settled position", told.known() || open, p);
        }
      }
      if constexpr (Limiting<G>) {
        if (!settle(g, p).known()) {
          const Value limit = g.limit(p);
          promises.expect("a position is not better than its limit", !limit.known() || right <= S::of(limit), p);
        }
      }
      if constexpr (Finishing<G>) {
        if (g.remaining(p) <= G::finishes) {
          bool holds = true;
          for (const i32 bound : {right - 2, right, right + 1, right + 3}) {
            const i32 said = g.finish(p, bound);
            holds = holds && (said >= bound ? right >= said : right <= said);
          }
          promises.expect("the last plies end as the rules say", holds, p);
        }
      }
    }
  }
}

} // namespace zermelo
