// How a win comes nearer where play can return. A search that has ended knows of many positions that the attacker wins there, but
// not in which order: moves that all keep the win may go round in circles. Here the positions that the attacker may come to by
// such moves are laid out with all replies, and each gets the number of plies within which it is won, as in retrograde analysis:
// at first with one move at each position, and where that goes round in circles with more. Where a table takes over the win is
// the table's business: such a position counts as an end.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "game/expand.h"
#include "solve/dfpn/ends.h"
#include "solve/dfpn/search.h"
#include "solve/taking_out.h"

namespace zermelo {

template <Provable G> class ProofRanks {
public:
  // search(positions, visits) finds moves that win at each position of the attacker that is won, those that are known and those that
  // so many visits of each show, and says where they lead. Those that are known may lead to each other; among all of them are those that
  // win soonest, and these take little to show.
  template <class Search>
  ProofRanks(const G& g, const ProofTable& table, const Ends<G>& ends, const PositionOf<G>& root, bool attacker_moves,
             Search&& search, TakingOut& watch)
      : g_(g), table_(table), ends_(ends), watch_(watch) {
    const u32 first = number(root, attacker_moves);
    for (;;) {
      explore();
      rank();
      if (nodes_[first].rank != open) return;
      bool further = false;
      for (int times = 1; times <= most_times && !further; ++times) further = look_further(search, times);
      ensure(further, "a win that was proved has no rank");
    }
  }

  // Of a position of the attacker's: the number of the move that wins soonest, where it leads, and the plies from here.
  struct Choice {
    u64 move = 0;
    PositionOf<G> next{};
    u64 rank = 0;
  };
  Choice choose(const PositionOf<G>& p) const {
    Choice best{.rank = open};
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const u64 i = n++;
      const auto it = numbers_.find(key_of(q, false));
      if (it == numbers_.end() || nodes_[it->second].rank == open || nodes_[it->second].rank + 1 >= best.rank) return true;
      best = {i, q, nodes_[it->second].rank + u64{1}};
      return true;
    });
    return best;
  }

private:
  static constexpr u32 open = ~u32{0};

  // How long each move of a position is searched that has no rank yet: not at all, then ten times longer each time.
  static constexpr int most_times = 12;
  static u64 visits_of(int times) {
    u64 visits = times == 1 ? 0 : 10;
    for (; times > 2; --times) visits *= 10;
    return visits;
  }

  static constexpr u64 bytes_of_node = 2 * sizeof(PositionOf<G>) + 160; // with its place in the lists, about
  struct Node {
    PositionOf<G> position;
    bool attacker_moves = true;
    int searched = 0;
    u32 rank = open;           // plies
    u32 left = 0, longest = 0; // where the defender moves: replies without a rank, the highest of the others
    std::vector<u32> before;   // positions with a move to here
  };

  Key key_of(const PositionOf<G>& p, bool attacker_moves) const {
    Key key = exact_key(g_, p);
    if (attacker_moves) key.low = ~key.low;
    return key;
  }

  u32 number(const PositionOf<G>& p, bool attacker_moves) {
    const auto [it, fresh] = numbers_.emplace(key_of(p, attacker_moves), static_cast<u32>(nodes_.size()));
    if (fresh) {
      nodes_.push_back({.position = p, .attacker_moves = attacker_moves});
      unexplored_.push_back(it->second);
    }
    return it->second;
  }

  // Searches the attacker's positions without a rank that were searched less than this; false if there is none.
  template <class Search> bool look_further(Search&& search, int times) {
    std::vector<u32> chosen;
    std::vector<PositionOf<G>> positions;
    for (u32 i = 0; i < nodes_.size(); ++i) {
      if (!nodes_[i].attacker_moves || nodes_[i].rank != open || nodes_[i].searched >= times) continue;
      nodes_[i].searched = times;
      chosen.push_back(i);
      positions.push_back(nodes_[i].position);
    }
    const std::vector<std::vector<PositionOf<G>>> found = search(positions, visits_of(times));
    for (std::size_t k = 0; k < chosen.size(); ++k)
      for (const auto& next : found[k]) add_edge(chosen[k], number(next, false));
    return !chosen.empty();
  }

  void explore() {
    for (; !unexplored_.empty(); unexplored_.pop_front()) {
      if (nodes_.size() % 64 == 0) watch_.took(nodes_.size() * bytes_of_node);
      const u32 from = unexplored_.front();
      const PositionOf<G> p = nodes_[from].position;
      const bool attacker_moves = nodes_[from].attacker_moves;
      std::optional<PositionOf<G>> easiest; // of the attacker's moves that are known to win, the one that took least to show
      u32 least = ~u32{0};
      each_move(g_, p, [&](const auto&, const auto& q) {
        const Wdl over = ends_(q);
        if (over != Wdl::unknown) {
          if (attacker_moves && over == Wdl::loss) settle(from, 1);
          return nodes_[from].rank == open;
        }
        if (attacker_moves) {
          ProofTable::Entry entry{.numbers = known_numbers(g_, q, false)};
          if (!entry.numbers.settled() && !table_.find(search_key(g_, q, false), entry)) return true;
          if (entry.numbers != refused || entry.size >= least) return true;
          least = entry.size;
          easiest = q;
          return true;
        }
        add_edge(from, number(q, true));
        return true;
      });
      if (easiest && nodes_[from].rank == open) add_edge(from, number(*easiest, false));
      if (!attacker_moves && nodes_[from].left == 0) settle(from, 1); // every move ends the game
    }
  }

  void add_edge(u32 from, u32 to) {
    nodes_[to].before.push_back(from);
    ++nodes_[from].left;
    if (nodes_[to].rank != open) settled_.push_back(to); // tells its new neighbour as well
  }

  void settle(u32 i, u32 rank) {
    if (nodes_[i].rank != open) return;
    nodes_[i].rank = rank;
    settled_.push_back(i);
  }

  // Ranks spread from the ends of the game, the least first.
  void rank() {
    for (; !settled_.empty(); settled_.pop_front()) {
      const u32 i = settled_.front();
      for (const u32 j : std::exchange(nodes_[i].before, {})) {
        if (nodes_[j].attacker_moves) {
          settle(j, nodes_[i].rank + 1);
          continue;
        }
        nodes_[j].longest = std::max(nodes_[j].longest, nodes_[i].rank);
        if (--nodes_[j].left == 0) settle(j, nodes_[j].longest + 1);
      }
    }
  }

  const G& g_;
  const ProofTable& table_;
  const Ends<G>& ends_;
  TakingOut& watch_;
  std::vector<Node> nodes_;
  std::unordered_map<Key, u32, KeyHash> numbers_;
  std::deque<u32> unexplored_, settled_;
};

} // namespace zermelo
