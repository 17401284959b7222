#include "campaign/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/json.h"
#include "base/units.h"
#include "campaign/details.h"
#include "view/svg.h"

namespace zermelo {
namespace {

constexpr const char* style = R"(
  body { font: 16px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #14202e }
  table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #d5dce4 } td:first-child, th:first-child { text-align: left }
  .boards { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0; width: 11rem } figure svg { width: 100%; height: auto } figcaption { font-size: .85rem; overflow-wrap: anywhere }
  .bar { display: flex; height: 1.2rem; border-radius: .3rem; overflow: hidden } .holds { background: #2c7a4b } .fails { background: #a8332c } .assumed { background: #c99a2e } .open { background: #b9c4d0 }
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

std::string assumed_text(const nlohmann::json& s) {
  if (s["assumptions"] == 0) return "Nothing is assumed.";
  return fmt::format(
      "{} leaves are only assumed to be settled, as an evaluation of at least {} is sure of them; with them the claim {}.",
      number(s["assumptions"]), number(s["threshold"]),
      s["if_assumed"] == "unknown" ? std::string("is open") : "would be " + text(s["if_assumed"]));
}

std::string bar_of(const nlohmann::json& tree) {
  const double all = std::max(1.0, tree["proven"].get<double>() + tree["disproven"].get<double>() +
                                       tree["assumed"].get<double>() + tree["open_leaves"].get<double>());
  auto part = [&](const char* kind, const nlohmann::json& n) {
    return fmt::format(R"(<div class="{}" style="width: {:.2f}%"></div>)", kind, 100 * n.get<double>() / all);
  };
  return "<div class=\"bar\">" + part("holds", tree["proven"]) + part("fails", tree["disproven"]) +
         part("assumed", tree["assumed"]) + part("open", tree["open_leaves"]) +
         fmt::format("</div><p>Of {} positions in the tree the claim holds at {} and fails at {}, {} are settled only by what is "
                     "assumed; {} leaves are open.</p>\n",
                     number(tree["positions"]), number(tree["proven"]), number(tree["disproven"]), number(tree["assumed"]),
                     number(tree["open_leaves"]));
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

std::string holds_text(const nlohmann::json& result) { return result == "proven" ? "the claim holds" : "the claim fails"; }

std::string boards_of(const char* title, const nlohmann::json& rows, const Boards& boards,
                      const std::function<std::string(const nlohmann::json&)>& caption) {
  std::string html;
  for (const auto& r : rows) html += boards.figure(r["position"], caption(r));
  return rows.empty() ? "" : fmt::format("<h2>{}</h2><div class=\"boards\">{}</div>\n", title, html);
}

std::string numbers_text(const nlohmann::json& row) {
  return fmt::format("{} for, {} against", number(row["numbers"]["for"]), number(row["numbers"]["against"]));
}

} // namespace

std::string page_of(const Campaign& campaign) {
  const nlohmann::json s = details_of(campaign);
  const Boards boards(campaign);
  const std::string name = campaign.game().identity().game, result = s["result"];
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}: {1}</title><style>{2}</style></head><body>\n"
      "<h1>{0}: {1} {3}</h1>\n",
      xml_escaped(name), text(s["claim"]), style, result == "unknown" ? "is open" : xml_escaped(result));
  if (s["if_assumed"] == "unknown" && s.contains("numbers"))
    html += fmt::format(
        "<p>At least {} open positions must be settled to show the claim, {} to refute it, as far as is known. Nobody knows when "
        "it will end: these numbers rise while more is found out, and there is no estimate.</p>\n",
        number(s["numbers"]["for"]), number(s["numbers"]["against"]));
  html += fmt::format("<p>{} facts, each a proof that was checked ({} together). {} {} jobs, {} visits, {} of searching.</p>\n",
                      number(s["facts"]), bytes(s["fact_bytes"].get<u64>()), assumed_text(s), number(s["jobs"]),
                      number(s["visits"]), duration(s["seconds"].get<double>()));
  html += bar_of(s["tree"]) + plot_of(s["history"]);
  html += "<h2>Where it begins</h2><div class=\"boards\">" + boards.figure(s["position"], "") + "</div>\n";
  html += boards_of("The first moves", s["moves"], boards,
                    [](const nlohmann::json& m) { return m["result"] == "unknown" ? numbers_text(m) : holds_text(m["result"]); });
  html += boards_of("The most promising line", s["line"], boards,
                    [](const nlohmann::json& m) { return text(m["move"]) + ": " + numbers_text(m); });
  html += boards_of("Proved last", s["proved"], boards, [](const nlohmann::json& f) {
    return fmt::format("{}; {} moves, {}", holds_text(f["result"]), number(f["choices"]), bytes(f["bytes"].get<u64>()));
  });
  html += "<h2>Workers</h2>" + workers_table(s["workers"]);
  return html + "</body></html>\n";
}

} // namespace zermelo
