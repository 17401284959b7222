#include "campaign/campaign.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/units.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr std::size_t most_workers = 10'000; // that are remembered by name

Numbers seen_by_attacker(const CampaignTree::Node& n) {
  return n.attacker_moves ? n.numbers : Numbers{n.numbers.theirs, n.numbers.mine};
}

} // namespace

Campaign::Campaign(std::unique_ptr<CampaignStore> store, const TablePlace& place, bool to_work)
    : store_(std::move(store)), game_(store_->identity(), place), tree_(game_.returns()) {
  load(to_work);
}

template <class F> void Campaign::in_trees(F&& f) {
  f(tree_);
  if (proved_) f(*proved_);
}

void Campaign::load(bool to_work) {
  build(to_work);
  store_->each_worker([&](const WorkerRecord& w) { workers_[w.name] = w; });
  store_->each_history([&](const HistoryRecord& h) { history_.push_back(h); });
  const double now = clock();
  store_->each_lease([&](const LeaseRecord& l) {
    if (l.node >= tree_.size() || l.until <= now) return;
    leases_[l.node] = {l.worker, l.until, {l.node}};
    tree_.enter({l.node});
  });
}

// After a fact that an assumption is against: what leant on the assumption is open again.
void Campaign::rebuild() {
  build(false);
  for (const auto& [node, lease] : leases_) tree_.enter(lease.way);
}

// The trees from the store.
void Campaign::build(bool to_work) {
  tree_ = CampaignTree(game_.returns());
  proved_.reset();
  if (store_->identity().threshold != 0) proved_.emplace(game_.returns());
  facts_.clear();
  fact_bytes_ = 0;
  assumed_.clear();
  struct Edges {
    u32 node;
    Ruled ruled;
    std::vector<u32> children;
  };
  std::vector<Edges> edges;
  store_->each_node([&](const NodeRecord& n) {
    in_trees([&](CampaignTree& t) { t.add(n.key, n.attacker_moves, n.depth, n.numbers, n.tries); });
    if (!n.children.empty() || n.ruled != Ruled::open) edges.push_back({n.id, n.ruled, n.children});
  });
  if (tree_.size() == 0 && to_work) begin();
  if (tree_.size() > 0 && tree_[0].key != game_.key(game_.root(), game_.identity().mover_attacks()))
    throw Damaged(name() + " is damaged: its tree begins at another position than it is about; restore a copy");
  for (const Edges& e : edges) {
    for (const u32 child : e.children)
      if (child >= tree_.size()) throw Damaged(name() + " is damaged: a move leads nowhere; restore a copy");
    if (e.ruled == Ruled::open) in_trees([&](CampaignTree& t) { t.expand(e.node, e.children); });
  }
  for (const Edges& e : edges)
    if (e.ruled != Ruled::open)
      in_trees([&](CampaignTree& t) { t.settle(e.node, e.ruled == Ruled::success, CampaignTree::By::rules); });
  store_->each_fact([&](const FactRecord& f) {
    facts_[f.key] = f.attacker_wins;
    fact_bytes_ += f.bytes;
    if (const auto node = tree_.find(f.key))
      in_trees([&](CampaignTree& t) { t.settle(*node, f.attacker_wins == t[*node].attacker_moves, CampaignTree::By::fact); });
  });
  store_->each_assumption([&](const AssumptionRecord& a) {
    if (a.node >= tree_.size()) throw Damaged(name() + " is damaged: it assumes something of no position; restore a copy");
    if (!proved_ || a.score < store_->identity().threshold) return;
    assumed_[a.node] = a;
    tree_.settle(a.node, a.attacker_wins == tree_[a.node].attacker_moves, CampaignTree::By::assumed);
  });
  in_trees([](CampaignTree& t) { t.refresh_all(); });
}

void Campaign::begin() {
  const bool attacks = game_.identity().mover_attacks();
  const NodeRecord root{
      .id = 0, .key = game_.key(game_.root(), attacks), .position = game_.identity().position, .attacker_moves = attacks};
  StoreChange change;
  change.nodes = {root};
  store_->write(change);
  in_trees([&](CampaignTree& t) { t.add(root.key, attacks, 0, root.numbers); });
}

