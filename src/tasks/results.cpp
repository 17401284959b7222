#include "tasks/results.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/units.h"
#include "table/sidecar.h"
#include "view/probe.h"
#include "view/report.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr u64 most_bytes = u64{1} << 22; // of a result file

nlohmann::json provenance_of(const TableFiles& files) {
  const auto sidecar = read_sidecar(files);
  if (sidecar.empty()) return nullptr;
  nlohmann::json j;
  for (const auto& [key, from] : {std::pair("machine", "machine"), std::pair("program", "program"), std::pair("date", "finished"),
                                  std::pair("command", "command"), std::pair("seconds", "seconds")})
    j[key] = sidecar.value(from, nlohmann::json());
  return j;
}

nlohmann::json to_json(const Tally& t) {
  return {{"positions", t.positions()}, {"wins", t.wins}, {"losses", t.losses}, {"draws", t.draws}};
}

// Where the index folds symmetric positions, what is counted are classes, and the two sides cannot be told apart.
nlohmann::json to_json(const ReachReport& r, const ReachReport::Count& c) {
  nlohmann::json j = {{"depth", c.depth}, {"mover", to_json(c.mover)}};
  j["first_player"] = r.folded ? nlohmann::json() : to_json(c.first_player);
  j["outside"] = r.counts_outside ? nlohmann::json(c.outside) : nlohmann::json();
  j["orbits"] = r.folded ? to_json(c.mover) : nlohmann::json();
  // With those outside the index they are all that can occur.
  if (r.folded && r.counts_outside) j["orbits"]["census"] = c.mover.positions() + c.outside;
  return j;
}

nlohmann::json to_json(const ReachReport& r) {
  auto j = to_json(r, r.all);
  j["folded"] = r.folded;
  j["until_settled"] = to_json(r, r.unsettled);
  return j;
}

} // namespace

std::string fingerprint_of(const Table& table) { return fmt::format("{:016x}", table.file().fingerprint()); }

std::vector<std::string> kept_longest(const Table& table, const TableFiles& files) {
  const auto sidecar = read_sidecar(files);
  const auto list = sidecar.find("longest_positions");
  std::vector<std::string> kept;
  if (list == sidecar.end() || !list->is_array() ||
      sidecar.value("longest_in", nlohmann::json()) != nlohmann::json(fingerprint_of(table)))
    return kept;
  for (const auto& p : *list)
    if (p.is_string() && kept.size() < Findings::most_positions) kept.push_back(p.get<std::string>());
  return kept;
}

Result result_of(const Entry& entry, const Table& table, const TableFiles& files) {
  Result r{entry.name, entry.variant, entry.words.set, table.header().statistics, table.header().findings, provenance_of(files)};
  if (r.findings.longest_positions.empty()) r.findings.longest_positions = kept_longest(table, files);
  if (r.findings.moves.empty())
    for (const auto& m : probe(entry.game(), &table, entry.game().start()).moves) r.findings.moves.push_back({m.name, m.value});
  return r;
}

std::optional<Result> recorded_result(const Entry& entry) {
  const Folder* folder = find_folder(entry.name);
  if (folder == nullptr) return std::nullopt;
  for (const auto& recorded : folder->results) {
    Result r = result_from_text(recorded.text, fmt::format("{}/results/{}", entry.name, recorded.file));
    if (r.game == entry.name && r.variant == entry.variant) return r;
  }
  return std::nullopt;
}

Result result_in(const Entry& entry, const std::string& file) {
  std::error_code unreadable;
  const std::string name = printable(file, 300);
  if (!std::filesystem::is_regular_file(file, unreadable)) throw Error(Exit::table, "there is no file " + name);
  if (std::filesystem::file_size(file, unreadable) > most_bytes) throw Error(Exit::table, name + " is too long for a result");
  Result r = result_from_text(read_whole(file, most_bytes), name);
  if (r.game != entry.name || r.variant != entry.variant)
    throw Error(Exit::table,
                fmt::format("{} is a result of {}, not of {}", name, printable(r.full_name(), 40), entry.full_name()));
  return r;
}

std::string provenance_text(const Result& result) {
  auto part = [&](const char* key) -> std::string {
    if (!result.provenance.is_object() || !result.provenance.contains(key)) return "";
    const auto& value = result.provenance.at(key);
    if (value.is_number() && std::string_view(key) == "seconds") return duration(value.get<double>());
    return value.is_string() ? printable(value.get<std::string>(), 120) : "";
  };
  std::string text = part("program");
  if (const auto machine = part("machine"); !machine.empty()) text += (text.empty() ? "" : " on ") + machine;
  for (const char* key : {"date", "seconds"})
    if (const auto more = part(key); !more.empty()) text += (text.empty() ? "" : ", ") + more;
  if (const auto command = part("command"); !command.empty()) text += (text.empty() ? "" : ": ") + command;
  return text;
}

