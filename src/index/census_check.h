// The contract checks of what counts positions beside the index: the census of those outside it, and specifications of strings.
#pragma once

#include <random>
#include <string>
#include <unordered_map>

#include "game/check/report.h"
#include "index/census.h"
#include "index/sampling.h"

namespace zermelo {

// Random games from the start and from slots: classes outside the index have numbers of their own.
template <class G>
  requires Census<G> && Text<G>
void check_census(const G& game, const CheckOptions& options, CheckReport& report) {
  using Position = PositionOf<G>;
  Promises<G> promises(game, report);
  std::mt19937_64 random(options.seed);
  std::unordered_map<u64, std::string> classes;
  auto look = [&](const Position& p) {
    if (game.rank(p) != no_slot) return;
    const u64 number = game.census_rank(p);
    promises.expect("census_rank: below census_size, or none", number == no_slot || number < game.census_size(), p);
    promises.expect("census_rank: a class of symmetric positions has one number", game.census_rank(canonical(game, p)) == number,
                    p);
    if (number == no_slot) return;
    const std::string text = game.print(canonical(game, p));
    promises.expect("census_rank: different classes have different numbers",
                    classes.try_emplace(number, text).first->second == text, p);
  };
  for (u64 seen = 0; seen < options.samples;) {
    Position p = game.start();
    if (random() % 2 == 0 && !game.unrank(random() % game.size(), p)) p = game.start();
    for (int ply = 0; ply < 100 && seen++ < options.samples && game.outcome(p) == Wdl::unknown; ++ply) {
      MoveListOf<G> moves;
      game.moves(p, moves);
      for (const auto& m : moves) look(game.play(p, m));
      p = game.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    }
  }
}

// A specification that allows nothing would be estimated as an empty set.
template <class G>
  requires Sampled<G> && Text<G>
void check_sampled(const G& game, const CheckOptions& options, CheckReport& report) {
  Promises<G> promises(game, report);
  std::mt19937_64 random(options.seed);
  const auto sampled = game.sampled();
  const auto spec = sampled.spec();
  const bool described =
      sampled.symmetries() >= 1 && !std::string(sampled.set()).empty() && spec.items() > 0 && spec.contents() > 0;
  promises.expect("sampled: a set in words, strings of some length and contents", described, game.start());
  bool any = false;
  for (int i = 0; described && i < 20 && !any; ++i) any = population_weight(spec, 200, random) > 0;
  promises.expect("sampled: the specification allows strings", any, game.start());
}

} // namespace zermelo
