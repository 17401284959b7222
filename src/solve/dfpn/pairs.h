// A win by never running out of moves, where a move must not recreate an earlier position.
//
// Let one player, the prover, pair positions of his with moves such that every reply to a move leads to a position that is paired
// again, or ends the game in his favour, and such that no two of his positions are paired with moves to the same position. Then
// he always has a move: the position that his move leads to could only have been before if he had come to it from the same
// position, which the other's last move would then have recreated. Play is finite, so it is the other who runs out of moves or
// loses otherwise. Moves that cannot be undone may lead to the same position, if no move that can be undone does: nothing before
// them comes back. Positions are themselves here, not classes of symmetric ones.
//
// Such pairs are a matching in a bipartite graph, found here by augmenting paths while the graph is laid out as far as it is
// needed. A position that cannot be paired is given up, and with it all moves that have it as a reply. That is a choice (another
// one of those that compete for the same moves might have been given up), so where nothing is found nothing is known. On
// undirected graphs matchings decide such games (Fraenkel, Scheinerman and Ullman); here they only suffice.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/key_set.h"
#include "game/expand.h"
#include "table/proof_file.h"

namespace zermelo {

template <Text G> class Pairs {
public:
  using Position = PositionOf<G>;

  // Lays out so many positions at most.
  Pairs(const G& g, u64 most_positions) : g_(g), most_(most_positions) {}

  std::function<bool()> should_stop;

  enum class Found : u8 { no, yes, too_many };

  Found find(const Position& root, bool prover_moves) {
    if (prover_moves) {
      const u32 v = mine(root);
      need(v);
      return work([&] { return mine_[v].bad; });
    }
    const u32 w = theirs(root);
    theirs_[w].start = theirs_[w].entered = true;
    expand(w);
    need_replies(w);
    return work([&] { return theirs_[w].dead; });
  }

  // The paired moves, in the order in which a checker of the proof asks for them (proof-format.md).
  ChoiceWriter choices(const Position& root, bool prover_moves) const {
    ChoiceWriter out;
    KeySet seen;
    std::vector<Position> open;
    auto add_replies = [&](const Position& p) {
      const std::size_t first = open.size();
      each_move(g_, p, [&](const auto&, const auto& q) {
        if (recorded(g_, q) == Wdl::unknown) open.push_back(q);
        return true;
      });
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
    };
    prover_moves ? open.push_back(root) : add_replies(root);
    while (!open.empty()) {
      const Position p = open.back();
      open.pop_back();
      if (!seen.insert(position_key(g_, p))) continue;
      const Mine& v = mine_[mine_numbers_.at(position_key(g_, p))];
      if (v.done) continue; // a move ends the game
      out.put(v.turns[v.turn].number);
      add_replies(theirs_[v.turns[v.turn].to].position);
    }
    return out;
  }

  u64 positions() const { return mine_.size() + theirs_.size(); }

private:
  static constexpr u32 none = ~u32{0};

  struct Turn {
    u32 to;
    u32 number;
    bool undoable;
  };
  struct Mine {
    Position position;
    std::vector<Turn> turns;
    std::vector<u32> replied_by; // positions of the other with a reply to here
    u32 turn = none;             // the paired one
    bool needed = false, bad = false;
    bool done = false; // some move ends the game
  };
  struct Theirs {
    Position position;
    std::vector<u32> replies; // positions that they lead to
    std::vector<u32> users;   // positions that are paired with a move to here
    bool start = false;       // play begins here
    bool entered = false;     // or they come to it by moves that cannot be undone
    bool expanded = false, dead = false;
  };

  template <class Failed> Found work(Failed&& failed) {
    for (u64 steps = 0; !failed() && !open_.empty(); ++steps) {
      if (positions() > most_) return Found::too_many;
      if (steps % 1024 == 0 && should_stop && should_stop()) return Found::too_many;
      const u32 v = open_.front();
      open_.pop_front();
      if (mine_[v].bad || mine_[v].done || mine_[v].turn != none) continue;
      if (!pair(v)) give_up(v);
    }
    return failed() ? Found::no : Found::yes;
  }

  u32 mine(const Position& p) {
    const auto [it, fresh] = mine_numbers_.emplace(position_key(g_, p), static_cast<u32>(mine_.size()));
    if (fresh) mine_.push_back({.position = p});
    return it->second;
  }
  u32 theirs(const Position& p) {
    const auto [it, fresh] = theirs_numbers_.emplace(position_key(g_, p), static_cast<u32>(theirs_.size()));
    if (fresh) theirs_.push_back({.position = p});
    return it->second;
  }

  void need(u32 v) {
    if (mine_[v].needed) return;
    mine_[v].needed = true;
    const Position p = mine_[v].position;
    u32 number = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const Wdl over = recorded(g_, q);
      mine_[v].done = over == Wdl::loss;
      if (over == Wdl::unknown) {
        const u32 w = theirs(q);
        mine_[v].turns.push_back({w, number, !irreversible<G>(g_, p, q)});
      }
      ++number;
      return !mine_[v].done;
    });
    if (!mine_[v].done) open_.push_back(v);
  }

  // All replies to a move must be answered.
  void expand(u32 w) {
    if (theirs_[w].expanded) return;
    theirs_[w].expanded = true;
    bool dead = false;
    each_move(g_, Position(theirs_[w].position), [&](const auto&, const auto& q) {
      const Wdl over = recorded(g_, q);
      dead = over == Wdl::loss || over == Wdl::draw;
      if (over == Wdl::unknown) {
        const u32 v = mine(q);
        theirs_[w].replies.push_back(v);
        mine_[v].replied_by.push_back(w);
        dead = mine_[v].bad;
      }
      return !dead;
    });
    theirs_[w].dead = dead;
  }
  void need_replies(u32 w) {
    for (const u32 v : std::vector<u32>(theirs_[w].replies)) need(v);
  }

  bool free_for(const Turn& t) const {
    const Theirs& w = theirs_[t.to];
    return w.users.empty() ? !w.entered || !t.undoable : w.entered && !t.undoable;
  }

  // Finds a move for v, by giving others another one where it must (breadth first).
  bool pair(u32 v) {
    ++round_;
    std::vector<Step> steps = {{v, none, none}};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const u32 at = steps[i].position;
      for (u32 t = 0; t < mine_[at].turns.size(); ++t) {
        const Turn turn = mine_[at].turns[t];
        expand(turn.to);
        if (theirs_[turn.to].dead || seen(turn.to)) continue;
        if (free_for(turn)) {
          use(steps, i, t);
          return true;
        }
        if (theirs_[turn.to].entered || theirs_[turn.to].users.size() != 1) continue; // users of moves that cannot be undone stay
        steps.push_back({theirs_[turn.to].users[0], static_cast<u32>(i), t});
      }
    }
    return false;
  }
  struct Step {
    u32 position, before, turn; // the move of the position before, which is to be free for it
  };
  bool seen(u32 w) {
    if (marks_.size() < theirs_.size()) marks_.resize(theirs_.size() + theirs_.size() / 2);
    return std::exchange(marks_[w], round_) == round_;
  }

  void use(const std::vector<Step>& steps, std::size_t i, u32 turn) {
    for (;;) {
      const u32 v = steps[i].position;
      release(v);
      const Turn t = mine_[v].turns[turn];
      theirs_[t.to].users.push_back(v);
      theirs_[t.to].entered = theirs_[t.to].entered || !t.undoable;
      mine_[v].turn = turn;
      need_replies(t.to);
      if (steps[i].before == none) return;
      turn = steps[i].turn;
      i = steps[i].before;
    }
  }
  void release(u32 v) {
    if (mine_[v].turn == none) return;
    Theirs& w = theirs_[mine_[v].turns[mine_[v].turn].to];
    w.users.erase(std::find(w.users.begin(), w.users.end(), v));
    w.entered = w.start || (w.entered && !w.users.empty());
    mine_[v].turn = none;
  }

  // No move that has it as a reply can be used any more.
  void give_up(u32 v) {
    mine_[v].bad = true;
    for (const u32 w : mine_[v].replied_by) {
      theirs_[w].dead = true;
      for (const u32 user : std::vector<u32>(theirs_[w].users)) {
        release(user);
        open_.push_back(user);
      }
    }
  }

  const G& g_;
  u64 most_;
  std::vector<Mine> mine_;
  std::vector<Theirs> theirs_;
  std::unordered_map<Key, u32, KeyHash> mine_numbers_, theirs_numbers_;
  std::deque<u32> open_;
  std::vector<u32> marks_; // the round in which a position of the other was last seen
  u32 round_ = 0;
};

} // namespace zermelo
