#include "view/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/json.h"
#include "base/units.h"
#include "view/text.h"

namespace zermelo {
namespace {

std::string share(u64 part, u64 whole) {
  return whole == 0 ? "" : fmt::format("{:5.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string plain(const nlohmann::json& value) {
  if (value.is_number_unsigned()) return grouped(value.get<u64>());
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object() && value.contains("value") && value.at("value").is_string()) {
    const auto plies = value.value("plies", nlohmann::json());
    if (value.value("score", nlohmann::json()).is_number()) return words(scored(value.at("score").get<i32>()));
    return value.at("value").get<std::string>() + (plies.is_number() ? " in " + json_text(plies) : "");
  }
  return json_text(value);
}

struct Row {
  std::size_t first, last; // plies
  u64 wins = 0, losses = 0;
};

std::vector<Row> rows_of(const Statistics& s, std::size_t most_rows) {
  const std::size_t plies = std::max(s.wins_by_plies.size(), s.losses_by_plies.size());
  const std::size_t step = most_rows == 0 ? 1 : (plies + most_rows - 1) / std::max<std::size_t>(1, most_rows);
  std::vector<Row> rows;
  for (std::size_t p = 0; p < plies; ++p) {
    if (p % std::max<std::size_t>(1, step) == 0) rows.push_back({p, p});
    rows.back().last = p;
    if (p < s.wins_by_plies.size()) rows.back().wins += s.wins_by_plies[p];
    if (p < s.losses_by_plies.size()) rows.back().losses += s.losses_by_plies[p];
  }
  return rows;
}

std::string by_score_text(const Statistics& s, const ReportStyle& style) {
  u64 most = 0;
  for (const auto& [score, count] : s.by_score) most = std::max(most, count);
  std::string out = fmt::format("{:>9}  {:>21}\n", "score", "positions");
  for (auto row = s.by_score.rbegin(); row != s.by_score.rend(); ++row)
    out += fmt::format("{:>9}  {:>21}  {}\n", row->first == 0 ? "0" : fmt::format("{:+}", row->first), grouped(row->second),
                       bar(row->second, most, style.bar_width, style.unicode));
  return out;
}

std::string scored_parts_text(const std::vector<Findings::Part>& parts) {
  std::string out =
      fmt::format("\n{:12} {:>18} {:>18} {:>18} {:>16} {:>8}\n", "layer", "positions", "wins", "losses", "draws", "mean");
  for (const auto& p : parts) {
    double sum = 0;
    for (const auto& [score, n] : p.by_score) sum += static_cast<double>(score) * static_cast<double>(n);
    out += fmt::format("{:12} {:>18} {:>18} {:>18} {:>16} {:>+8.2f}\n", printable(p.name, 60), grouped(p.first.positions()),
                       grouped(p.first.wins), grouped(p.first.losses), grouped(p.first.draws),
                       sum / static_cast<double>(std::max<u64>(1, p.first.positions())));
  }
  return out;
}

} // namespace

std::string totals_text(const std::string& set, const Statistics& s) {
  const Tally& all = s.positions;
  const Tally& classes = s.orbits;
  std::string out = fmt::format("set        {}\n", set);
  out += fmt::format("{:26} {:>14}\n", "", "up to symmetry");
  auto row = [&](const char* name, u64 n, u64 orbits) {
    out += fmt::format("{:10} {:>15} {:>14}  {}\n", name, grouped(n), grouped(orbits), share(n, all.positions()));
  };
  row("positions", all.positions(), classes.positions());
  row("wins", all.wins, classes.wins);
  row("losses", all.losses, classes.losses);
  row("draws", all.draws, classes.draws);
  if (const auto longest = s.longest_win(); longest.count != 0)
    out += fmt::format("longest    win in {}, {} position{}\n", longest.plies, grouped(longest.count),
                       longest.count == 1 ? "" : "s");
  return out;
}

namespace {
// Thousandths of a digit: 1 has some, so that it is seen.
u64 log_steps(u64 n) { return static_cast<u64>(1000 * std::log10(static_cast<double>(n) * 2)); }
} // namespace

std::string by_plies_text(const Statistics& s, const ReportStyle& style) {
  if (!s.by_score.empty()) return by_score_text(s, style);
  const auto rows = rows_of(s, style.most_rows);
  u64 most = 0;
  for (const auto& row : rows) most = std::max({most, row.wins, row.losses});
  std::string out = fmt::format("{:>9}  {:5} {:>15}\n", "plies", "", "positions");
  for (const auto& row : rows) {
    const std::string plies = row.first == row.last ? fmt::format("{}", row.first) : fmt::format("{}-{}", row.first, row.last);
    for (auto [count, name] : {std::pair(row.wins, "win"), std::pair(row.losses, "loss")})
      if (count != 0)
        out += fmt::format("{:>9}  {:5} {:>15}  {}\n", plies, name, grouped(count),
                           style.logarithmic ? bar(log_steps(count), log_steps(most), style.bar_width, style.unicode)
                                             : bar(count, most, style.bar_width, style.unicode));
  }
  if (s.positions.draws != 0) out += fmt::format("{:>9}  {:5} {:>15}\n", "-", "draw", grouped(s.positions.draws));
  return out;
}

bool has_distribution(const std::vector<Published>& figures) {
  return std::any_of(figures.begin(), figures.end(), [](const Published& p) { return p.plies().has_value(); });
}

std::string by_plies_beside(const Statistics& s, const std::vector<Published>& figures) {
  std::map<int, const Published*> published;
  for (const auto& p : figures)
    if (const auto plies = p.plies()) published[*plies] = &p;
  auto count = [](const std::vector<u64>& counts, std::size_t plies) { return plies < counts.size() ? counts[plies] : 0; };
  std::string out = fmt::format("{:>9}  {:5} {:>15} {:>15}\n", "plies", "", "positions", "published");
  const auto last = published.empty() ? 0 : static_cast<std::size_t>(published.rbegin()->first) + 1;
  for (std::size_t plies = 0; plies < std::max({last, s.wins_by_plies.size(), s.losses_by_plies.size()}); ++plies) {
    const auto found = published.find(static_cast<int>(plies));
    const u64 wins = count(s.wins_by_plies, plies), losses = count(s.losses_by_plies, plies);
    if (found == published.end() && wins + losses == 0) continue;
    const char* value = wins == 0 && losses == 0 ? "" : wins == 0 ? "loss" : losses == 0 ? "win" : "both";
    std::string beside = fmt::format("{:>15}", "-");
    if (found != published.end()) {
      const Published& p = *found->second;
      if (p.compared()) beside = fmt::format("{:>15}  {}", plain(p.value), p.agrees() ? "=" : "DIFFERS");
      if (!p.note.empty()) beside += "  " + p.note;
    }
    out += fmt::format("{:>9}  {:5} {:>15} {}\n", plies, value, grouped(wins + losses), beside);
  }
  if (s.positions.draws != 0) out += fmt::format("{:>9}  {:5} {:>15}\n", "-", "draw", grouped(s.positions.draws));
  return out;
}

std::string published_text(const std::vector<Published>& figures) {
  std::size_t name = 20, value = 12;
  for (const auto& p : figures) {
    if (p.plies()) continue;
    name = std::max(name, p.what.size());
    value = std::max(value, plain(p.value).size());
  }
  std::string out;
  u64 rows = 0, differ = 0;
  for (const auto& p : figures) {
    if (p.plies()) {
      rows += p.compared() ? 1U : 0U;
      differ += p.compared() && !p.agrees() ? 1U : 0U;
      continue;
    }
    const std::string verdict = !p.there.empty() ? "NO SUCH FIGURE; there are " + p.there
                                : !p.compared()  ? "not computed here"
                                : p.agrees()     ? "agrees"
                                                 : "DIFFERS: ours is " + plain(p.ours);
    out += fmt::format("{:{}} {:>{}}  {}  [{}]\n", p.what, name, plain(p.value), value, verdict, p.source);
    if (!p.note.empty()) out += fmt::format("{:{}} {:>{}}  {}\n", "", name, "", value, p.note);
  }
  if (rows != 0)
    out += fmt::format("{:{}} {:>{}}  {}\n", "by_plies", name, fmt::format("{} rows", rows), value,
                       differ == 0 ? "all agree" : fmt::format("{} DIFFER, see above", differ));
  return out;
}

std::string findings_text(const Findings& f) {
  std::string out;
  if (!f.moves.empty()) out += fmt::format("\nmoves of the initial position, {}\n", f.moves.size());
  for (std::size_t i = 0; i < f.moves.size();) {
    const Value v = f.moves[i].value;
    std::string names;
    const std::size_t first = i;
    for (; i < f.moves.size() && f.moves[i].value == v; ++i) names += " " + f.moves[i].move;
    out += fmt::format("{:>9}  {:11}{}\n", i - first, words(v), names);
  }
  if (f.mean_moves) out += fmt::format("\nmean number of legal moves where none wins at once  {:.4f}\n", *f.mean_moves);
  const bool scores = std::any_of(f.parts.begin(), f.parts.end(), [](const auto& p) { return !p.by_score.empty(); });
  if (scores) return out + scored_parts_text(f.parts);
  std::size_t name = 24;
  for (const auto& p : f.parts) name = std::max(name, printable(p.name, 60).size());
  if (!f.parts.empty())
    out += fmt::format("\n{:{}} {:>15} {:>15} {:>13}  {:>15} {:>15} {:>13} {:>8}\n", "parts, first to move", name, "wins",
                       "losses", "draws", "second: wins", "losses", "draws", "longest");
  for (const auto& p : f.parts)
    out += fmt::format("{:{}} {:>15} {:>15} {:>13}  {:>15} {:>15} {:>13} {:>8}\n", printable(p.name, 60), name,
                       grouped(p.first.wins), grouped(p.first.losses), grouped(p.first.draws), grouped(p.second.wins),
                       grouped(p.second.losses), grouped(p.second.draws), p.longest);
  if (!f.longest_positions.empty())
    out += fmt::format("\npositions with the longest win{}\n",
                       f.longest_positions.size() == Findings::most_positions ? ", the first ones" : "");
  for (const auto& p : f.longest_positions) out += "  " + printable(p, 200) + "\n";
  return out;
}

nlohmann::json move_counts(const Findings& f) {
  Tally t;
  u64 best = 0;
  for (const auto& m : f.moves) {
    t.add(m.value.wdl, 1);
    best += m.value == f.moves.front().value ? 1U : 0U;
  }
  nlohmann::json j = {{"legal", f.moves.size()}, {"wins", t.wins}, {"draws", t.draws}, {"losses", t.losses}, {"best", best}};
  if (!f.moves.empty() && f.moves.front().value.decisive() && !f.moves.front().value.has_plies()) j["best"] = nullptr;
  return j;
}

} // namespace zermelo
