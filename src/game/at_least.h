// A claim about a score as a game of wins and losses: the side to move wins if it gets at least so much. So whatever shows wins and
// losses, a proof search and the checker of its proofs, shows bounds of scores.
#pragma once

#include "game/concepts.h"

namespace zermelo {

template <Text G>
  requires Paying<G> && (G::repetition == Repetition::never)
struct AtLeast {
  struct Position {
    PositionOf<G> position;
    i64 bound; // what the side to move must get
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };
  using Move = MoveOf<G>;
  static constexpr int max_moves = G::max_moves;
  static constexpr Repetition repetition = Repetition::never;

  explicit AtLeast(const G& g, i64 bound) : game(g), bound_at_start(bound) {}

  Position start() const { return {game.start(), bound_at_start}; }
  Wdl outcome(const Position& p) const {
    const auto score = game.settled(p.position);
    return !score ? Wdl::unknown : *score >= p.bound ? Wdl::win : Wdl::loss;
  }
  void moves(const Position& p, MoveListOf<G>& out) const { game.moves(p.position, out); }
  // The mover gets what the move pays and loses what the other gets: the other needs one more than what leaves the mover enough.
  Position play(const Position& p, const Move& m) const {
    return {game.play(p.position, m), game.pays(p.position, m) - p.bound + 1};
  }

  Position canonical(const Position& p) const { return {zermelo::canonical(game, p.position), p.bound}; }
  int orbit(const Position& p) const { return zermelo::orbit(game, p.position); }
  Key key(const Position& p) const
    requires Hashed<G>
  {
    const Key k = game.key(p.position);
    KeyMaker maker;
    maker.add(k.high);
    maker.add(k.low);
    maker.add(static_cast<u64>(p.bound));
    return maker.key();
  }

  std::string print(const Position& p) const { return game.print(p.position); }
  std::optional<Position> parse(std::string_view text, std::string& why) const {
    const auto p = game.parse(text, why);
    return p ? std::optional(Position{*p, bound_at_start}) : std::nullopt;
  }
  std::string move_name(const Position& p, const Move& m) const { return game.move_name(p.position, m); }
  std::string draw(const Position& p) const { return game.draw(p.position); }
  bool first_to_move(const Position& p) const { return game.first_to_move(p.position); }

  G game;
  i64 bound_at_start;
};

// Games whose scores can be claimed so.
template <class G>
concept ClaimableScores = Text<G> && Paying<G> && Hashed<G> && G::repetition == Repetition::never;

} // namespace zermelo
