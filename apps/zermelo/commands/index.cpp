// The index of a game in figures, and the decision diagram of its set of positions.
#include "arguments.h"
#include "base/units.h"
#include "command.h"
#include "index/figures.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/report.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr u64 quick = 10'000'000; // slots that are counted unasked

struct IndexArguments {
  std::string game;
  bool count = false;
};

nlohmann::json or_null(const std::optional<u64>& n) { return n ? nlohmann::json(*n) : nlohmann::json(); }

// The least and the most nodes of a path.
std::pair<u64, u64> range_of(const std::vector<u64>& counts) {
  u64 least = 0;
  while (least + 1 < counts.size() && counts[least] == 0) ++least;
  return {least, counts.empty() ? 0 : counts.size() - 1};
}

nlohmann::json to_json(const IndexReport::Diagram& d) {
  const auto [least, most] = range_of(d.by_nodes);
  nlohmann::json path = {{"mean", mean_of(d.by_nodes)}, {"least", least}, {"most", most}, {"by_nodes", nlohmann::json::array()}};
  for (std::size_t n = 0; n < d.by_nodes.size(); ++n)
    if (d.by_nodes[n] != 0) path["by_nodes"].push_back({{"nodes", n}, {"positions", d.by_nodes[n]}});
  nlohmann::json j = {{"items", d.items},
                      {"symmetries", d.symmetries},
                      {"nodes", d.by_state.nodes},
                      {"bytes", d.by_state.bytes},
                      {"reduced", {{"nodes", d.reduced.nodes}, {"bytes", d.reduced.bytes}}},
                      {"path", path},
                      {"divided_by", d.divided_by},
                      {"strata", nlohmann::json::object()}};
  for (const auto& [name, positions] : d.strata) j["strata"][name] = positions;
  return j;
}

nlohmann::json to_json(const Entry& entry, const IndexReport& r) {
  nlohmann::json j = {{"game", entry.name},
                      {"variant", entry.variant},
                      {"set", entry.words.set},
                      {"slots", r.slots ? nlohmann::json(r.slots->size) : nlohmann::json()},
                      {"folded", r.slots ? nlohmann::json(r.slots->folded) : nlohmann::json()},
                      {"positions", or_null(r.positions())},
                      {"orbits", {{"positions", or_null(r.classes())}}},
                      {"empty_slots", or_null(r.empty_slots())},
                      {"counted", r.slots && r.slots->positions},
                      {"agrees", r.agrees()}};
  j["zdd"] = r.diagram ? to_json(*r.diagram) : nlohmann::json();
  return j;
}

void print_index(const Entry& entry, const IndexReport& r) {
  auto row = [](const char* name, const std::optional<u64>& n, const std::string& remark) {
    outf("{:20} {:>26}{}{}\n", name, n ? grouped(*n) : "not counted", remark.empty() ? "" : "  ", remark);
  };
  outf("{}: {}\n\n", bold(entry.full_name()), entry.words.set);
  if (r.slots) {
    row("slots", r.slots->size,
        fmt::format("{}{} at a byte each", r.slots->folded ? "one per class of symmetric positions, " : "",
                    bytes(r.slots->size)));
  } else {
    outf("no index, so no table\n");
  }
  row("positions", r.positions(), "");
  row("up to symmetry", r.classes(), "");
  if (const auto empty = r.empty_slots(); empty && r.slots)
    row("empty slots", empty,
        fmt::format("{:.2f} %", 100.0 * static_cast<double>(*empty) / static_cast<double>(std::max<u64>(1, r.slots->size))));
  if (r.diagram && r.slots && r.slots->positions)
    outf("\nslot by slot and by the diagram: {}\n", r.agrees() ? "the same numbers" : "DIFFERENT NUMBERS");
}

// At most this many rows: neighbouring lengths are joined.
void print_paths(const std::vector<u64>& counts) {
  constexpr u64 rows = 16;
  const auto [least, most] = range_of(counts);
  const u64 width = (most - least) / rows + 1;
  std::vector<std::pair<u64, u64>> joined; // the first length, positions
  u64 highest = 0;
  for (u64 n = least; n <= most && n < counts.size(); ++n) {
    if ((n - least) % width == 0) joined.emplace_back(n, 0);
    highest = std::max(highest, joined.back().second += counts[n]);
  }
  outf("\n{:>20} {:>26}\n", "nodes on the path", "positions");
  for (const auto& [n, positions] : joined) {
    const u64 last = std::min(most, n + width - 1);
    outf("{:>20} {:>26}  {}\n", last == n ? std::to_string(n) : fmt::format("{}-{}", n, last), grouped(positions),
         bar(positions, highest, 30, unicode()));
  }
}

void print_diagram(const IndexReport::Diagram& d) {
  const auto [least, most] = range_of(d.by_nodes);
  outf("\nZDD over {} items\n", d.items);
  outf("{:20} {:>26}  {} with both leaves\n", "merged by state", grouped(d.by_state.nodes) + " nodes", bytes(d.by_state.bytes));
  outf("{:20} {:>26}  {}\n", "fully reduced", grouped(d.reduced.nodes) + " nodes", bytes(d.reduced.bytes));
  outf("{:20} {:>26}  {} to {}\n", "mean path", fmt::format("{:.3f} nodes", mean_of(d.by_nodes)), least, most);
  print_paths(d.by_nodes);
  outf("\n{:>20} {:>26}\n", d.divided_by, "positions");
  u64 sum = 0;
  for (const auto& [name, positions] : d.strata) {
    outf("{:>20} {:>26}\n", name, grouped(positions));
    sum += positions;
  }
  outf("{:>20} {:>26}\n", "together", grouped(sum));
}

Exit index(const IndexArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const IndexReport r = entry->index(o.count ? ~u64{0} : quick);
  auto j = to_json(*entry, r);
  const auto figures = published_figures(known_of(*entry), entry->variant, j, "published_index");
  if (common.json) {
    j["published"] = nlohmann::json::array();
    for (const auto& figure : figures) j["published"].push_back(to_json(figure));
    out(j);
  } else {
    print_index(*entry, r);
    if (r.diagram) print_diagram(*r.diagram);
    if (!figures.empty()) out(std::string_view("\npublished\n" + published_text(figures)));
  }
  return r.agrees() ? Exit::done : Exit::mismatch;
}

} // namespace

const Command index_command = {
    "index", "a game's index in figures, and the decision diagram of its positions",
    "zermelo index tictactoe\n  zermelo index nocca:3x4 --json", [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<IndexArguments>();
      a.game(o->game);
      a.flag("--count", o->count, "visit every slot, however many there are (default: up to 10 million)");
      return [o, &common] { return index(*o, common); };
    }};

} // namespace zermelo
