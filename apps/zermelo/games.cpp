// Every game and variant: how large, what is known, what can be solved here.
#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "results.h"
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
  row["recorded"] = recorded_result(*entry).has_value();
  row["initial"] = known_value(*entry, table);
  return row;
}

std::string status_of(const nlohmann::json& row) {
  if (row.contains("problem")) return "table unusable";
  if (!row["table"].is_null()) return "solved here";
  if (row["slots"].is_null()) return "no table";
  if (row["solvable"].get<bool>()) return "can be solved";
  return row["recorded"].get<bool>() ? "recorded" : "too large here";
}

std::string value_of(const nlohmann::json& row) {
  if (!row["initial"].is_object()) return "?";
  const auto& plies = row["initial"].value("plies", nlohmann::json());
  if (const auto score = row["initial"].value("score", nlohmann::json()); score.is_number())
    return words(scored(score.get<i32>()));
  return row["initial"].value("value", "?") + (plies.is_number() ? fmt::format(" in {}", plies.get<int>()) : "");
}

Exit games(const Common& common) {
  auto rows = nlohmann::json::array();
  for (const auto& folder : catalog())
    for (const auto& variant : folder.family.variants) rows.push_back(row_of(folder.family, variant, common));
  if (common.json) {
    out(nlohmann::json{{"games", rows}});
    return Exit::done;
  }
  outf("{:14} {:>19} {:>9}  {:14} {:10} {}\n", "game", "slots", "memory", "", "value", "");
  for (const auto& row : rows) {
    const auto variant = row["variant"].get<std::string>();
    outf("{:14} {:>19} {:>9}  {:14} {:10} {}, {}\n", row["game"].get<std::string>() + (variant.empty() ? "" : ":" + variant),
         row["slots"].is_null() ? "-" : grouped(row["slots"].get<u64>()),
         row["memory"].is_null() ? "-" : bytes(row["memory"].get<u64>()), status_of(row), value_of(row),
         row["title"].get<std::string>(), row["summary"].get<std::string>());
    if (row.contains("problem")) notef("zermelo: {}\n", row["problem"].get<std::string>());
  }
  return Exit::done;
}

} // namespace

const Command games_command = {
    "games", "every game and variant: size, what is known, what is solved here", "zermelo games",
    [](Arguments&, const Common& common) -> std::function<Exit()> { return [&common] { return games(common); }; }};

} // namespace zermelo
