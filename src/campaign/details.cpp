#include "campaign/details.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace zermelo {
namespace {

constexpr std::size_t most_shown = 24;
constexpr double lately = 600; // seconds

const char* result_of(bool attacker_wins, bool mover_attacks) { return attacker_wins == mover_attacks ? "proven" : "disproven"; }

// By what is left to show after them. What is only assumed is open here.
nlohmann::json moves_json(const Campaign& campaign) {
  const bool attacks = campaign.game().identity().mover_attacks();
  struct Row {
    u32 theirs;
    nlohmann::json row;
  };
  auto rows = campaign.look([&](const CampaignTree& tree, const CampaignStore& store) {
    std::vector<Row> found;
    if (tree.size() == 0) return found;
    for (const u32 child : tree[0].children) {
      const CampaignTree::Node& n = tree[child];
      const u32 attacker = n.attacker_moves ? n.numbers.mine : n.numbers.theirs,
                defender = n.attacker_moves ? n.numbers.theirs : n.numbers.mine;
      nlohmann::json row = {{"position", store.position_of(child)},
                            {"result", n.numbers.settled() ? result_of(n.attacker_wins(), attacks) : "unknown"}};
      row["numbers"] = numbers_json(attacker, defender, attacks);
      found.push_back({n.numbers.theirs, std::move(row)});
    }
    return found;
  });
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.theirs < b.theirs; });
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i < std::min(most_shown, rows.size()); ++i) list.push_back(std::move(rows[i].row));
  return list;
}

nlohmann::json proved_json(const Campaign& campaign) {
  std::vector<FactRecord> last;
  campaign.look([&](const CampaignTree&, const CampaignStore& store) {
    store.each_fact([&](const FactRecord& f) {
      if (last.size() == most_shown) last.erase(last.begin());
      last.push_back(f);
    });
  });
  const bool attacks = campaign.game().identity().mover_attacks();
  nlohmann::json list = nlohmann::json::array();
  for (auto f = last.rbegin(); f != last.rend(); ++f)
    list.push_back({{"position", f->position},
                    {"result", result_of(f->attacker_wins, attacks)},
                    {"choices", f->choices},
                    {"bytes", f->bytes},
                    {"worker", f->worker},
                    {"at", f->at}});
  return list;
}

// From the history: null where nothing was done lately.
nlohmann::json rate_of(const nlohmann::json& history) {
  if (history.size() < 2) return {};
  const double end = history.back()["at"];
  const auto first = std::find_if(history.begin(), history.end(),
                                  [&](const nlohmann::json& h) { return end - h["at"].get<double>() <= lately; });
  const double seconds = end - (*first)["at"].get<double>();
  if (unix_seconds() - end > lately || seconds <= 0) return {};
  return (history.back()["visits"].get<double>() - (*first)["visits"].get<double>()) / seconds;
}

} // namespace

nlohmann::json details_of(const Campaign& campaign) {
  nlohmann::json j = campaign.status();
  j["moves"] = moves_json(campaign);
  j["proved"] = proved_json(campaign);
  j["rate"] = rate_of(j["history"]);
  return j;
}

} // namespace zermelo
