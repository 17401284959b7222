#include "campaign/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/json.h"
#include "base/units.h"
#include "view/svg.h"

namespace zermelo {
namespace {

constexpr std::size_t most_boards = 24;

constexpr const char* style = R"(
  body { font: 16px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #14202e }
  table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #d5dce4 } td:first-child, th:first-child { text-align: left }
  .boards { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0; width: 11rem } figure svg { width: 100%; height: auto } figcaption { font-size: .85rem; overflow-wrap: anywhere }
  .bar { display: flex; height: 1.2rem; border-radius: .3rem; overflow: hidden } .holds { background: #2c7a4b } .fails { background: #a8332c } .open { background: #b9c4d0 }
  .for { stroke: #2c7a4b; fill: none; stroke-width: 2 } .against { stroke: #a8332c; fill: none; stroke-width: 2 } .axis { stroke: #8a97a6 } text { font-size: 12px; fill: #3c4a5a }
  @media (prefers-color-scheme: dark) { body { background: #0d1117; color: #eef3f8 } text { fill: #c2cdd9 } td, th { border-color: #2a3644 } }
)";

std::string number(const nlohmann::json& n) { return n.is_null() ? "&#8734;" : grouped(n.get<u64>()); }
std::string text(const nlohmann::json& t) { return xml_escaped(t.get<std::string>()); }

// Numbers over time, both scales from the least to the most; that of the numbers by their logarithm.
std::string plot_of(const nlohmann::json& history) {
  constexpr double width = 900, height = 240, left = 50, bottom = 30;
  std::vector<nlohmann::json> points;
  for (const auto& h : history)
    if (!h["for"].is_null() && !h["against"].is_null() && h["for"] > 0 && h["against"] > 0) points.push_back(h);
  if (points.size() < 2) return "<p>There is no history of the numbers yet.</p>";
  const double first = points.front()["at"], last = std::max(points.back()["at"].get<double>(), first + 1);
  double most = 2;
  for (const auto& p : points) most = std::max({most, p["for"].get<double>(), p["against"].get<double>()});
  auto x = [&](double at) { return left + (at - first) / (last - first) * (width - left - 10); };
  auto y = [&](double n) { return height - bottom - std::log(std::max(1.0, n)) / std::log(most) * (height - bottom - 20); };
  std::string svg =
      fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"numbers for and against over time\">", width, height);
  svg += fmt::format(R"(<path class="axis" d="M{0} 10 V{1} H{2}" fill="none"/>)", left, height - bottom, width - 10);
  for (double n = 1; n <= most; n *= 10)
    svg += fmt::format(R"(<text x="{}" y="{:.0f}" text-anchor="end">{:.0f}</text>)", left - 6, y(n) + 4, n);
  svg += fmt::format(R"(<text x="{}" y="{}">0</text><text x="{}" y="{}" text-anchor="end">{}</text>)", left, height - 10,
                     width - 10, height - 10, duration(last - first));
  for (const char* which : {"for", "against"}) {
    std::string path;
    for (const auto& p : points)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(p["at"]), y(p[which].get<double>()));
    svg += fmt::format(R"(<path class="{}" d="{}"/>)", which, path);
  }
  return svg + "</svg><p>Green: the number for the claim; red: against it (both by their logarithm, over time).</p>";
}

class Boards {
public:
  explicit Boards(const Campaign& campaign)
      : game_(campaign.game()),
        look_(parse_json(find_folder(game_.entry().name) == nullptr ? "{}" : find_folder(game_.entry().name)->board)) {}

  std::string figure(const std::string& position, const std::string& caption) const {
    const AnyGame& game = game_.entry().game();
    const AnyPosition p = game_.position(position);
    const std::string board =
        game.pictured() ? svg_of(game.picture(p), look_, {}) : "<pre>" + xml_escaped(game.draw(p)) + "</pre>";
    return fmt::format("<figure>{}<figcaption>{}<br>{}</figcaption></figure>\n", board, xml_escaped(position), caption);
  }

private:
  const CampaignGame& game_;
  nlohmann::json look_;
};

std::string bar_of(const nlohmann::json& tree) {
  const double all =
      std::max(1.0, tree["proven"].get<double>() + tree["disproven"].get<double>() + tree["open_leaves"].get<double>());
  auto part = [&](const char* kind, const nlohmann::json& n) {
    return fmt::format(R"(<div class="{}" style="width: {:.2f}%"></div>)", kind, 100 * n.get<double>() / all);
  };
  return "<div class=\"bar\">" + part("holds", tree["proven"]) + part("fails", tree["disproven"]) +
         part("open", tree["open_leaves"]) +
         fmt::format("</div><p>Of {} positions in the tree the claim holds at {} and fails at {}; {} leaves are open.</p>\n",
                     number(tree["positions"]), number(tree["proven"]), number(tree["disproven"]), number(tree["open_leaves"]));
}

std::string workers_table(const nlohmann::json& workers) {
  std::string rows;
  std::size_t left = 200;
  for (const auto& w : workers) {
    if (left-- == 0) break;
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0f}</td><td>{} ago</td><td>{}</td></tr>\n",
                        text(w["name"]), number(w["jobs"]), number(w["facts"]), number(w["visits"]),
                        w["visits"].get<double>() / std::max(1e-3, w["seconds"].get<double>()),
                        duration(w["seen_seconds_ago"].get<double>()),
                        w["refused"] > 0 ? number(w["refused"]) + ": " + text(w["why"]) : "");
  }
  return "<table><tr><th>worker</th><th>jobs</th><th>facts</th><th>visits</th><th>a second</th><th>heard "
         "of</th><th>refused</th></tr>\n" +
         rows + "</table>\n";
}

// The moves of the root, by what is left to show.
std::string moves_of(const Campaign& campaign, const Boards& boards) {
  const bool attacks = campaign.game().identity().mover_attacks();
  struct Row {
    u32 theirs;
    std::string position, caption;
  };
  auto rows = campaign.look([&](const CampaignTree& tree, const CampaignStore& store) {
    std::vector<Row> found;
    if (tree.size() == 0) return found;
    for (const u32 child : tree[0].children) {
      const CampaignTree::Node& n = tree[child];
      const u32 attacker = n.attacker_moves ? n.numbers.mine : n.numbers.theirs,
                defender = n.attacker_moves ? n.numbers.theirs : n.numbers.mine;
      found.push_back({n.numbers.theirs, store.position_of(child),
                       n.numbers.settled() ? (n.attacker_wins() == attacks ? "the claim holds" : "the claim fails")
                                           : fmt::format("{} for, {} against", grouped(attacks ? attacker : defender),
                                                         grouped(attacks ? defender : attacker))});
    }
    return found;
  });
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.theirs < b.theirs; });
  std::string html;
  for (std::size_t i = 0; i < std::min(most_boards, rows.size()); ++i) html += boards.figure(rows[i].position, rows[i].caption);
  return rows.empty() ? "" : "<h2>The first moves</h2><div class=\"boards\">" + html + "</div>\n";
}

