// The contract check: tests the promises of game/concepts.h on one game, on all or sampled positions. One theme a header in
// game/check/; those of scores are in game/scored_check.h, of other headers beside them (index/*_check.h).
#pragma once

#include <random>
#include <set>
#include <string>

#include "game/check/deferral.h"
#include "game/check/index.h"
#include "game/check/keys.h"
#include "game/check/moves.h"
#include "game/check/pictures.h"
#include "game/check/report.h"
#include "game/scale.h"

namespace zermelo {

template <Text G> class ContractCheck {
public:
  using Position = PositionOf<G>;
  using Moves = MoveListOf<G>;

  ContractCheck(const G& game, const CheckOptions& options)
      : g_(game), options_(options), random_(options.seed), promises_(game, report_), moves_(game, promises_),
        index_(game, options, promises_), deferral_(game, options, promises_) {}

  CheckReport run() {
    playouts();
    if constexpr (Indexed<G>) {
      report_.all_slots = g_.size() <= options_.samples;
      index_.slots(report_.all_slots, [&](const Position& p) { visit(p); });
    }
    if constexpr (Hashed<G>) KeyCheck<G>(g_, options_, promises_).run();
    if constexpr (Effortful<G>)
      expect("what a slot takes is more than nothing", G::solving_seconds_a_slot > 0 && G::table_bytes_a_slot > 0, g_.start());
    return std::move(report_);
  }

private:
  void expect(std::string_view name, bool holds, const Position& p) { promises_.expect(name, holds, p); }

  // Random games from the start: positions that people meet.
  void playouts() {
    const u64 wanted = options_.samples / 4 + 1;
    for (u64 seen = 0; seen < wanted;) {
      Position p = g_.start();
      for (int ply = 0; ply < 200 && seen < wanted; ++ply, ++seen) {
        visit(p);
        if (g_.outcome(p) != Wdl::unknown) break;
        Moves moves;
        g_.moves(p, moves);
        if (moves.empty()) break;
        p = g_.play(p, moves[static_cast<int>(random_() % static_cast<u64>(moves.size()))]);
      }
      ++seen;
    }
  }

  void visit(const Position& p) {
    texts(p);
    settled(p);
    if constexpr (Expanding<G>) moves_.visit_end(p);
    if constexpr (Indexed<G>) index_.visit(p);
    if constexpr (Symmetric<G>) symmetric(p);
    if (g_.outcome(p) != Wdl::unknown) return;
    Moves moves;
    g_.moves(p, moves);
    moves_.visit(p, moves);
    if constexpr (Indexed<G>) index_.visit(p, moves);
    if constexpr (Deferring<G>) deferral_.visit(p);
    if constexpr (Pictured<G>) check_picture(g_, p, moves, promises_);
  }

  void texts(const Position& p) {
    std::string why;
    const std::string text = g_.print(p);
    const auto back = g_.parse(text, why);
    expect("parse(print(p)) = p", back && *back == p, p);
    expect("a text is one line without spaces at its ends",
           !text.empty() && text.front() != ' ' && text.back() != ' ' && text.find('\n') == std::string::npos, p);
  }

  // settle must say what a one-ply search says.
  void settled(const Position& p) {
    const Value v = settle(g_, p);
    const Wdl over = g_.outcome(p);
    if (over != Wdl::unknown) {
      expect("a finished position is settled in 0 plies", Paying<G> ? v.wdl == over && v.has_score() : v == (Value{over, 0}), p);
      return;
    }
    if (!v.known() && !Scale<G>::wins_told && !Scale<G>::last_wins) return;
    Moves moves;
    g_.moves(p, moves);
    bool wins = false, loses = false;
    for (const auto& m : moves) {
      const Wdl after = g_.outcome(g_.play(p, m));
      wins = wins || after == Wdl::loss;
      loses = loses || after == Wdl::win;
    }
    expect("a position settled before its end is a win in 1", !v.known() || (v == win_in(1) && wins), p);
    if constexpr (Scale<G>::wins_told) expect("settles_wins_in_1: every win in 1 is settled", v.known() || !wins, p);
    if constexpr (Scale<G>::last_wins) expect("last_mover_wins: nobody loses by his own move", !loses, p);
  }

  void symmetric(const Position& p)
    requires Symmetric<G>
  {
    const Position c = g_.canonical(p);
    expect("the canonical form is idempotent", g_.canonical(c) == c, p);
    expect("an orbit has at least one member", g_.orbit(p) >= 1 && g_.orbit(p) == g_.orbit(c), p);
    expect("symmetric positions are settled alike", settle(g_, c) == settle(g_, p), p);
    if constexpr (Layered<G>) expect("symmetric positions are in one layer", g_.layer(c) == g_.layer(p), p);
    if (g_.outcome(p) != Wdl::unknown) return;
    expect("symmetric positions have symmetric moves", classes_after(p) == classes_after(c), p);
  }

  std::set<std::string> classes_after(const Position& p)
    requires Symmetric<G>
  {
    std::set<std::string> classes;
    Moves moves;
    g_.moves(p, moves);
    for (const auto& m : moves) classes.insert(g_.print(g_.canonical(g_.play(p, m))));
    return classes;
  }

  const G& g_;
  CheckOptions options_;
  std::mt19937_64 random_;
  CheckReport report_;
  Promises<G> promises_;
  MoveCheck<G> moves_;
  IndexCheck<G> index_; // these two are asked only of a game that has what they test
  DeferralCheck<G> deferral_;
};

template <Text G> CheckReport check_contract(const G& g, const CheckOptions& options) {
  return ContractCheck<G>(g, options).run();
}

} // namespace zermelo