Verdict Campaign::verdict_of(const CampaignTree& tree) const {
  if (tree.size() == 0 || !tree[0].numbers.settled()) return Verdict::unknown;
  return tree[0].attacker_wins() == game_.identity().mover_attacks() ? Verdict::proven : Verdict::disproven;
}
Verdict Campaign::verdict() const {
  const auto alone = gate_.enter();
  return verdict_of(proved());
}
Verdict Campaign::if_assumed() const {
  const auto alone = gate_.enter();
  return verdict_of(tree_);
}

Campaign::Raised Campaign::raise(u64 threshold) {
  const auto alone = gate_.enter();
  const u64 before = store_->identity().threshold;
  if (before == 0) throw Error(Exit::usage, "nothing is assumed in " + name() + ": its threshold is infinite");
  if (threshold != 0 && threshold <= before)
    throw Error(Exit::usage, fmt::format("the threshold of {} is {}: it can only be raised", name(), grouped(before)));
  StoreChange change;
  change.threshold = threshold;
  store_->each_assumption([&](const AssumptionRecord& a) {
    if (threshold == 0 || a.score < threshold) change.withdrawn.push_back(a.node);
  });
  store_->write(change);
  rebuild();
  return {change.withdrawn.size(), assumed_.size()};
}

bool Campaign::taken(u32 node, double now) const {
  const auto it = leases_.find(node);
  return it != leases_.end() && (it->second.until == 0 || it->second.until > now);
}

void Campaign::end_lease(u32 node) {
  const auto it = leases_.find(node);
  if (it == leases_.end()) return;
  tree_.leave(it->second.way);
  leases_.erase(it);
}

WorkerRecord& Campaign::worker(const std::string& name, double now) {
  const std::string known = workers_.size() >= most_workers && !workers_.contains(name) ? "others" : name;
  WorkerRecord& w = workers_[known];
  w.name = known;
  w.seen = now;
  return w;
}

std::optional<Job> Campaign::claim(const std::string& who, std::optional<u32> near, double seconds) {
  const auto alone = gate_.enter();
  const double now = clock();
  auto way = tree_.next([&](u32 i) { return taken(i, now); }, near);
  if (!way && tree_.size() > 0 && !tree_[0].numbers.settled() && leases_.empty()) way = tree_.best(); // all play returns
  if (!way) return std::nullopt;
  const u32 node = way->back();
  end_lease(node); // of somebody who was not heard of
  if (seconds > 0) {
    StoreChange change;
    change.leases = {{node, who, now + seconds}};
    change.lasting = false;
    store_->write(change);
  }
  tree_.enter(*way);
  leases_[node] = {who, seconds > 0 ? now + seconds : 0, std::move(*way)};
  const u32 more = tree_[node].expanded ? std::min(tree_[node].tries, 12U) : 0; // a second search is a longer one
  // That the root is likely to be won is what a campaign begins with, and no news.
  const u64 threshold = node == 0 || tree_[node].expanded ? 0 : store_->identity().threshold;
  return Job{node, store_->position_of(node), tree_[node].attacker_moves, game_.identity().visits << (2 * more), threshold};
}

bool Campaign::beat(u32 node, const std::string& who, double seconds) {
  const auto alone = gate_.enter();
  const auto it = leases_.find(node);
  if (it == leases_.end() || it->second.worker != who || tree_[node].numbers.settled() || tree_[0].numbers.settled())
    return false;
  it->second.until = clock() + seconds;
  StoreChange change;
  change.leases = {{node, who, it->second.until}};
  change.lasting = false;
  store_->write(change);
  return true;
}

void Campaign::give_back(u32 node, const std::string& who) {
  const auto alone = gate_.enter();
  const auto it = leases_.find(node);
  if (it == leases_.end() || it->second.worker != who) return;
  end_lease(node);
  StoreChange change;
  change.returned = {node};
  change.lasting = false;
  store_->write(change);
}

