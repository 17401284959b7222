// What a campaign says of itself.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "campaign/campaign.h"

namespace zermelo {
namespace {

constexpr std::size_t most_history = 500;

// The moves of the most promising line, as far as they can be named.
nlohmann::json line_json(const CampaignGame& g, const CampaignTree& tree) {
  nlohmann::json line = nlohmann::json::array();
  const AnyGame& game = g.entry().game();
  AnyPosition at = g.root();
  const auto way = tree.best();
  for (std::size_t k = 1; k < way.size(); ++k) {
    bool found = false;
    for (const AnyMove m : game.moves(at)) {
      const AnyPosition q = game.play(at, m);
      if (game.outcome(q) != Wdl::unknown || g.key(q, tree[way[k]].attacker_moves) != tree[way[k]].key) continue;
      const CampaignTree::Node& n = tree[way[k]];
      line.push_back(
          {{"move", game.move_name(at, m)},
           {"position", game.print(q)},
           {"numbers", numbers_json(n.attacker_moves ? n.numbers.mine : n.numbers.theirs,
                                    n.attacker_moves ? n.numbers.theirs : n.numbers.mine, g.identity().mover_attacks())}});
      at = q;
      found = true;
      break;
    }
    if (!found) break;
  }
  return line;
}

// `proved` is the tree without what is assumed.
nlohmann::json counts_json(const CampaignTree& tree, const CampaignTree& proved, bool mover_attacks) {
  u64 leaves = 0, split = 0, proven = 0, disproven = 0, assumed = 0;
  for (u32 i = 0; i < tree.size(); ++i) {
    const CampaignTree::Node& n = tree[i];
    split += n.tries > 0;
    if (proved[i].numbers.settled())
      ++(proved[i].attacker_wins() == mover_attacks ? proven : disproven);
    else if (n.numbers.settled())
      ++assumed;
    else
      leaves += !n.expanded;
  }
  return {{"positions", tree.size()}, {"split", split},         {"open_leaves", leaves},
          {"proven", proven},         {"disproven", disproven}, {"assumed", assumed}};
}

} // namespace

nlohmann::json numbers_json(u32 attacker, u32 defender, bool mover_attacks) {
  auto one = [](u32 n) { return n >= Numbers::infinite ? nlohmann::json() : nlohmann::json(n); };
  return {{"for", one(mover_attacks ? attacker : defender)}, {"against", one(mover_attacks ? defender : attacker)}};
}

nlohmann::json Campaign::status() const {
  const auto alone = gate_.enter();
  const CampaignIdentity& id = game_.identity();
  const double now = clock();
  nlohmann::json j = {{"store", store_->name()},
                      {"game", game_.entry().name},
                      {"variant", game_.entry().variant},
                      {"position", id.position},
                      {"claim", id.claim},
                      {"result", name_of(verdict_of(proved()))},
                      {"if_assumed", name_of(verdict_of(tree_))},
                      {"assumptions", assumed_.size()},
                      {"visits_of_a_job", id.visits},
                      {"paused", store_->paused()},
                      {"facts", facts_.size()},
                      {"fact_bytes", fact_bytes_},
                      {"eta", nullptr}};
  const u64 threshold = store_->identity().threshold;
  j["threshold"] = threshold == 0 ? nlohmann::json() : nlohmann::json(threshold);
  j["lean_on"] = id.lean_on.empty() ? nlohmann::json() : nlohmann::json(id.lean_on);
  j["tree"] = counts_json(tree_, proved(), id.mover_attacks());
  if (tree_.size() > 0) {
    const CampaignTree::Node& root = tree_[0];
    j["numbers"] = numbers_json(root.attacker_moves ? root.numbers.mine : root.numbers.theirs,
                                root.attacker_moves ? root.numbers.theirs : root.numbers.mine, id.mover_attacks());
  }
  j["line"] = line_json(game_, tree_);
  j["workers"] = nlohmann::json::array();
  u64 jobs = 0, visits = 0, turned_down = 0;
  double seconds = 0;
  for (const auto& [name, w] : workers_) {
    jobs += w.jobs;
    visits += w.visits;
    turned_down += w.refused;
    seconds += w.seconds;
    j["workers"].push_back({{"name", name},
                            {"jobs", w.jobs},
                            {"facts", w.facts},
                            {"visits", w.visits},
                            {"seconds", w.seconds},
                            {"seen_seconds_ago", std::max(0.0, now - w.seen)},
                            {"refused", w.refused},
                            {"why", w.why.empty() ? nlohmann::json() : nlohmann::json(w.why)}});
  }
  j.update({{"jobs", jobs}, {"visits", visits}, {"seconds", seconds}, {"refused", turned_down}});
  j["out"] = nlohmann::json::array();
  for (const auto& [node, lease] : leases_)
    if (taken(node, now))
      j["out"].push_back({{"worker", lease.worker},
                          {"position", store_->position_of(node)},
                          {"seconds_left", lease.until == 0 ? nlohmann::json() : nlohmann::json(lease.until - now)}});
  j["history"] = nlohmann::json::array();
  const std::size_t step = history_.size() / most_history + 1;
  for (std::size_t k = 0; k < history_.size(); ++k) {
    if (k % step != 0 && k + 1 != history_.size()) continue;
    const HistoryRecord& h = history_[k];
    nlohmann::json row = numbers_json(h.attacker, h.defender, id.mover_attacks());
    row.update({{"at", h.at}, {"positions", h.nodes}, {"facts", h.facts}, {"visits", h.visits}});
    j["history"].push_back(row);
  }
  return j;
}

} // namespace zermelo
