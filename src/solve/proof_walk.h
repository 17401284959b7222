// The way through a proof in which a checker goes it (verify/proof.h): who has found a win or a defence says one move for each position
// of the prover's, and it is written down.
//
// The order is that of one thread. Several threads look ahead: they answer the positions that come next, as far as they are known, and
// the answers wait until the walk comes to them. So what is written is the same, if only the answers are.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "base/key_set.h"
#include "exec/pool.h"
#include "game/expand.h"
#include "solve/dfpn/ends.h"
#include "solve/taking_out.h"
#include "table/proof_file.h"

namespace zermelo {

template <Text G> class ProofWalk {
public:
  struct Answer {
    u64 move = 0; // among all of the position
    std::optional<u64> rank;
    PositionOf<G> next{};
  };

  ProofWalk(const G& g, const ProveOptions& options, TakingOut& watch)
      : g_(g), watch_(watch), pool_(threads_for(options.threads)) {
    for (int i = 0; i < pool_.threads(); ++i) ends_.emplace_back(g, options);
  }

  Pool& pool() { return pool_; }
  const Ends<G>& ends(int worker) const { return ends_[static_cast<std::size_t>(worker)]; }

  // `choose(worker, p, answer)` finds the move of the prover's at p; false where one of his moves ends it as it should, which a checker
  // finds by itself. It is called by several threads, each with its own number.
  template <class Choose> ChoiceWriter run(const PositionOf<G>& root, bool prover_moves, Choose&& choose) {
    if (g_.outcome(root) != Wdl::unknown || ends(0)(root) != Wdl::unknown) return std::move(out_);
    if (prover_moves)
      open_.push_back({root, exact_key(g_, root)});
    else
      push(replies(root, 0));
    while (!open_.empty()) {
      if (seen_.contains(open_.back().key)) {
        open_.pop_back();
        continue;
      }
      Ready ready = next(choose);
      seen_.insert(open_.back().key);
      open_.pop_back();
      if (!ready.goes_on) continue;
      out_.put(ready.move);
      if (ready.rank) out_.put_number(*ready.rank);
      push(std::move(ready.replies));
      if (out_.choices() % 64 == 0) look_around();
    }
    return std::move(out_);
  }

private:
  // The threads of the search that has ended may still be there. Where more cannot be had one thread does it.
  static Pool threads_for(int threads) {
    try {
      return Pool(threads);
    } catch (const Error& e) {
      if (e.code() != Exit::resources) throw;
      return Pool(1);
    }
  }

  struct Open { // of the prover, still to be answered
    PositionOf<G> position;
    Key key;
  };
  struct Ready {
    PositionOf<G> position; // of its class the one that was answered
    bool goes_on = false;
    u64 move = 0;
    std::optional<u64> rank;
    std::vector<Open> replies;
  };
  static constexpr std::size_t ahead = 64, most_ready = 16 * ahead; // for each thread

  // The positions after the other's replies.
  std::vector<Open> replies(const PositionOf<G>& p, int worker) const {
    std::vector<Open> list;
    each_move(g_, p, [&](const auto&, const auto& q) {
      if (ends(worker)(q) == Wdl::unknown) list.push_back({q, exact_key(g_, static_cast<const PositionOf<G>&>(q))});
      return true;
    });
    return list;
  }
  // The first on top.
  void push(std::vector<Open> list) {
    open_.insert(open_.end(), std::make_move_iterator(list.rbegin()), std::make_move_iterator(list.rend()));
  }

  template <class Choose> Ready answer(const PositionOf<G>& p, int worker, Choose& choose) const {
    Ready ready{.position = p};
    Answer a;
    if (!choose(worker, p, a)) return ready;
    ready.goes_on = true;
    ready.move = a.move;
    ready.rank = a.rank;
    ready.replies = replies(a.next, worker);
    return ready;
  }

  // The answer to the position on top.
  template <class Choose> Ready next(Choose& choose) {
    const PositionOf<G>& p = open_.back().position;
    if (pool_.threads() == 1) return answer(p, 0, choose);
    auto it = ready_.find(open_.back().key);
    if (it == ready_.end()) {
      look_ahead(choose);
      it = ready_.find(open_.back().key);
    }
    Ready ready = std::move(it->second);
    ready_.erase(it);
    // A symmetric one lists its moves in another order.
    return ready.position == p ? std::move(ready) : answer(p, 0, choose);
  }

  template <class Choose> void look_ahead(Choose& choose) {
    const std::vector<const Open*> batch = coming();
    std::vector<Ready> found(batch.size());
    pool_.for_ranges(0, batch.size(), 1, [&](u64 i, u64, int worker) { found[i] = answer(batch[i]->position, worker, choose); });
    for (std::size_t i = 0; i < batch.size(); ++i) ready_.emplace(batch[i]->key, std::move(found[i]));
  }

  // The first positions without an answer in the order of the walk, as far as that is known. The one on top is the first.
  std::vector<const Open*> coming() const {
    const std::size_t threads = static_cast<std::size_t>(pool_.threads());
    const std::size_t most = ready_.size() < most_ready * threads ? ahead * threads : 1;
    std::vector<const Open*> batch, todo;
    std::unordered_set<Key, KeyHash> met;
    for (std::size_t i = open_.size(), steps = 4 * most; i-- > 0 && batch.size() < most && steps > 0;) {
      todo.push_back(&open_[i]);
      while (!todo.empty() && batch.size() < most && steps > 0) {
        const Open& o = *todo.back();
        todo.pop_back();
        --steps;
        if (seen_.contains(o.key) || !met.insert(o.key).second) continue;
        const auto it = ready_.find(o.key);
        if (it == ready_.end())
          batch.push_back(&o);
        else
          for (std::size_t k = it->second.replies.size(); k-- > 0;) todo.push_back(&it->second.replies[k]);
      }
    }
    return batch;
  }

  void look_around() {
    watch_.now_at(out_.choices(), open_.size());
    watch_.took(seen_.bytes_soon() + open_.capacity() * sizeof(Open) + out_.bytes().capacity());
    watch_.look_around();
  }

  const G& g_;
  TakingOut& watch_;
  Pool pool_;
  std::vector<Ends<G>> ends_; // one for each thread
  std::vector<Open> open_;
  std::unordered_map<Key, Ready, KeyHash> ready_; // not yet come to
  KeySet seen_;
  ChoiceWriter out_;
};

} // namespace zermelo
