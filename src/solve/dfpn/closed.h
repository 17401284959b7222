// How the defender keeps the attacker from winning where play can return: a set of positions that the defender never has to leave,
// with one move at each. Play in the set may go round in circles. So a result that depends on the path of the search
// (repetition.h) is as good as any other, if the positions that it depends on are in the set; to show each such result on any
// path would take a search of its own.
//
// The set is laid out from the root. At each position of the defender's one move is trusted: a move that is known to hold on any
// path, else one that leads into the set, else one that held on some path. Where no move is known, the position is searched. A
// position without a move to trust is lost and given up, and so are the moves that have it as a reply: whoever trusted in one of
// them takes another move. What is given up is lost on any path; so when every position has its move, the set is found.
#pragma once

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <vector>

#include "solve/dfpn/ends.h"
#include "solve/dfpn/search.h"
#include "solve/taking_out.h"

namespace zermelo {

template <Provable G> class ClosedPlay {
public:
  using Position = PositionOf<G>;
  using Search = std::function<Numbers(const Position&, bool attacker_moves)>; // to the end, whatever was played before

  // The root is not lost, and play goes on there.
  ClosedPlay(const G& g, const ProofTable& table, const Ends<G>& ends, const Position& root, bool attacker_moves, Search search,
             TakingOut& watch)
      : g_(g), table_(table), ends_(ends), search_(std::move(search)) {
    const u32 first = attacker_moves ? theirs(root) : mine(root);
    if (attacker_moves) {
      expand(first, root);
      theirs_[first].users.push_back(nobody);
      need_replies(first);
    } else {
      mine_[first].root = true;
      need(first);
    }
    while (!open_.empty()) {
      const u32 v = open_.back();
      open_.pop_back();
      mine_[v].open = false;
      if (mine_.size() % 64 == 0) watch.took((mine_.size() + theirs_.size()) * bytes_of_node);
      if (!mine_[v].lost && !mine_[v].answered && is_needed(v) && !answer(v)) give_up(v);
    }
    if (attacker_moves ? theirs_[first].lost : mine_[first].lost)
      throw Error(Exit::runtime, "no move is good where the search said that one is: " + g_.print(root));
  }

  // Of a position of the defender's in the set: the number of its move, and where it leads. A position symmetric to the one that
  // was answered lists its moves in another order.
  u64 choose(const Position& p, Position& next) const {
    const u32 to = mine_[mine_numbers_.at(exact_key(g_, p))].to;
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const auto it = theirs_numbers_.find(exact_key(g_, q));
      const bool other = it == theirs_numbers_.end() || it->second != to;
      n += other;
      if (!other) next = q;
      return other;
    });
    return n;
  }

