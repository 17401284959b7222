// A game whose rules are a Python object, as the engines see it: positions are numbers, in the order in which they were met.
//
// The object's positions are kept, and looked up by their hash. explore() goes through everything that can be reached and writes the
// graph down, so that a solve reads arrays and calls no Python. Whatever is not written down asks the object, under Python's lock.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/concepts.h"

namespace zermelo::python {

class Rules; // rules.h

struct Position {
  u32 number = 0;
  friend bool operator==(const Position&, const Position&) = default;
};
struct Move {
  u32 place = 0; // in the list of the position's moves
  friend bool operator==(const Move&, const Move&) = default;
};

struct Game {
  using Position = python::Position;
  using Move = python::Move;
  static constexpr int max_moves = 1024;
  static constexpr Repetition repetition = Repetition::draw; // where positions cannot repeat it means nothing
  static constexpr bool folded = false;

  std::shared_ptr<Rules> rules;
  bool live = false; // asks the object again, whatever is written down, and compares: for the contract check

  Position start() const;
  Wdl outcome(const Position& p) const;
  void moves(const Position& p, FixedList<Move, max_moves>& out) const;
  Position play(const Position& p, Move m) const;

  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move m) const;
  std::string draw(const Position& p) const;
  bool first_to_move(const Position& p) const;

  u64 size() const;
  Slot rank(const Position& p) const;
  bool unrank(Slot s, Position& p) const;
  Key key(const Position& p) const {
    KeyMaker made;
    made.add(p.number);
    return made.key();
  }
};

} // namespace zermelo::python