bool Campaign::take(JobAnswer answer, const std::string& who, std::string& why) {
  std::optional<Fact> fact;
  Key asked;
  const bool known = look_at_all([&](const CampaignTree& tree, const CampaignStore&) {
    if (answer.node < tree.size()) asked = tree[answer.node].key;
    return answer.node < tree.size();
  });
  if (!known) why = "it answers a job that was never given";
  if (known && answer.verdict != Verdict::unknown) {
    try {
      fact = game_.check(std::move(answer.proof), who);
      if (fact->record.key != asked) why = "its proof is about another position than the job";
      if (fact->record.attacker_wins != (answer.verdict == Verdict::proven)) why = "its proof shows the opposite of what it says";
    } catch (const Error& e) {
      if (e.code() != Exit::mismatch) throw;
      why = e.what();
    }
  }
  const auto alone = gate_.enter();
  const double now = clock();
  WorkerRecord& by = worker(who, now);
  ++by.jobs;
  if (!why.empty()) {
    ++by.refused;
    by.why = why;
    StoreChange change;
    change.workers = {by};
    if (known && leases_.contains(answer.node) && leases_[answer.node].worker == who) {
      end_lease(answer.node);
      change.returned = {answer.node};
    }
    store_->write(change);
    return false;
  }
  by.visits += answer.visits;
  by.seconds += answer.seconds;
  if (fact)
    learn(std::move(*fact), by, answer.node);
  else if (answer.score)
    assume(answer.node, *answer.score, by);
  else
    expand(answer.node, answer.replies, by);
  end_lease(answer.node);
  remember_numbers(now);
  return true;
}

bool Campaign::needs(u32 node) const {
  const auto alone = gate_.enter();
  return node < tree_.size() && !tree_[node].numbers.settled() && !tree_[0].numbers.settled();
}

u64 Campaign::given() const {
  const auto alone = gate_.enter();
  const double now = clock();
  return static_cast<u64>(std::count_if(leases_.begin(), leases_.end(), [&](const auto& l) { return taken(l.first, now); }));
}

void Campaign::refuse(const std::string& who, const std::string& why) {
  const auto alone = gate_.enter();
  WorkerRecord& by = worker(who, clock());
  ++by.refused;
  by.why = why;
  StoreChange change;
  change.workers = {by};
  change.lasting = false;
  store_->write(change);
}

NodeRecord Campaign::record_of(u32 i) const {
  const CampaignTree::Node& n = tree_[i];
  return {.id = i,
          .key = n.key,
          .position = store_->position_of(i),
          .attacker_moves = n.attacker_moves,
          .depth = n.depth,
          .numbers = n.numbers,
          .tries = n.tries,
          .children = n.children};
}

// A leaf that a job did not decide gets its moves; what the job found out about them is where their numbers begin.
void Campaign::expand(u32 i, const std::vector<ReplyNumbers>& replies, WorkerRecord& by) {
  StoreChange change;
  change.workers = {by};
  change.returned = {i};
  NodeRecord node = record_of(i);
  ++node.tries;
  if (tree_[i].expanded || tree_[i].numbers.settled()) { // an answer that came late, or a second search
    if (!tree_[i].numbers.settled()) change.nodes = {node};
    store_->write(change);
    return in_trees([&](CampaignTree& t) { t.tried(i); });
  }
  const auto expansion = game_.expand(node.position, node.attacker_moves);
  node.ruled = expansion.ruled;
  for (const CampaignGame::Move& m : expansion.moves) {
    if (const auto there = tree_.find(m.key)) {
      node.children.push_back(*there);
      continue;
    }
    NodeRecord child{.id = tree_.size() + static_cast<u32>(change.nodes.size()),
                     .key = m.key,
                     .position = m.position,
                     .attacker_moves = !node.attacker_moves,
                     .depth = node.depth + 1};
    for (const ReplyNumbers& r : replies)
      if (CampaignTree::key_of(r.key, child.attacker_moves) == m.key) child.numbers = r.numbers;
    node.children.push_back(child.id);
    change.nodes.push_back(child);
  }
  change.nodes.push_back(node);
  store_->write(change);
  for (const NodeRecord& n : change.nodes)
    if (n.id != i) in_trees([&](CampaignTree& t) { t.add(n.key, n.attacker_moves, n.depth, n.numbers); });
  in_trees([&](CampaignTree& t) {
    t.tried(i);
    if (node.ruled != Ruled::open) return t.settle(i, node.ruled == Ruled::success, CampaignTree::By::rules);
    t.expand(i, node.children);
    for (const u32 child : node.children)
      if (const auto fact = facts_.find(t[child].key); fact != facts_.end())
        t.settle(child, fact->second == t[child].attacker_moves, CampaignTree::By::fact);
    t.refresh(i);
  });
}

