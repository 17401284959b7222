// The tree of a campaign in memory: a graph, since each position is there once. Numbers go up from the leaves; the next leaf is found
// from the root down (proof-number search, whose leaves are searches themselves).
//
// Where play can return, the graph may have circles. An edge that does not lead deeper then has fixed numbers until its end is settled,
// so numbers never chase each other; and a way down does not pass a position twice. What is settled goes up along every edge.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/key.h"
#include "solve/dfpn/numbers.h"

namespace zermelo {

class CampaignTree {
public:
  enum class By : u8 { nothing, rules, fact, assumed, moves }; // why a position is settled

  struct Node {
    Key key;
    Numbers numbers; // from the side to move
    u32 depth = 0;
    u32 out = 0;   // jobs below it that somebody has
    u32 tries = 0; // jobs that did not decide it
    bool attacker_moves = true, expanded = false;
    By by = By::nothing;
    u64 order = 0; // of being settled: after all that it leans on
    std::vector<u32> children, parents;

    bool attacker_wins() const { return numbers.granted() == attacker_moves; } // if it is settled
  };

  explicit CampaignTree(bool returns) : returns_(returns) {}

  static Key key_of(Key position, bool attacker_moves) {
    if (attacker_moves) position.low = ~position.low;
    return position;
  }

  u32 size() const { return static_cast<u32>(nodes_.size()); }
  const Node& operator[](u32 i) const { return nodes_[i]; }
  std::optional<u32> find(const Key& key) const;

  u32 add(const Key& key, bool attacker_moves, u32 depth, Numbers first, u32 tries = 0);
  void expand(u32 i, std::vector<u32> children); // then refresh()
  void settle(u32 i, bool granted, By by);
  void refresh(u32 i); // works its numbers out, and those of all above it that change
  void refresh_all();
  void tried(u32 i) { ++nodes_[i].tries; }

  // The way to the leaf that is to be searched next: nobody has it, and it is near another if that costs little. Nothing: there is none.
  using Way = std::vector<u32>;
  std::optional<Way> next(const std::function<bool(u32)>& taken, std::optional<u32> near) const;
  void enter(const Way& way);
  void leave(const Way& way);
  // The most promising line, whoever is at work on it. Where every way down comes back to itself it ends before that.
  Way best() const;

private:
  struct Descent;
  Numbers seen(const Node& from, const Node& to) const; // of a move
  Numbers shown(const Node& from, const Node& to) const;
  std::vector<u32> ordered(u32 i) const; // children that are open, the best first
  bool descend(u32 i, Descent& d) const;
  std::unordered_set<u32> above(u32 i) const;

  bool returns_;
  std::vector<Node> nodes_;
  std::unordered_map<Key, u32, KeyHash> by_key_;
  u64 settled_ = 0;
};

} // namespace zermelo
