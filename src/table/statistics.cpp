#include "table/statistics.h"

#include "base/error.h"
#include "base/json.h"

namespace zermelo {
namespace {

u64& slot_of(std::vector<u64>& counts, i32 plies) {
  const auto at = static_cast<std::size_t>(plies);
  if (at >= counts.size()) counts.resize(at + 1, 0);
  return counts[at];
}

nlohmann::json json_of(const Tally& t) {
  return {{"positions", t.positions()}, {"wins", t.wins}, {"losses", t.losses}, {"draws", t.draws}};
}

i32 checked_plies(const nlohmann::json& j) {
  const auto plies = j.get<i64>();
  if (plies < 0 || plies > 40'000)
    throw Error(Exit::table, "the statistics make no sense: there are no " + json_text(j) + " plies");
  return static_cast<i32>(plies);
}

Wdl wdl_named(const std::string& name) {
  for (Wdl w : {Wdl::win, Wdl::loss, Wdl::draw})
    if (name == name_of(w)) return w;
  return Wdl::unknown;
}

} // namespace

void StatisticsBuilder::add(Value v, int orbit) {
  if (!v.known()) {
    ++sum_.empty_slots;
    return;
  }
  const u64 positions = folded_ ? static_cast<u64>(orbit) : 1;
  sum_.positions.add(v.wdl, positions);
  if (folded_) {
    sum_.orbits.add(v.wdl, 1);
  } else {
    members_[static_cast<std::size_t>(orbit)].add(v.wdl, 1);
  }
  if (v.has_plies()) slot_of(v.wdl == Wdl::win ? sum_.wins_by_plies : sum_.losses_by_plies, v.plies) += positions;
}

void StatisticsBuilder::add(const StatisticsBuilder& other) {
  sum_.positions.add(other.sum_.positions);
  sum_.orbits.add(other.sum_.orbits);
  for (std::size_t i = 0; i <= most_symmetries; ++i) members_[i].add(other.members_[i]);
  auto add_counts = [](std::vector<u64>& mine, const std::vector<u64>& theirs) {
    for (std::size_t i = 0; i < theirs.size(); ++i) slot_of(mine, static_cast<i32>(i)) += theirs[i];
  };
  add_counts(sum_.wins_by_plies, other.sum_.wins_by_plies);
  add_counts(sum_.losses_by_plies, other.sum_.losses_by_plies);
  sum_.empty_slots += other.sum_.empty_slots;
}

Statistics StatisticsBuilder::finish(Value initial) const {
  Statistics all = sum_;
  all.initial = initial;
  for (u64 size = 1; size <= most_symmetries; ++size) {
    const Tally& t = members_[size];
    all.orbits.add({t.wins / size, t.losses / size, t.draws / size});
  }
  return all;
}

Statistics::Longest Statistics::longest_win() const {
  if (wins_by_plies.empty()) return {};
  return {static_cast<i32>(wins_by_plies.size()) - 1, wins_by_plies.back()};
}

nlohmann::json to_json(Value v) {
  nlohmann::json plies = nullptr;
  if (v.has_plies()) plies = v.plies;
  return {{"value", name_of(v.wdl)}, {"plies", plies}};
}

nlohmann::json to_json(const Statistics& s) {
  nlohmann::json j = json_of(s.positions);
  j["orbits"] = json_of(s.orbits);
  j["initial"] = to_json(s.initial);
  const auto longest = s.longest_win();
  j["longest"] = {{"value", "win"}, {"plies", longest.plies}, {"count", longest.count}};
  if (longest.count == 0) j["longest"] = nullptr;
  j["by_plies"] = nlohmann::json::array();
  for (std::size_t plies = 0; plies < std::max(s.wins_by_plies.size(), s.losses_by_plies.size()); ++plies) {
    auto row = [&](const std::vector<u64>& counts, const char* value) {
      if (plies < counts.size() && counts[plies] != 0)
        j["by_plies"].push_back({{"plies", plies}, {"value", value}, {"count", counts[plies]}});
    };
    row(s.wins_by_plies, "win");
    row(s.losses_by_plies, "loss");
  }
  j["empty_slots"] = s.empty_slots;
  return j;
}

Value value_from_json(const nlohmann::json& j) {
  Value v{wdl_named(j.at("value").get<std::string>()), 0};
  if (v.decisive()) v.plies = j.at("plies").is_null() ? no_plies : checked_plies(j.at("plies"));
  return v;
}

Statistics statistics_from_json(const nlohmann::json& j) try {
  Statistics s;
  auto tally = [](const nlohmann::json& t) {
    return Tally{t.at("wins").get<u64>(), t.at("losses").get<u64>(), t.at("draws").get<u64>()};
  };
  s.positions = tally(j);
  s.orbits = tally(j.at("orbits"));
  for (const auto& row : j.at("by_plies")) {
    const i32 plies = checked_plies(row.at("plies"));
    slot_of(row.at("value") == "win" ? s.wins_by_plies : s.losses_by_plies, plies) = row.at("count").get<u64>();
  }
  s.initial = value_from_json(j.at("initial"));
  s.empty_slots = j.at("empty_slots").get<u64>();
  return s;
} catch (const nlohmann::json::exception&) {
  throw Error(Exit::table, "the statistics cannot be read");
}

} // namespace zermelo
