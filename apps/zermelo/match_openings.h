// How the games of a match begin: at the start, after random moves, or after random moves that leave the table a won game.
#pragma once

#include <random>
#include <string>

#include "players.h"

namespace zermelo {

class MatchOpenings {
public:
  // "" or random:PLIES or won:PLIES; Error(usage) for anything else. The oracle, if any, is that of the first or second player.
  MatchOpenings(const std::string& word, const Oracle* oracle, bool oracle_is_first);

  // Plays the opening of a game that begins at its start; how many plies.
  int play(History& history, std::mt19937_64& random, std::vector<std::string>& turns) const;

private:
  bool wanted(const History& history) const;

  const Oracle* oracle_ = nullptr; // where only won games are wanted
  bool oracle_is_first_ = false;
  int plies_ = 0;
};

} // namespace zermelo
