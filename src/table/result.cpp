#include "table/result.h"

#include <numeric>

#include "base/error.h"
#include "base/json.h"

namespace zermelo {
namespace {

[[noreturn]] void refuse(const std::string& source, const std::string& why) {
  throw Error(Exit::table, source + " is no sound result: " + why);
}

u64 sum(const std::vector<u64>& counts) { return std::accumulate(counts.begin(), counts.end(), u64{0}); }

void check(const Result& r, const nlohmann::json& j, const std::string& source) {
  const Statistics& s = r.statistics;
  if (j.at("positions") != s.positions.positions() || j.at("orbits").at("positions") != s.orbits.positions())
    refuse(source, "its wins, losses and draws do not add up to its positions");
  if (!s.by_score.empty() && tally_of(s.by_score) != s.positions)
    refuse(source, "its counts by score do not add up to its wins, losses and draws");
  if (s.by_score.empty() && (sum(s.wins_by_plies) != s.positions.wins || sum(s.losses_by_plies) != s.positions.losses))
    refuse(source, "its counts by plies do not add up to its wins and losses");
  if (!s.initial.known()) refuse(source, "it does not know the initial position");
  for (const auto& m : r.findings.moves)
    if (!m.value.known()) refuse(source, "it has a move without a value");
  Tally parts;
  for (const auto& p : r.findings.parts) {
    parts.add(p.first);
    parts.add(p.second);
  }
  if (!r.findings.parts.empty() && parts != s.positions) refuse(source, "its parts do not add up to its positions");
}

nlohmann::json counts_of(const Tally& t) { return {{"wins", t.wins}, {"losses", t.losses}, {"draws", t.draws}}; }
// A number like 1e47 would be converted into nonsense.
template <class N> N whole_in(const nlohmann::json& j) {
  if (!j.is_number_integer()) throw Error(Exit::table, "the result makes no sense: " + json_text(j) + " is no whole number");
  return j.get<N>();
}
Tally counts_from(const nlohmann::json& j) {
  return {whole_in<u64>(j.at("wins")), whole_in<u64>(j.at("losses")), whole_in<u64>(j.at("draws"))};
}

} // namespace

nlohmann::json to_json(const Findings& f) {
  auto j = nlohmann::json::object();
  // Lists are made before they are put in: a null that becomes a list while the memory runs out is torn down as one that it is not.
  auto moves = nlohmann::json::array(), parts = nlohmann::json::array();
  for (const auto& m : f.moves) {
    auto move = to_json(m.value);
    move["move"] = m.move;
    moves.push_back(std::move(move));
  }
  if (!moves.empty()) j["moves"] = std::move(moves);
  if (!f.longest_positions.empty()) j["longest_positions"] = f.longest_positions;
  if (f.mean_moves) j["mean_moves"] = *f.mean_moves;
  for (const auto& p : f.parts) {
    nlohmann::json part = {
        {"part", p.name}, {"first", counts_of(p.first)}, {"second", counts_of(p.second)}, {"longest", p.longest}};
    if (!p.by_score.empty()) part["by_score"] = to_json(p.by_score);
    parts.push_back(std::move(part));
  }
  if (!parts.empty()) j["parts"] = std::move(parts);
  return j;
}

Findings findings_from_json(const nlohmann::json& j) {
  Findings f;
  for (const auto& m : j.value("moves", nlohmann::json::array())) f.moves.push_back({m.at("move"), value_from_json(m)});
  f.longest_positions = j.value("longest_positions", std::vector<std::string>{});
  if (j.contains("mean_moves") && !j.at("mean_moves").is_null()) f.mean_moves = j.at("mean_moves").get<double>();
  for (const auto& p : j.value("parts", nlohmann::json::array()))
    f.parts.push_back({p.at("part"), counts_from(p.at("first")), counts_from(p.at("second")), whole_in<i32>(p.at("longest")),
                       by_score_from_json(p.value("by_score", nlohmann::json::array()))});
  return f;
}

nlohmann::json to_json(const Result& r) {
  nlohmann::json j = to_json(r.statistics);
  j["game"] = r.game;
  j["variant"] = r.variant;
  j["set"] = r.set;
  j.update(to_json(r.findings));
  j["provenance"] = r.provenance;
  return j;
}

Result result_from_json(const nlohmann::json& j, const std::string& source) try {
  if (!j.is_object()) refuse(source, "it is no JSON object");
  Result r;
  r.game = j.at("game");
  r.variant = j.at("variant");
  r.set = j.at("set");
  r.statistics = statistics_from_json(j);
  r.findings = findings_from_json(j);
  r.provenance = j.value("provenance", nlohmann::json());
  if (!r.provenance.is_null() && !r.provenance.is_object()) refuse(source, "its provenance is no object");
  check(r, j, source);
  return r;
} catch (const nlohmann::json::exception&) {
  refuse(source, "a part of it is missing or of the wrong kind");
}

Result result_from_text(std::string_view text, const std::string& source) { return result_from_json(parse_json(text), source); }

} // namespace zermelo
