// What a position is worth. Wins and losses are the mover's, always; distances are plies:
// 0 = the game is already over for the side to move, 1 = the side to move ends it now.
#pragma once

#include "base/types.h"

namespace zermelo {

enum class Wdl : u8 { unknown, win, loss, draw };

struct Value {
  Wdl wdl = Wdl::unknown;
  i32 plies = 0; // meaningful for win and loss only, 0 otherwise

  ZERMELO_HD friend constexpr bool operator==(const Value&, const Value&) = default;
  ZERMELO_HD constexpr bool known() const { return wdl != Wdl::unknown; }
};

ZERMELO_HD constexpr Value win_in(i32 plies) { return {Wdl::win, plies}; }
ZERMELO_HD constexpr Value loss_in(i32 plies) { return {Wdl::loss, plies}; }
inline constexpr Value draw_value{Wdl::draw, 0};
inline constexpr Value unknown_value{};

// The value of a move for the player who makes it, from the value of the position it leads to.
ZERMELO_HD constexpr Value value_of_move_to(Value child) {
  switch (child.wdl) {
  case Wdl::win: return loss_in(child.plies + 1);
  case Wdl::loss: return win_in(child.plies + 1);
  default: return child;
  }
}

// Orders values from the mover's point of view: quick wins first, then slow wins, draws, unknown, slow losses, quick losses.
ZERMELO_HD constexpr bool better(Value a, Value b) {
  auto key = [](Value v) {
    switch (v.wdl) {
    case Wdl::win: return 3'000'000 - v.plies;
    case Wdl::draw: return 1'000'000;
    case Wdl::unknown: return 0;
    case Wdl::loss: return -3'000'000 + v.plies;
    }
    return 0;
  };
  return key(a) > key(b);
}

constexpr const char* name_of(Wdl w) {
  switch (w) {
  case Wdl::win: return "win";
  case Wdl::loss: return "loss";
  case Wdl::draw: return "draw";
  case Wdl::unknown: return "unknown";
  }
  return "unknown";
}

} // namespace zermelo
