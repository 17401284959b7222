// What a solution adds up to. Counts are of positions, every one once, symmetric ones too; `orbits` counts classes.
#pragma once

#include <nlohmann/json_fwd.hpp>

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
  void add(const Tally& t) {
    wins += t.wins;
    losses += t.losses;
    draws += t.draws;
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

  struct Longest {
    i32 plies = 0;
    u64 count = 0;
  };
  Longest longest_win() const; // plies 0, count 0 where nothing is won

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

// Adds up the slots of a table. A folded slot stands for its whole class; of an unfolded index every member of a class comes
// by, so each counts as one position and as a fraction of a class.
class StatisticsBuilder {
public:
  explicit StatisticsBuilder(bool folded) : folded_(folded) {}

  void add(Value v, int orbit); // unknown: the slot holds no position
  void add(const StatisticsBuilder& other);
  Statistics finish(Value initial) const;

private:
  static constexpr std::size_t most_symmetries = 96;
  bool folded_;
  Statistics sum_;
  Tally members_[most_symmetries + 1]; // of unfolded classes, by the size of the class
};

// The keys that `solve --json` and `stats --json` promise: positions wins losses draws orbits initial longest by_plies.
nlohmann::json to_json(const Statistics& s);
nlohmann::json to_json(Value v); // {"value": "win", "plies": 3}; plies null for draws, unknown, and where no distance is known
Value value_from_json(const nlohmann::json& j);
Statistics statistics_from_json(const nlohmann::json& j);

} // namespace zermelo