private:
  static constexpr u32 nobody = ~u32{0};
  static constexpr u64 bytes_of_node = sizeof(Position) + 200; // with its place in the lists, about

  struct Mine { // the defender is to move
    Position position;
    std::vector<u32> replied_by; // positions of the other with a reply to here
    u32 to = nobody;             // where its move leads
    bool root = false, open = false, searched = false;
    bool answered = false, lost = false;
  };
  struct Theirs {
    std::vector<u32> replies; // positions that they lead to
    std::vector<u32> users;   // positions with their move to here
    bool expanded = false, lost = false;
  };

  enum class Trust : u8 { always, in_the_set, on_some_path, unknown, none };
  struct Move {
    Trust trust = Trust::none;
    u32 size = 0;
    Position to{};
  };

  u32 mine(const Position& p) {
    const auto [it, fresh] = mine_numbers_.emplace(exact_key(g_, p), static_cast<u32>(mine_.size()));
    if (fresh) mine_.push_back({.position = p});
    return it->second;
  }
  u32 theirs(const Position& p) {
    const auto [it, fresh] = theirs_numbers_.emplace(exact_key(g_, p), static_cast<u32>(theirs_.size()));
    if (fresh) theirs_.push_back({});
    return it->second;
  }

  void need(u32 v) {
    if (mine_[v].open || mine_[v].lost || mine_[v].answered) return;
    mine_[v].open = true;
    open_.push_back(v);
  }
  void need_replies(u32 w) {
    for (const u32 v : theirs_[w].replies) need(v);
  }
  // Moves may have been given up since somebody asked.
  bool is_needed(u32 v) const {
    return mine_[v].root || std::any_of(mine_[v].replied_by.begin(), mine_[v].replied_by.end(),
                                        [&](u32 w) { return !theirs_[w].lost && !theirs_[w].users.empty(); });
  }

  // Finds a move for v; false if it is lost.
  bool answer(u32 v) {
    const Position p = mine_[v].position;
    bool ends = false;
    Move m = most_trusted(p, ends);
    if (!ends && m.trust == Trust::unknown && !std::exchange(mine_[v].searched, true)) {
      if (search_(p, false) == refused) return false;
      m = most_trusted(p, ends);
    }
    if (!ends && m.trust == Trust::unknown) m = searched_move(p);
    mine_[v].answered = ends || m.trust != Trust::none;
    if (ends || m.trust == Trust::none) return ends;
    mine_[v].to = theirs(m.to);
    use(v, mine_[v].to, m.to);
    return true;
  }

  void use(u32 v, u32 w, const Position& q) {
    theirs_[w].users.push_back(v);
    if (!theirs_[w].expanded) expand(w, q);
    theirs_[w].lost ? spoil(w) : need_replies(w);
  }

  void expand(u32 w, const Position& p) {
    theirs_[w].expanded = true;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const Wdl over = ends_(q);
      theirs_[w].lost = theirs_[w].lost || over == Wdl::loss;
      if (over != Wdl::unknown) return !theirs_[w].lost;
      const u32 v = mine(q);
      theirs_[w].replies.push_back(v);
      mine_[v].replied_by.push_back(w);
      theirs_[w].lost = mine_[v].lost;
      return !theirs_[w].lost;
    });
  }

  Trust trust_in(const Position& q, u32& size) const {
    const auto it = theirs_numbers_.find(exact_key(g_, q));
    const Theirs* w = it == theirs_numbers_.end() ? nullptr : &theirs_[it->second];
    ProofTable::Entry entry{.numbers = known_numbers(g_, q, true)};
    const bool found = entry.numbers.settled() || table_.find(search_key(g_, q, true), entry);
    size = found ? entry.size : 0;
    if ((w != nullptr && w->lost) || (found && entry.numbers == granted)) return Trust::none;
    if (found && entry.numbers == refused) return Trust::always;
    if (w != nullptr && w->expanded) return Trust::in_the_set;
    return found && entry.depth != ProofTable::none && entry.numbers == elsewhere_refused ? Trust::on_some_path : Trust::unknown;
  }

  // Of equals the one that took least to show. Says whether some move ends the game, and nothing has to be answered.
  Move most_trusted(const Position& p, bool& ends) const {
    Move best;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const Wdl over = ends_(q);
      ends = over == Wdl::loss || over == Wdl::draw;
      if (over != Wdl::unknown) return !ends;
      u32 size = 0;
      const Trust trust = trust_in(q, size);
      if (trust < best.trust || (trust == best.trust && trust != Trust::none && size < best.size)) best = {trust, size, q};
      return true;
    });
    return best;
  }

  // Where nothing is known of any move.
  Move searched_move(const Position& p) {
    Move found;
    each_move(g_, p, [&](const auto&, const auto& q) {
      u32 size = 0;
      if (ends_(q) != Wdl::unknown || trust_in(q, size) == Trust::none) return true;
      if (search_(q, true) == refused) found = {Trust::always, size, q};
      return found.trust == Trust::none;
    });
    return found;
  }

  void give_up(u32 v) {
    mine_[v].lost = true;
    for (const u32 w : std::vector<u32>(mine_[v].replied_by)) spoil(w);
  }
  void spoil(u32 w) {
    theirs_[w].lost = true;
    for (const u32 v : std::exchange(theirs_[w].users, {})) {
      if (v == nobody) continue;
      mine_[v].answered = false;
      need(v);
    }
  }

  const G& g_;
  const ProofTable& table_;
  const Ends<G>& ends_;
  Search search_;
  std::vector<Mine> mine_;
  std::vector<Theirs> theirs_;
  std::unordered_map<Key, u32, KeyHash> mine_numbers_, theirs_numbers_;
  std::vector<u32> open_;
};

} // namespace zermelo