std::string facts_of(const Campaign& campaign, const Boards& boards) {
  std::vector<FactRecord> last;
  campaign.look([&](const CampaignTree&, const CampaignStore& store) {
    store.each_fact([&](const FactRecord& f) {
      if (last.size() == most_boards) last.erase(last.begin());
      last.push_back(f);
    });
  });
  const bool attacks = campaign.game().identity().mover_attacks();
  std::string html;
  for (auto f = last.rbegin(); f != last.rend(); ++f)
    html += boards.figure(f->position, fmt::format("the claim {}; {} moves, {}", f->attacker_wins == attacks ? "holds" : "fails",
                                                   grouped(f->choices), bytes(f->bytes)));
  return last.empty() ? "" : "<h2>Proved last</h2><div class=\"boards\">" + html + "</div>\n";
}

} // namespace

std::string page_of(const Campaign& campaign) {
  const nlohmann::json s = campaign.status();
  const Boards boards(campaign);
  const std::string name = campaign.game().identity().game, result = s["result"];
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}: {1}</title><style>{2}</style></head><body>\n"
      "<h1>{0}: {1} {3}</h1>\n",
      xml_escaped(name), text(s["claim"]), style, result == "unknown" ? "is open" : xml_escaped(result));
  if (result == "unknown" && s.contains("numbers"))
    html += fmt::format(
        "<p>At least {} open positions must be settled to show the claim, {} to refute it, as far as is known. Nobody knows when "
        "it will end: these numbers rise while more is found out, and there is no estimate.</p>\n",
        number(s["numbers"]["for"]), number(s["numbers"]["against"]));
  html += fmt::format(
      "<p>{} facts, each a proof that was checked ({} together). Nothing is assumed. {} jobs, {} visits, {} of searching.</p>\n",
      number(s["facts"]), bytes(s["fact_bytes"].get<u64>()), number(s["jobs"]), number(s["visits"]),
      duration(s["seconds"].get<double>()));
  html += bar_of(s["tree"]) + plot_of(s["history"]);
  html += "<h2>Where it begins</h2><div class=\"boards\">" + boards.figure(s["position"], "") + "</div>\n";
  html += moves_of(campaign, boards);
  std::string line;
  for (const auto& m : s["line"])
    line += boards.figure(m["position"], fmt::format("{}: {} for, {} against", text(m["move"]), number(m["numbers"]["for"]),
                                                     number(m["numbers"]["against"])));
  if (!line.empty()) html += "<h2>The most promising line</h2><div class=\"boards\">" + line + "</div>\n";
  html += facts_of(campaign, boards);
  html += "<h2>Workers</h2>" + workers_table(s["workers"]);
  return html + "</body></html>\n";
}

} // namespace zermelo