// What somebody is sure of enough. Where he is less sure than the threshold is by now, or the leaf is settled or split, it says nothing.
void Campaign::assume(u32 i, i64 score, WorkerRecord& by) {
  StoreChange change;
  change.workers = {by};
  change.returned = {i};
  const u64 sure = static_cast<u64>(std::abs(score)), threshold = store_->identity().threshold;
  const bool used = threshold != 0 && sure >= threshold && i != 0 && !tree_[i].expanded && !tree_[i].numbers.settled();
  const AssumptionRecord a{i, (score > 0) == tree_[i].attacker_moves, sure, clock()};
  if (used) change.assumptions = {a};
  store_->write(change);
  if (!used) return;
  assumed_[i] = a;
  tree_.settle(i, score > 0, CampaignTree::By::assumed);
}

void Campaign::learn(Fact fact, WorkerRecord& by, std::optional<u32> job) {
  const Key key = fact.record.key;
  StoreChange change;
  if (job) change.returned = {*job};
  const bool fresh = !facts_.contains(key); // of two answers the first is kept
  by.facts += fresh;
  change.workers = {by};
  if (fresh) {
    if (const auto node = tree_.find(key); node && assumed_.contains(*node)) change.withdrawn = {*node};
    change.fact = fact.record;
    change.proof = std::move(fact.proof);
  }
  store_->write(change);
  if (!fresh) return;
  facts_[key] = fact.record.attacker_wins;
  fact_bytes_ += fact.record.bytes;
  const auto node = tree_.find(key);
  if (!node) return;
  const auto it = assumed_.find(*node);
  const bool contradicted = tree_[*node].numbers.settled() && tree_[*node].attacker_wins() != fact.record.attacker_wins;
  in_trees(
      [&](CampaignTree& t) { t.settle(*node, fact.record.attacker_wins == t[*node].attacker_moves, CampaignTree::By::fact); });
  if (it != assumed_.end()) assumed_.erase(it);
  if (contradicted) rebuild();
}

Campaign::Imported Campaign::import(Bytes proof, const std::string& from) {
  Fact fact = game_.check(std::move(proof), from);
  const auto alone = gate_.enter();
  Imported done{fact.record, tree_.find(fact.record.key).has_value(), !facts_.contains(fact.record.key)};
  learn(std::move(fact), worker(from, clock()), std::nullopt);
  remember_numbers(clock());
  return done;
}

bool Campaign::split(const std::string& position, bool attacker_moves, const std::vector<Numbers>& numbers) {
  const auto moves = game_.expand(position, attacker_moves).moves; // of his position: of an image of it the order may be another
  const auto alone = gate_.enter();
  const auto node = tree_.find(game_.key(game_.position(position), attacker_moves));
  if (!node || tree_[*node].expanded || tree_[*node].numbers.settled()) return false;
  std::vector<ReplyNumbers> replies;
  for (std::size_t i = 0; i < std::min(moves.size(), numbers.size()); ++i)
    replies.push_back({CampaignTree::key_of(moves[i].key, !attacker_moves), numbers[i]});
  expand(*node, replies, worker("import", clock()));
  return true;
}

// Now and then, and at the end.
void Campaign::remember_numbers(double now) {
  const bool settled = tree_[0].numbers.settled();
  // A hundred times from the beginning to now, but at least once a minute.
  const double pause = history_.empty() ? 0 : std::clamp((now - history_.front().at) / 100, 1.0, 60.0);
  if (!history_.empty() && !settled && now - history_.back().at < pause) return;
  const Numbers n = seen_by_attacker(tree_[0]);
  HistoryRecord h{.at = now, .attacker = n.mine, .defender = n.theirs, .nodes = tree_.size(), .facts = facts_.size()};
  for (const auto& [name, w] : workers_) h.visits += w.visits;
  history_.push_back(h);
  StoreChange change;
  change.history = {h};
  change.lasting = false;
  store_->write(change);
}

bool Campaign::paused() const {
  const auto alone = gate_.enter();
  return store_->paused();
}

} // namespace zermelo