nlohmann::json summary_of(const Result& result, const TableFiles* files) {
  nlohmann::json j = to_json(result);
  j["table"] = j["table_bytes"] = nullptr;
  const auto sidecar = files == nullptr ? nlohmann::json::object() : read_sidecar(*files);
  for (const char* key : {"seconds", "cpu_seconds", "threads", "peak_memory", "resumed", "ranks", "edges", "phases"})
    j[key] = sidecar.value(key, nlohmann::json());
  if (files == nullptr) {
    if (result.provenance.is_object()) j["seconds"] = result.provenance.value("seconds", nlohmann::json());
    return j;
  }
  std::error_code unreadable;
  const auto size = std::filesystem::file_size(files->table, unreadable);
  j["table"] = files->table.string();
  if (!unreadable) j["table_bytes"] = size;
  return j;
}

nlohmann::json known_initial(const Entry& entry) {
  if (const auto recorded = recorded_result(entry)) return to_json(recorded->statistics.initial);
  for (const auto& figure : published_figures(known_of(entry), entry.variant, nlohmann::json::object())) {
    if (figure.what != "initial") continue;
    nlohmann::json j = {{"value", nullptr}, {"plies", nullptr}};
    j.update(figure.value.is_string() ? value_in_words(figure.value.get<std::string>()) : figure.value);
    // Some sources print the distance apart.
    for (const auto& other : published_figures(known_of(entry), entry.variant, nlohmann::json::object()))
      if (other.what == "initial.plies" && j["plies"].is_null()) j["plies"] = other.value;
    if (const auto proved = proved_initial(known_of(entry), entry.variant);
        proved && proved->plies != no_plies && j["value"] == name_of(proved->wdl))
      j["plies"] = proved->plies;
    return j;
  }
  if (const auto proved = proved_initial(known_of(entry), entry.variant); proved && proved->wdl != Wdl::unknown)
    return {{"value", name_of(proved->wdl)},
            {"plies", proved->plies == no_plies ? nlohmann::json() : nlohmann::json(proved->plies)}};
  return nullptr;
}

nlohmann::json statistics_of(const Result& result, const TableFiles* files, const char* source) {
  auto j = summary_of(result, files);
  j["source"] = source;
  if (!result.findings.moves.empty()) j["move_counts"] = move_counts(result.findings);
  return j;
}

nlohmann::json remember_reachable(const ReachReport& report, const Table& table, const TableFiles& files) {
  auto j = to_json(report);
  auto sidecar = read_sidecar(files);
  sidecar["reachable"] = j;
  sidecar["reachable_in"] = fingerprint_of(table);
  try {
    write_sidecar(files, std::move(sidecar));
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a folder that only others may write; it is counted again next time
  }
  return j;
}

nlohmann::json remembered_reachable(const Table& table, const TableFiles& files) {
  const auto sidecar = read_sidecar(files);
  const bool of_this = sidecar.value("reachable_in", nlohmann::json()) == nlohmann::json(fingerprint_of(table));
  return of_this ? sidecar.value("reachable", nlohmann::json()) : nlohmann::json();
}

void keep_counted(const TableFiles& files, const std::string& before, const std::string& now) try {
  auto sidecar = read_sidecar(files);
  bool any = false;
  for (const char* key : {"longest_in", "reachable_in"}) {
    if (sidecar.value(key, nlohmann::json()) != nlohmann::json(before)) continue;
    sidecar[key] = now;
    any = true;
  }
  if (any) write_sidecar(files, std::move(sidecar));
} catch (const Error&) { // NOLINT(bugprone-empty-catch): it is counted again when it is asked for
}

nlohmann::json published_json(const std::vector<Published>& figures) {
  auto rows = nlohmann::json::array();
  for (const auto& figure : figures) rows.push_back(to_json(figure));
  return rows;
}

nlohmann::json statistics_of(const Entry& entry, const Table& table, const TableFiles& files) {
  auto j = statistics_of(result_of(entry, table, files), &files, "table");
  if (auto reachable = remembered_reachable(table, files); reachable.is_object()) j["reachable"] = std::move(reachable);
  j["published"] = published_json(published_figures(known_of(entry), entry.variant, j));
  return j;
}

nlohmann::json statistics_of(const Entry& entry, const TablePlace& place) {
  if (const auto table = find_table(entry, place)) return statistics_of(entry, *table, files_to_read(entry, place));
  const auto recorded = recorded_result(entry);
  if (!recorded) refuse_missing_table(entry, place);
  auto j = statistics_of(*recorded, nullptr, "recorded");
  j["published"] = published_json(published_figures(known_of(entry), entry.variant, j));
  return j;
}

} // namespace zermelo
