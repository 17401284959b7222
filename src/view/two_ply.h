// The first move of each side against each other: a game's opening at a glance.
#pragma once

#include <optional>

#include "view/probe.h"

namespace zermelo {

struct TwoPly {
  struct Row {
    MoveValue move;                            // for the player who moves at the start
    std::vector<std::optional<Value>> replies; // after both moves, for the same player; none where the reply is not legal
  };
  std::vector<std::string> columns; // names of replies
  std::vector<Row> rows;
};

TwoPly two_ply(const AnyGame& game, const Table& table, const AnyPosition& start);

// o: the player who moves at the start wins, x: the other one, =: draw
std::string text_of(const TwoPly& table, bool unicode);
nlohmann::json to_json(const TwoPly& table);

} // namespace zermelo
