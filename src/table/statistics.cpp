#include "table/statistics.h"

#include "base/error.h"
#include "base/json.h"
#include "table/codec.h"

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

// A number that is none of these would be converted all the same, and one like 1e47 into nonsense.
i64 whole(const nlohmann::json& j) {
  if (!j.is_number_integer()) throw Error(Exit::table, "the statistics make no sense: " + json_text(j) + " is no whole number");
  return j.get<i64>();
}
u64 count_in(const nlohmann::json& j) {
  if (!j.is_number_unsigned() && whole(j) < 0)
    throw Error(Exit::table, "the statistics make no sense: " + json_text(j) + " is no count");
  return j.get<u64>();
}

i32 checked_plies(const nlohmann::json& j) {
  const i64 plies = whole(j);
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

StatisticsBuilder::StatisticsBuilder(bool folded) : folded_(folded) {
  for (auto& counts : by_plies_) counts.resize(256, 0);
}

void StatisticsBuilder::add(const StatisticsBuilder& other) {
  for (std::size_t size = 0; size < slots_.size(); ++size)
    for (std::size_t who = 0; who < 4; ++who) slots_[size][who] += other.slots_[size][who];
  for (std::size_t who = 0; who < 4; ++who)
    for (std::size_t i = 0; i < other.by_plies_[who].size(); ++i)
      slot_of(by_plies_[who], static_cast<i32>(i)) += other.by_plies_[who][i];
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += other.scores_[i];
}

void StatisticsBuilder::pack(std::vector<u64>& out) const {
  for (const auto& of_size : slots_) out.insert(out.end(), of_size.begin(), of_size.end());
  for (const auto& counts : by_plies_) {
    out.push_back(counts.size());
    out.insert(out.end(), counts.begin(), counts.end());
  }
  out.insert(out.end(), scores_.begin(), scores_.end());
}

void StatisticsBuilder::unpack(const u64*& in) {
  for (auto& of_size : slots_)
    for (u64& n : of_size) n = *in++;
  for (auto& counts : by_plies_) {
    counts.assign(in + 1, in + 1 + *in);
    in += 1 + counts.size();
  }
  for (u64& n : scores_) n = *in++;
}

Statistics StatisticsBuilder::finish(Value initial) const {
  auto at = [](const std::array<u64, 4>& counts, Wdl w) { return counts[static_cast<std::size_t>(w)]; };
  Statistics all;
  all.initial = initial;
  for (std::size_t size = 0; size < slots_.size(); ++size) {
    all.empty_slots += at(slots_[size], Wdl::unknown);
    if (size == 0) continue; // holds no position
    for (const Wdl w : {Wdl::win, Wdl::loss, Wdl::draw}) {
      const u64 slots = at(slots_[size], w);
      all.positions.add(w, folded_ ? slots * size : slots);
      all.orbits.add(w, folded_ ? slots : slots / size);
    }
  }
  for (const auto& [w, counts] : {std::pair{Wdl::win, &all.wins_by_plies}, {Wdl::loss, &all.losses_by_plies}}) {
    *counts = by_plies_[static_cast<std::size_t>(w)];
    while (!counts->empty() && counts->back() == 0) counts->pop_back();
  }
  for (std::size_t i = 0; i < scores_.size(); ++i)
    if (scores_[i] != 0) all.by_score[static_cast<i8>(static_cast<u8>(i))] = scores_[i];
  return all;
}

Statistics::Longest Statistics::longest_win() const {
  if (wins_by_plies.empty()) return {};
  return {static_cast<i32>(wins_by_plies.size()) - 1, wins_by_plies.back()};
}

Tally tally_of(const std::map<i32, u64>& by_score) {
  Tally t;
  for (const auto& [score, count] : by_score) t.add(scored(score).wdl, count);
  return t;
}

bool needs_two_bytes(const Statistics& s) {
  auto any = [](const std::vector<u64>& by_plies, std::size_t parity) {
    for (std::size_t n = 0; n < by_plies.size(); ++n)
      if (by_plies[n] != 0 && (n % 2 != parity || n > most_plies8)) return true;
    return false;
  };
  return any(s.wins_by_plies, 1) || any(s.losses_by_plies, 0);
}

Statistics scored_statistics(const std::map<i32, u64>& by_score, Value initial) {
  Statistics s;
  for (const auto& [score, count] : by_score)
    if (count != 0) s.by_score.emplace(score, count);
  s.positions = s.orbits = tally_of(by_score);
  s.initial = initial;
  return s;
}

nlohmann::json to_json(const std::map<i32, u64>& by_score) {
  auto j = nlohmann::json::array();
  for (const auto& [score, count] : by_score) j.push_back({{"score", score}, {"count", count}});
  return j;
}

std::map<i32, u64> by_score_from_json(const nlohmann::json& j) {
  std::map<i32, u64> counts;
  for (const auto& row : j) {
    const i64 score = whole(row.at("score"));
    if (score < -127 || score > 127)
      throw Error(Exit::table, "the statistics make no sense: there is no score of " + json_text(row.at("score")));
    counts[static_cast<i32>(score)] = count_in(row.at("count"));
  }
  return counts;
}

nlohmann::json to_json(Value v) {
  nlohmann::json plies = nullptr;
  if (v.has_plies()) plies = v.plies;
  nlohmann::json j = {{"value", name_of(v.wdl)}, {"plies", plies}};
  if (v.has_score()) j["score"] = v.score;
  return j;
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
  if (!s.by_score.empty()) j["by_score"] = to_json(s.by_score);
  j["empty_slots"] = s.empty_slots;
  return j;
}

Value value_from_json(const nlohmann::json& j) {
  if (j.contains("score") && !j.at("score").is_null()) {
    const i64 score = whole(j.at("score"));
    if (score < -127 || score > 127 || j.at("value") != name_of(scored(static_cast<i32>(score)).wdl))
      throw Error(Exit::table, "the statistics make no sense: a value contradicts its score");
    return scored(static_cast<i32>(score));
  }
  Value v{wdl_named(j.at("value").get<std::string>()), 0};
  if (v.decisive()) v.plies = j.at("plies").is_null() ? no_plies : checked_plies(j.at("plies"));
  return v;
}

Statistics statistics_from_json(const nlohmann::json& j) try {
  Statistics s;
  auto tally = [](const nlohmann::json& t) {
    return Tally{count_in(t.at("wins")), count_in(t.at("losses")), count_in(t.at("draws"))};
  };
  s.positions = tally(j);
  s.orbits = tally(j.at("orbits"));
  for (const auto& row : j.at("by_plies")) {
    const i32 plies = checked_plies(row.at("plies"));
    slot_of(row.at("value") == "win" ? s.wins_by_plies : s.losses_by_plies, plies) = count_in(row.at("count"));
  }
  if (j.contains("by_score")) s.by_score = by_score_from_json(j.at("by_score"));
  s.initial = value_from_json(j.at("initial"));
  s.empty_slots = count_in(j.at("empty_slots"));
  return s;
} catch (const nlohmann::json::exception&) {
  throw Error(Exit::table, "the statistics cannot be read");
}

} // namespace zermelo
