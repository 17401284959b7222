// Nim: heaps of counters; a move takes any number from one heap; who takes the last counter wins, or loses in misère play.
// An example of a game outside the repository's games/ folder, with a parameter, and with a finish that the mover may win.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "game/concepts.h"

namespace zermelo::nim {

inline constexpr std::size_t most_heaps = 4;
inline constexpr int most_counters = 15;
using Heaps = std::array<u8, most_heaps>; // unused heaps stay empty

struct Position {
  Heaps heaps{};
  bool second = false; // the second player is to move
  ZERMELO_HD friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  u8 heap;
  u8 left; // counters that stay
  ZERMELO_HD friend bool operator==(const Move&, const Move&) = default;
};

struct Rules {
  using Position = nim::Position;
  using Move = nim::Move;
  static constexpr int max_moves = most_heaps * most_counters;
  static constexpr Repetition repetition = Repetition::never;

  Heaps full{}; // the heaps at the start
  bool misere = false;

  ZERMELO_HD static bool first_to_move(const Position& p) { return !p.second; }

  ZERMELO_HD Position start() const { return {full, false}; }

  ZERMELO_HD Wdl outcome(const Position& p) const {
    for (const u8 counters : p.heaps)
      if (counters != 0) return Wdl::unknown;
    return misere ? Wdl::win : Wdl::loss; // the other player took the last counter
  }

  ZERMELO_HD void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u8 heap = 0; heap < most_heaps; ++heap)
      for (u8 left = 0; left < p.heaps[heap]; ++left) out.push({heap, left});
  }

  ZERMELO_HD Position play(Position p, Move m) const {
    p.heaps[m.heap] = m.left;
    p.second = !p.second;
    return p;
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move m) const;
  std::string draw(const Position& p) const;
};

} // namespace zermelo::nim
