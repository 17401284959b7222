// What a solution adds up to. Counts are of positions, every one once, symmetric ones too; `orbits` counts classes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <map>
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
  std::map<i32, u64> by_score; // of a game of scores, in place of plies
  Value initial;
  u64 empty_slots = 0;

  struct Longest {
    i32 plies = 0;
    u64 count = 0;
  };
  void forget_plies() {
    wins_by_plies.clear();
    losses_by_plies.clear();
    if (initial.decisive()) initial.plies = no_plies;
  }
  Longest longest_win() const; // plies 0, count 0 where nothing is won

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

// Whether one byte a slot is too little: some game lasts longer than 253 plies, or ends so that the parity of its plies does not
// tell who wins (table/codec.h). The width of a table follows from what it holds alone, so every method writes the same bytes.
bool needs_two_bytes(const Statistics& s);

// Of positions with so many of each score; every one is its own class.
Statistics scored_statistics(const std::map<i32, u64>& by_score, Value initial);
Tally tally_of(const std::map<i32, u64>& by_score);

// Adds up the slots of a table. A folded slot stands for its whole class; of an unfolded index every member of a class comes
// by, so each counts as one position and as a fraction of a class.
class StatisticsBuilder {
public:
  explicit StatisticsBuilder(bool folded);

  // Unknown: the slot holds no position; its orbit does not count. What comes next is hard to foretell, so who wins is an index
  // and not a branch.
  void add(Value v, int orbit, u64 slots = 1) {
    const auto size = static_cast<std::size_t>(orbit), who = static_cast<std::size_t>(v.wdl);
    const u64 positions = folded_ ? size * slots : slots;
    slots_[size][who] += slots;
    if (v.plies != no_plies) {
      const auto plies = static_cast<std::size_t>(v.plies);
      if (plies >= by_plies_[who].size()) by_plies_[who].resize(2 * plies, 0);
      by_plies_[who][plies] += positions;
    }
    if (v.has_score()) scores_[static_cast<u8>(v.score)] += positions;
  }
  void add(const StatisticsBuilder& other);
  Statistics finish(Value initial) const;

  // As words, for another process to add: unpack(pack()) is the same.
  void pack(std::vector<u64>& out) const;
  void unpack(const u64*& in);

private:
  static constexpr std::size_t most_symmetries = 96;
  bool folded_;
  std::array<std::array<u64, 4>, most_symmetries + 1> slots_{}; // by the size of the class and who wins
  std::array<std::vector<u64>, 4> by_plies_;                    // positions; only wins and losses mean something
  std::array<u64, 256> scores_{};                               // positions by the score as a byte
};

// The keys that `solve --json` and `stats --json` promise: positions wins losses draws orbits initial longest by_plies.
nlohmann::json to_json(const Statistics& s);
// Of a game of scores also by_score, and by_plies is empty.
nlohmann::json to_json(const std::map<i32, u64>& by_score);
std::map<i32, u64> by_score_from_json(const nlohmann::json& j);
nlohmann::json to_json(Value v); // {"value": "win", "plies": null, "score": 3} of a game of scores; of others {"value": "win",
                                 // "plies": 3}; plies null for draws, unknown, and where no distance is known
Value value_from_json(const nlohmann::json& j);
Statistics statistics_from_json(const nlohmann::json& j);

} // namespace zermelo
