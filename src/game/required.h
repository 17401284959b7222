// What every game must have, asked for one by one: a function that is missing or does not fit is one sentence of the compiler's,
// instead of hundreds of lines about templates.
#pragma once

#include "game/concepts.h"

namespace zermelo {

// X(what must compile, what is expected)
#define ZERMELO_REQUIRED(X)                                                                                                      \
  X({ G::repetition } -> std::convertible_to<Repetition>, "static constexpr Repetition repetition")                              \
  X({ G::max_moves } -> std::convertible_to<int>, "static constexpr int max_moves")                                              \
  X({ g.start() } -> std::same_as<PositionOf<G>>, "Position start() const")                                                      \
  X({ g.outcome(p) } -> std::same_as<Wdl>, "Wdl outcome(const Position&) const")                                                 \
  X({ g.moves(p, out) } -> std::same_as<void>, "void moves(const Position&, FixedList<Move, max_moves>&) const")                 \
  X({ g.play(p, m) } -> std::same_as<PositionOf<G>>, "Position play(const Position&, Move) const")                               \
  X({ g.print(p) } -> std::same_as<std::string>, "std::string print(const Position&) const")                                     \
  X(                                                                                                                             \
      { g.parse(text, why) } -> std::same_as<std::optional<PositionOf<G>>>,                                                      \
      "std::optional<Position> parse(std::string_view, std::string& why) const")                                                 \
  X({ g.move_name(p, m) } -> std::same_as<std::string>, "std::string move_name(const Position&, Move) const")                    \
  X({ g.draw(p) } -> std::same_as<std::string>, "std::string draw(const Position&) const")                                       \
  X({ g.first_to_move(p) } -> std::same_as<bool>, "bool first_to_move(const Position&) const")

template <class G> constexpr void require_game() {
  constexpr bool typed = requires {
    typename G::Position;
    typename G::Move;
    G::max_moves;
  };
  static_assert(typed,
                "a game needs types Position and Move, and static constexpr int max_moves (concept Rules in game/concepts.h)");
  if constexpr (typed) {
    static_assert(std::is_trivially_copyable_v<PositionOf<G>> && std::is_trivially_copyable_v<MoveOf<G>> &&
                      std::equality_comparable<PositionOf<G>> && std::equality_comparable<MoveOf<G>> &&
                      sizeof(MoveOf<G>) <= sizeof(u64),
                  "Position and Move must be plain data that can be compared by ==, and a Move at most eight bytes");
#define ZERMELO_REQUIRE(expression, expected)                                                                                    \
  static_assert(                                                                                                                 \
      requires(const G& g, const PositionOf<G>& p, const MoveOf<G>& m, MoveListOf<G>& out, std::string_view text,                \
               std::string& why) { expression; },                                                                                \
      "a game needs a function that is missing here or does not fit; expected: " expected);
    ZERMELO_REQUIRED(ZERMELO_REQUIRE)
#undef ZERMELO_REQUIRE
  }
}

// Stands in for a game that lacks something, so that the engines add nothing to those sentences.
struct NoGame {
  using Position = u8;
  using Move = u8;
  static constexpr int max_moves = 1;
  static constexpr Repetition repetition = Repetition::never;
  Position start() const;
  Wdl outcome(const Position& p) const;
  void moves(const Position& p, FixedList<Move, max_moves>& out) const;
  Position play(const Position& p, Move m) const;
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move m) const;
  std::string draw(const Position& p) const;
  bool first_to_move(const Position& p) const;
};
template <class G> using GameOrNone = std::conditional_t<Text<G>, G, NoGame>;

} // namespace zermelo
