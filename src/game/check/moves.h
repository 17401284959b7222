// The promises about the moves of one position that is not over: their names, and what a proof search asks beyond the rules.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "game/check/report.h"
#include "game/check/short_search.h"
#include "game/expand.h"

namespace zermelo {

template <Text G> class MoveCheck {
public:
  using Position = PositionOf<G>;
  using Moves = MoveListOf<G>;

  MoveCheck(const G& game, Promises<G>& promises) : g_(game), promises_(promises), search_(game, 3, 200) {}

  void visit(const Position& p, const Moves& moves) {
    expect("a position that is not over has a move", !moves.empty(), p);
    std::set<std::string> names;
    for (const auto& m : moves) names.insert(g_.move_name(p, m));
    expect("move names are unique", names.size() == static_cast<std::size_t>(moves.size()), p);
    for (const auto& m : moves) {
      const Position q = g_.play(p, m);
      expect("the sides alternate", g_.first_to_move(q) != g_.first_to_move(p), p);
      if constexpr (Layered<G>) expect("the layer never rises", g_.layer(q) <= g_.layer(p), p);
    }
    if constexpr (Evaluating<G>) {
      const int e = g_.evaluate(p);
      expect("an evaluation is no win", -most_evaluation < e && e < most_evaluation, p);
    }
    if constexpr (Expanding<G>) expanded(p, moves);
    if constexpr (Foreseeing<G>) foreseen(p, moves);
    if constexpr (Attempting<G>) attempted(p, moves);
    if constexpr (Guessing<G>) guessed(p);
    if constexpr (Dominating<G>) dominated(p, moves);
    before_ = moves;
  }

  // Of any position, over or not.
  void visit_end(const Position& p)
    requires Expanding<G>
  {
    const Wdl over = g_.outcome(p), early = g_.recorded(p);
    expect("recorded: what it knows is the outcome", early == Wdl::unknown || early == over, p);
    if (over == Wdl::unknown) return;
    bool any = false;
    g_.expand(p, [&](const auto&, const auto&) { return any = true; });
    expect("expand: nothing after the end", !any, p);
    expect("recorded: an end that it does not know is a loss for want of a move", early != Wdl::unknown || over == Wdl::loss, p);
  }

private:
  void expect(std::string_view name, bool holds, const Position& p) { promises_.expect(name, holds, p); }

  void expanded(const Position& p, const Moves& moves)
    requires Expanding<G>
  {
    int at = 0;
    bool same = true;
    g_.expand(p, [&](const auto& m, const auto& q) {
      const Position& after = q;
      same = same && at < moves.size() && m == moves[at] && after == g_.play(p, m);
      if constexpr (!std::is_same_v<ExpandedOf<G>, Position>) { // it may know more, but says the same
        same = same && g_.recorded(q) == g_.recorded(after);
        if constexpr (Hashed<G>) same = same && g_.key(q) == g_.key(after);
      }
      ++at;
      return true;
    });
    expect("expand: the moves in their order with what they lead to", same && at == moves.size(), p);
    int shown = 0;
    g_.expand(p, [&](const auto&, const auto&) { return ++shown < 2; });
    expect("expand: stops when it is told to", shown == std::min(2, moves.size()), p);
  }

  void foreseen(const Position& p, const Moves& moves)
    requires Foreseeing<G>
  {
    std::set<std::string> shown;
    const u32 others = g_.foresee(p, [&](const auto& m, const auto& q) {
      expect("what is foreseen is what a move leads to", q == g_.play(p, m), p);
      shown.insert(g_.move_name(p, m));
      return true;
    });
    expect("no move is foreseen twice or forgotten", shown.size() + others == static_cast<std::size_t>(moves.size()), p);
    for (const auto& m : moves)
      expect("moves that end the game are foreseen",
             recorded(g_, g_.play(p, m)) == Wdl::unknown || shown.contains(g_.move_name(p, m)), p);
  }

  // Moves of this position, and of the one that was looked at before, which may not be legal here.
  void attempted(const Position& p, const Moves& moves)
    requires Attempting<G>
  {
    for (const Moves* list : {&moves, static_cast<const Moves*>(&before_)})
      for (const auto& m : *list) {
        const bool legal = std::find(moves.begin(), moves.end(), m) != moves.end();
        int shown = 0;
        bool right = true;
        g_.attempt(p, m, [&](const auto& made, const auto& q) {
          const Position& after = q;
          ++shown;
          right = legal && made == m && after == g_.play(p, m);
          return true;
        });
        expect("attempt: a legal move once, nothing else", right && shown == (legal ? 1 : 0), p);
      }
  }

  void guessed(const Position& p)
    requires Guessing<G>
  {
    const Replies replies{3, 1};
    auto ask = [&](const ExpandedOf<G>& q) { return g_.guess(q, replies); };
    auto alike = [&](const auto& q) {
      const Guess a = ask(q), b = ask(q);
      return a.mine == b.mine && a.theirs == b.theirs;
    };
    bool same = true;
    each_move(g_, p, [&](const auto&, const auto& q) {
      same = alike(q);
      return false;
    });
    expect("guess: asked twice it is the same", same, p);
  }

  // Short searches take time: some positions are enough.
  void dominated(const Position& p, const Moves& moves)
    requires Dominating<G>
  {
    const auto is_dominated = zermelo::dominated(g_, p);
    const auto left_out = std::count_if(moves.begin(), moves.end(), is_dominated);
    expect("some move is not dominated", left_out < moves.size(), p);
    if (left_out == 0 || spent_ >= most_spent) return;
    const auto n = static_cast<u64>(moves.size());
    spent_ += n * n * n; // a search for every move, each of which looks at moves of moves
    int worst = -1;      // that a dominated move is known to be, the best of them
    int best = -1;       // that another may be
    for (const auto& m : moves) {
      const Bounds b = search_.of(g_.play(p, m));
      if (is_dominated(m)) {
        worst = std::max(worst, -b.most);
      } else {
        best = std::max(best, -b.least);
      }
    }
    expect("dominated: a move that is not may be as good", best >= worst, p);
  }

  static constexpr u64 most_spent = 30'000'000;
  const G& g_;
  Promises<G>& promises_;
  ShortSearch<G> search_;
  Moves before_;
  u64 spent_ = 0;
};

} // namespace zermelo
