#include "campaign/tree.h"

#include <algorithm>

#include "solve/dfpn/repetition.h"

namespace zermelo {

std::optional<u32> CampaignTree::find(const Key& key) const {
  const auto it = by_key_.find(key);
  return it == by_key_.end() ? std::nullopt : std::optional(it->second);
}

u32 CampaignTree::add(const Key& key, bool attacker_moves, u32 depth, Numbers first, u32 tries) {
  const u32 i = size();
  const Numbers open{std::clamp(first.mine, 1U, Numbers::infinite - 1), std::clamp(first.theirs, 1U, Numbers::infinite - 1)};
  nodes_.push_back({.key = key, .numbers = open, .depth = depth, .tries = tries, .attacker_moves = attacker_moves});
  by_key_.emplace(key, i);
  return i;
}

void CampaignTree::expand(u32 i, std::vector<u32> children) {
  for (const u32 child : children) nodes_[child].parents.push_back(i);
  nodes_[i].children = std::move(children);
  nodes_[i].expanded = true;
}

void CampaignTree::settle(u32 i, bool mover_gets_it, By by) {
  if (nodes_[i].numbers.settled()) return;
  nodes_[i].numbers = mover_gets_it ? granted : refused;
  nodes_[i].by = by;
  nodes_[i].order = ++settled_;
  for (const u32 parent : nodes_[i].parents) refresh(parent);
}

Numbers CampaignTree::seen(const Node& from, const Node& to) const {
  if (!returns_ || to.numbers.settled() || to.depth > from.depth) return to.numbers;
  return to.attacker_moves ? elsewhere_refused : elsewhere_granted;
}

Numbers CampaignTree::shown(const Node& from, const Node& to) const {
  const Numbers n = seen(from, to);
  return n.settled() ? n : Numbers{bounded(u64{n.mine} + to.out), bounded(u64{n.theirs} + to.out)};
}

void CampaignTree::refresh(u32 first) {
  std::vector<u32> open = {first};
  while (!open.empty()) {
    const u32 i = open.back();
    open.pop_back();
    Node& n = nodes_[i];
    if (!n.expanded || n.numbers.settled()) continue;
    Combined all(true);
    for (const u32 child : n.children) all.add(seen(n, nodes_[child]));
    const Numbers now = all.numbers();
    if (now == n.numbers) continue;
    n.numbers = now;
    if (now.settled()) {
      n.by = By::moves;
      n.order = ++settled_;
    }
    open.insert(open.end(), n.parents.begin(), n.parents.end());
  }
}

void CampaignTree::refresh_all() {
  for (u32 i = size(); i-- > 0;) refresh(i); // those found later lie below, mostly
}

std::vector<u32> CampaignTree::ordered(u32 i) const {
  const Node& n = nodes_[i];
  std::vector<u32> open;
  for (const u32 child : n.children)
    if (!nodes_[child].numbers.settled()) open.push_back(child);
  std::stable_sort(open.begin(), open.end(), [&](u32 a, u32 b) {
    const Numbers x = shown(n, nodes_[a]), y = shown(n, nodes_[b]);
    return x.theirs != y.theirs ? x.theirs < y.theirs : x.mine > y.mine;
  });
  return open;
}

struct CampaignTree::Descent {
  const std::function<bool(u32)>& taken;
  std::unordered_set<u32> near; // positions above the one that a worker had last
  Way way;
  std::unordered_set<u32> on_way, empty; // empty: nothing below is left to take
};

bool CampaignTree::descend(u32 i, Descent& d) const {
  const Node& n = nodes_[i];
  if (!n.expanded && d.taken(i)) return false;
  d.way.push_back(i);
  if (!n.expanded) return true;
  d.on_way.insert(i);
  std::vector<u32> open = ordered(i);
  // As a search stays with a move a little longer than it must (solve/dfpn/numbers.h), a worker stays near where its table is good.
  if (!open.empty() && !d.near.empty()) {
    const u32 most = stay(shown(n, nodes_[open.front()]).theirs, 0.25, Numbers::infinite);
    const auto kept = std::find_if(open.begin(), open.end(), [&](u32 child) { return d.near.contains(child); });
    if (kept != open.end() && shown(n, nodes_[*kept]).theirs <= most) std::rotate(open.begin(), kept, kept + 1);
  }
  for (const u32 child : open)
    if (!d.on_way.contains(child) && !d.empty.contains(child) && descend(child, d)) return true;
  d.empty.insert(i);
  d.on_way.erase(i);
  d.way.pop_back();
  return false;
}

std::unordered_set<u32> CampaignTree::above(u32 i) const {
  constexpr std::size_t most = 10'000;
  std::unordered_set<u32> found = {i};
  std::vector<u32> open = {i};
  while (!open.empty() && found.size() < most) {
    const u32 at = open.back();
    open.pop_back();
    for (const u32 parent : nodes_[at].parents)
      if (found.insert(parent).second) open.push_back(parent);
  }
  return found;
}

std::optional<CampaignTree::Way> CampaignTree::next(const std::function<bool(u32)>& taken, std::optional<u32> near) const {
  if (nodes_.empty() || nodes_[0].numbers.settled()) return std::nullopt;
  Descent d{.taken = taken};
  if (near && *near < size()) d.near = above(*near);
  if (!descend(0, d)) return std::nullopt;
  return std::move(d.way);
}

CampaignTree::Way CampaignTree::best() const {
  Way way;
  std::unordered_set<u32> on_way;
  for (std::optional<u32> at = nodes_.empty() ? std::nullopt : std::optional(0U); at && !nodes_[*at].numbers.settled();) {
    way.push_back(*at);
    on_way.insert(*at);
    const Node& n = nodes_[*at];
    at.reset();
    u32 least = Numbers::infinite;
    for (const u32 child : n.children) {
      if (nodes_[child].numbers.settled() || on_way.contains(child)) continue;
      if (const u32 theirs = seen(n, nodes_[child]).theirs; theirs < least) {
        least = theirs;
        at = child;
      }
    }
  }
  return way;
}

void CampaignTree::enter(const Way& way) {
  for (const u32 i : way) ++nodes_[i].out;
}
void CampaignTree::leave(const Way& way) {
  for (const u32 i : way) --nodes_[i].out;
}

} // namespace zermelo
