// The first moves of a game laid out, up to symmetry, and what they are worth if only certain moves are allowed in them: as
// papers print their tables of openings.
#pragma once

#include <functional>

#include "view/probe.h"

namespace zermelo {

struct Openings {
  // What holds for the player who moves at the start, if both keep to the moves that are allowed down to the last one laid out.
  struct Turn {
    std::string name;
    Wdl wdl = Wdl::unknown;
  };
  struct Row {
    std::vector<std::string> turns; // all but the last two, one for each class of positions that they lead to
    Wdl wdl = Wdl::unknown;
    std::vector<std::string> winning; // next moves that win
    std::vector<std::string> keeping; // next moves that are worth what the position is, for the player who makes them
  };
  int plies = 0;
  std::vector<Turn> first; // one for each class
  std::vector<Row> rows;
  Tally classes;                       // of the positions after the last move, symmetric ones once
  std::vector<AnyPosition> of_kind[3]; // one of each class: wins, draws, losses
};

using AllowsTurn = std::function<bool(const std::string& name)>;
Openings openings(const AnyGame& game, const Table& table, const AnyPosition& start, int plies, const AllowsTurn& allows);

std::string text_of(const Openings& o);
nlohmann::json to_json(const Openings& o);

} // namespace zermelo
