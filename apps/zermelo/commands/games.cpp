// Every game and variant: how large, what is known, what can be solved here.
#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "tasks/results.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

// The initial position's value: from the table that is here, else as recorded, else as published.
nlohmann::json known_value(const Entry& entry, const std::optional<Table>& table) {
  if (table) return to_json(table->header().statistics.initial);
  return known_initial(entry);
}

nlohmann::json row_of(const Family& family, const Variant& variant, const Common& common) {
  const auto entry = open_named(variant.name.empty() ? family.name : family.name + ":" + variant.name);
  nlohmann::json row = {{"game", entry->name},        {"variant", entry->variant}, {"title", family.title},
                        {"summary", variant.summary}, {"set", entry->words.set},   {"slots", nullptr},
                        {"memory", nullptr},          {"solvable", false},         {"table", nullptr}};
  std::optional<Table> table;
  // A damaged table, or a game that cannot be solved this way, does not keep the others from being listed.
  try {
    table = find_table(*entry, common);
  } catch (const Error& e) {
    row["problem"] = e.what();
  }
  try {
    const SolvePlan e = entry->plan({}, Contents::distances);
    row["slots"] = e.slots;
    row["memory"] = e.memory;
    row["solvable"] = e.memory <= available_memory();
  } catch (const Error& e) {
    row["unsolvable"] = e.what();
  }
  if (table) row["table"] = table->file().path().string();
  const auto recorded = recorded_result(*entry);
  const auto proved = proved_initial(known_of(*entry), entry->variant);
  row["recorded"] = recorded.has_value() || (proved && proved->strongly);
  row["proved"] = proved.has_value();
  row["positions"] = table      ? nlohmann::json(table->header().statistics.positions.positions())
                     : recorded ? nlohmann::json(recorded->statistics.positions.positions())
                                : nlohmann::json();
  row["initial"] = known_value(*entry, table);
  return row;
}

std::string status_of(const nlohmann::json& row) {
  if (row.contains("problem")) return "table unusable";
  if (!row["table"].is_null()) return "solved here";
  if (row["solvable"].get<bool>()) return "can be solved";
  if (row["recorded"].get<bool>()) return "recorded";
  if (row["proved"].get<bool>()) return "proved";
  if (row["initial"].is_object()) return "in print";
  return row["slots"].is_null() ? "open" : "too large here";
}

std::string value_of(const nlohmann::json& row) {
  if (!row["initial"].is_object()) return "?";
  const auto& plies = row["initial"].value("plies", nlohmann::json());
  if (const auto score = row["initial"].value("score", nlohmann::json()); score.is_number())
    return words(scored(score.get<i32>()));
  return row["initial"].value("value", "?") + (plies.is_number() ? fmt::format(" in {}", plies.get<int>()) : "");
}

struct GamesArguments {
  bool solved = false;
};

// Columns of the terminal; 0 where the output is none, and nothing is cut.
std::size_t width() { return stdout_is_terminal() ? terminal_columns() : 0; }

void print(const std::string& title, const nlohmann::json& rows, std::size_t names) {
  outf("{}\n", bold(title));
  for (const auto& row : rows) {
    const auto variant = row["variant"].get<std::string>(),
               name = row["game"].get<std::string>() + (variant.empty() ? "" : ":" + variant);
    const std::string value = value_of(row);
    std::string line =
        fmt::format("  {:{}}  {:12} {:14} {:>21}  {:>9}  {}", name, names, value, status_of(row),
                    row["positions"].is_null() ? (row["slots"].is_null() ? "-" : grouped(row["slots"].get<u64>()) + " *")
                                               : grouped(row["positions"].get<u64>()),
                    row["memory"].is_null() ? "-" : bytes(row["memory"].get<u64>()), row["summary"].get<std::string>());
    if (const std::size_t most = width(); most > 8 && line.size() > most)
      line = line.substr(0, most - 1) + (unicode() ? "…" : "~");
    while (line.ends_with(' ')) line.pop_back();
    outf("{}\n", line);
  }
}

Exit games(const GamesArguments& o, const Common& common) {
  auto rows = nlohmann::json::array();
  std::size_t names = 4;
  for (const auto& folder : catalog())
    for (const auto& variant : variants_of(folder, common)) {
      auto row = row_of(folder.family, variant, common);
      if (o.solved && row["table"].is_null()) continue;
      names = std::max(names, folder.family.name.size() + 1 + variant.name.size());
      rows.push_back(std::move(row));
    }
  if (common.json) {
    out(nlohmann::json{{"games", rows}});
    return Exit::done;
  }
  if (rows.empty()) note("no game is solved here yet; 'zermelo solve tictactoe' takes a moment\n");
  std::string title;
  for (std::size_t i = 0; i < rows.size();) {
    auto group = nlohmann::json::array();
    const auto game = rows[i]["game"];
    title = rows[i]["title"].get<std::string>();
    for (; i < rows.size() && rows[i]["game"] == game; ++i) group.push_back(rows[i]);
    print(title, group, names);
    for (const auto& row : group)
      if (row.contains("problem")) notef("zermelo: {}\n", row["problem"].get<std::string>());
  }
  if (std::any_of(rows.begin(), rows.end(),
                  [](const auto& row) { return row["positions"].is_null() && !row["slots"].is_null(); }))
    outf("\n* slots of the index; a solve counts the positions\n");
  return Exit::done;
}

} // namespace

const Command games_command = {"games", "every game and variant: size, what is known, what is solved here", "zermelo games",
                               [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                 auto o = std::make_shared<GamesArguments>();
                                 a.flag("--solved", o->solved, "only those that have a table here");
                                 return [o, &common] { return games(*o, common); };
                               }};

} // namespace zermelo
