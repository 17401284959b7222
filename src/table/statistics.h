// What a solution adds up to. Counts are of positions, every one once, symmetric ones too; `orbits` counts classes.
#pragma once

#include <nlohmann/json.hpp>

#include <vector>

#include "base/types.h"
#include "base/value.h"

namespace zermelo {

struct Tally {
  u64 wins = 0;
  u64 losses = 0;
  u64 draws = 0;
  u64 positions() const { return wins + losses + draws; }
  void add(Wdl wdl, u64 n) {
    if (wdl == Wdl::win) wins += n;
    if (wdl == Wdl::loss) losses += n;
    if (wdl == Wdl::draw) draws += n;
  }
  friend bool operator==(const Tally&, const Tally&) = default;
};

struct Statistics {
  Tally positions;
  Tally orbits;
  std::vector<u64> wins_by_plies; // positions won in so many plies
  std::vector<u64> losses_by_plies;
  Value initial;
  u64 empty_slots = 0;

  void add(Value v, u64 positions_in_class, bool counts_as_orbit);
  void add(const Statistics& other); // of another part of the same table

  struct Longest {
    i32 plies = 0;
    u64 count = 0;
  };
  Longest longest_win() const; // plies 0, count 0 where nothing is won

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

// The keys that `solve --json` and `stats --json` promise: positions wins losses draws orbits initial longest by_plies.
nlohmann::json to_json(const Statistics& s);
nlohmann::json to_json(Value v); // {"value": "win", "plies": 3}; plies null for draws and unknown
Statistics statistics_from_json(const nlohmann::json& j);

} // namespace zermelo
