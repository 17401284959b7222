#include "view/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.h"
#include "view/text.h"

namespace zermelo {
namespace {

std::string share(u64 part, u64 whole) {
  return whole == 0 ? "" : fmt::format("{:5.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string plain(const nlohmann::json& value) {
  if (value.is_number_unsigned()) return grouped(value.get<u64>());
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object() && value.contains("value") && value.at("value").is_string()) {
    const auto plies = value.value("plies", nlohmann::json());
    return value.at("value").get<std::string>() + (plies.is_number() ? " in " + plies.dump() : "");
  }
  return value.dump();
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

std::string by_plies_text(const Statistics& s, const ReportStyle& style) {
  const auto rows = rows_of(s, style.most_rows);
  u64 most = 0;
  for (const auto& row : rows) most = std::max({most, row.wins, row.losses});
  std::string out = fmt::format("{:>9}  {:5} {:>15}\n", "plies", "", "positions");
  for (const auto& row : rows) {
    const std::string plies = row.first == row.last ? fmt::format("{}", row.first) : fmt::format("{}-{}", row.first, row.last);
    for (auto [count, name] : {std::pair(row.wins, "win"), std::pair(row.losses, "loss")})
      if (count != 0)
        out += fmt::format("{:>9}  {:5} {:>15}  {}\n", plies, name, grouped(count),
                           bar(count, most, style.bar_width, style.unicode));
  }
  if (s.positions.draws != 0) out += fmt::format("{:>9}  {:5} {:>15}\n", "-", "draw", grouped(s.positions.draws));
  return out;
}

std::string published_text(const std::vector<Published>& figures) {
  std::string out;
  for (const auto& p : figures) {
    const std::string verdict = !p.compared() ? "not computed here" : p.agrees() ? "agrees" : "DIFFERS: ours is " + plain(p.ours);
    out += fmt::format("{:24} {:>15}  {}  [{}]\n", p.what, plain(p.value), verdict, p.source);
    if (!p.note.empty()) out += fmt::format("{:24} {:>15}  {}\n", "", "", p.note);
  }
  return out;
}

} // namespace zermelo
