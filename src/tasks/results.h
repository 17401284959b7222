// The result of a solve as a command shows it: of a table that is here, recorded in the catalog, or in a file.
#pragma once

#include "table/result.h"
#include "tasks/context.h"
#include "verify/reachable.h"
#include "view/published.h"

namespace zermelo {

// What the table's header says; the moves of the initial position are looked up in it where the solver did not tell them.
Result result_of(const Entry& entry, const Table& table, const TableFiles& files);

// By which what is kept beside a table knows it.
std::string fingerprint_of(const Table& table);

// Positions of the longest win, as a solve has kept them beside the table; none if it has not, or for another table.
std::vector<std::string> kept_longest(const Table& table, const TableFiles& files);

// games/<name>/results: none if nobody recorded this variant.
std::optional<Result> recorded_result(const Entry& entry);

// A result file; refuses what is none, or of another game.
Result result_in(const Entry& entry, const std::string& file);

// "zermelo 0.1.0 on MACHINE, 2026-01-01, 12 s: zermelo solve nocca", as far as it was written down.
std::string provenance_text(const Result& result);

// The object that `solve --json`, `stats --json` and `demo --json` print. Without a table (null) the file's keys are null.
nlohmann::json summary_of(const Result& result, const TableFiles* files);

// {"value", "plies"} of the initial position as recorded, else as published; null if nobody knows.
nlohmann::json known_initial(const Entry& entry);

// summary_of() with where it comes from ("table", "recorded", "file") and the moves of the initial position counted.
nlohmann::json statistics_of(const Result& result, const TableFiles* files, const char* source);
// What `stats --reachable` counted stands beside the table from then on: `stats` and the explorer show it without counting again.
nlohmann::json remember_reachable(const ReachReport& report, const Table& table, const TableFiles& files);
nlohmann::json remembered_reachable(const Table& table, const TableFiles& files); // null if it was never counted for this table

// What was counted for a table holds for another one of the same values, which has taken its place.
void keep_counted(const TableFiles& files, const std::string& before, const std::string& now);

nlohmann::json published_json(const std::vector<Published>& figures);

// The object that `stats --json` prints of a table: with what was counted once and is kept beside it, and published figures.
nlohmann::json statistics_of(const Entry& entry, const Table& table, const TableFiles& files);

// The object that `stats --json` prints: of the table, else as recorded; Error(table) if there is neither.
nlohmann::json statistics_of(const Entry& entry, const TablePlace& place);

} // namespace zermelo
