// The value of a position and of each of its moves: by the rules where they tell, else from a table.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "game/any.h"
#include "table/table.h"

namespace zermelo {

// Unknown where the rules do not tell and there is no table (null).
Value value_of(const AnyGame& game, const Table* table, const AnyPosition& p);

struct MoveValue {
  std::string name;
  AnyMove move;
  AnyPosition position; // after the move
  Value value;          // for the player who makes it, counted from before it
};

struct Answer {
  AnyPosition position;
  Value value;
  std::vector<MoveValue> moves; // best first, equal ones by name
  Slot slot = no_slot;          // where the table holds the value; no_slot where the rules or the successors tell it

  // The move that realises the value; null when the game is over or the value is not known. Where the distance is not known,
  // it keeps the value, no more.
  const MoveValue* best() const;
};

// Refuses a table whose value of p is not what its values of the successors say: that would be a wrong answer.
// From a table without distances a value has them only where the rules tell them one move ahead.
Answer probe(const AnyGame& game, const Table* table, const AnyPosition& p);

// {"move", "position", "value", "plies"}: one move with where it leads, as `probe`, `line` and `stats` list it.
nlohmann::json move_json(const AnyGame& game, const std::string& name, const AnyPosition& after, Value v);

// The keys that `probe --json` promises: position value plies moves best slot.
nlohmann::json to_json(const AnyGame& game, const Answer& answer);

} // namespace zermelo
