// The contract check of planes: their steps lead where the rules lead, and slots are as planes have them.
#pragma once

#include <algorithm>
#include <random>
#include <set>

#include "game/check/report.h"
#include "index/planes.h"

namespace zermelo {

template <class G>
  requires Planed<G> && Text<G>
void check_planes(const G& game, const CheckOptions& options, CheckReport& report) {
  Promises<G> promises(game, report);
  std::mt19937_64 random(options.seed);
  const PlaneBoard& b = game.planes();
  promises.expect("planes: the index has two for each class", game.size() == u64{b.classes} << (b.bits + 1), game.start());
  for (u64 i = 0; i < std::min(game.size(), options.samples); ++i) {
    const Slot slot = game.size() <= options.samples ? i : random() % game.size();
    const u32 cls = static_cast<u32>(slot >> b.bits >> 1);
    const u64 number = slot & ((u64{1} << b.bits) - 1);
    bool least = true;
    int fixing = 1;
    for (u32 k = 0; k < b.image_count[cls]; ++k) {
      least = least && b.image(cls, k, number) >= number;
      fixing += b.image(cls, k, number) == number ? 1 : 0;
    }
    PositionOf<G> p;
    promises.expect("planes: the least of the images of a number is a position's", game.unrank(slot, p) == least, game.start());
    if (!least) continue;
    const PlanePlace here = game.plane_place(p);
    const bool second = !game.first_to_move(p);
    promises.expect("planes: a slot is the number of a set in the plane of its class",
                    b.first[slot >> b.bits >> 1] == here.plane && (slot & ((u64{1} << b.bits) - 1)) == here.number &&
                        (slot >> b.bits & 1) == (second ? 1 : 0),
                    p);
    promises.expect("planes: images tell the size of a class", b.symmetries / fixing == zermelo::orbit(game, p), p);
    auto bit = [](u64 set, int at) { return set >> at & 1; };
    std::set<PlanePlace> steps, played;
    for (u32 k = 0; !second && k < b.exchange_count[here.plane]; ++k) {
      const auto e = b.exchanges[here.plane][k];
      if (bit(here.number, e.low) != bit(here.number, e.high))
        steps.insert({here.plane, here.number ^ u64{1} << e.low ^ u64{1} << e.high});
    }
    for (u32 k = 0; second && k < b.step_count[here.plane]; ++k) {
      const PlaneBoard::Step& s = b.steps[here.plane][k];
      if (bit(here.number, s.closed) != 0) continue;
      u64 n = here.number, cleared = 0;
      if (!s.exchange.none() && bit(n, s.exchange.low) != bit(n, s.exchange.high))
        n ^= u64{1} << s.exchange.low ^ u64 { 1 } << s.exchange.high;
      for (const auto& pair : s.taken)
        if (!pair.none() && bit(n, pair.low) != 0 && bit(n, pair.high) != 0) cleared |= u64{1} << pair.low | u64{1} << pair.high;
      steps.insert({s.plane, n & ~cleared});
    }
    const Wdl over = game.outcome(p);
    promises.expect("planes: the second player without a step has lost, the first has not won",
                    steps.empty() ? over == (second ? Wdl::loss : Wdl::draw) : over == Wdl::unknown, p);
    MoveListOf<G> moves;
    if (over == Wdl::unknown) game.moves(p, moves);
    for (const auto& m : moves) played.insert(game.plane_place(game.play(p, m)));
    promises.expect("planes: their steps lead where the moves lead", steps == played, p);
  }
}

} // namespace zermelo
