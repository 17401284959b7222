#include "view/published.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json.h"

namespace zermelo {
namespace {

// The positions of so many plies, won or lost; none is a number too.
nlohmann::json count_at(const nlohmann::json& by_plies, std::string_view plies) {
  u64 count = 0;
  for (const auto& row : by_plies)
    if (row.is_object() && json_text(row.value("plies", nlohmann::json())) == plies) count += row.value("count", u64{0});
  return count;
}

// Figures that are not always there: not every solve finds them, or they are to be asked for.
constexpr std::string_view sometimes[] = {"reachable", "mean_moves", "move_counts", "longest", "zdd", "positions", "classes"};

// Where the path leads to nothing: null. `there` then has the names among which it went wrong, if it did.
nlohmann::json at_path(const nlohmann::json& j, std::string_view path, std::string& there, bool top = true) {
  if (j.is_array()) return count_at(j, path);
  const auto dot = path.find('.');
  const std::string key(path.substr(0, dot));
  if (j.is_object() && j.contains(key))
    return dot == std::string_view::npos ? j.at(key) : at_path(j.at(key), path.substr(dot + 1), there, false);
  if (top && std::find(std::begin(sometimes), std::end(sometimes), key) != std::end(sometimes)) return nullptr;
  if (j.is_object())
    for (const auto& [name, value] : j.items()) there += (there.empty() ? "" : ", ") + name;
  return nullptr;
}

nlohmann::json parsed(std::string_view known) {
  auto j = parse_json(known);
  return j.is_object() ? j : nlohmann::json::object();
}

// "87928?" with a digit that is lost in print.
bool matches(const std::string& pattern, const std::string& digits) {
  auto same = [](char p, char d) { return p == d || (p == '?' && d >= '0' && d <= '9'); };
  return std::equal(pattern.begin(), pattern.end(), digits.begin(), digits.end(), same);
}

// As many digits behind the point as were printed.
bool rounds_to(double ours, const nlohmann::json& printed) {
  const std::string text = json_text(printed);
  const auto point = text.find('.');
  return fmt::format("{:.{}f}", ours, point == std::string::npos ? 0 : text.size() - point - 1) == text;
}

void add_distributions(const nlohmann::json& known, const std::string& variant, const nlohmann::json& ours,
                       std::vector<Published>& figures) {
  for (const auto& list : known.value("published_by_plies", nlohmann::json::array())) {
    if (list.value("variant", "") != variant) continue;
    const auto notes = list.value("notes", nlohmann::json::object());
    for (const auto& row : list.value("rows", nlohmann::json::array())) {
      const std::string plies = json_text(row.at(0));
      figures.push_back({"by_plies." + plies, row.at(1), list.value("source", ""), notes.value(plies, ""), {}, {}});
      figures.back().ours = at_path(ours, figures.back().what, figures.back().there);
    }
  }
}

} // namespace

nlohmann::json value_in_words(const std::string& text) {
  nlohmann::json j = {{"value", text.substr(0, text.find(' '))}};
  int plies = 0;
  const auto in = text.find(" in ");
  if (in != std::string::npos && std::from_chars(text.data() + in + 4, text.data() + text.size(), plies).ec == std::errc{})
    j["plies"] = plies;
  return j;
}

// A published object need not name every key of ours.
bool Published::agrees() const {
  if (value.is_string() && ours.is_number()) return matches(value.get<std::string>(), json_text(ours));
  if (value.is_number_float() && ours.is_number()) return rounds_to(ours.get<double>(), value);
  const auto expected = value.is_string() && ours.is_object() ? value_in_words(value.get<std::string>()) : value;
  if (!expected.is_object()) return expected == ours;
  for (const auto& [key, part] : expected.items())
    if (!ours.is_object() || !ours.contains(key) || ours.at(key) != part) return false;
  return true;
}

std::optional<int> Published::plies() const {
  constexpr std::string_view rows = "by_plies.";
  int n = 0;
  if (!what.starts_with(rows) || std::from_chars(what.data() + rows.size(), what.data() + what.size(), n).ec != std::errc{})
    return std::nullopt;
  return n;
}

std::vector<Published> published_figures(std::string_view known, const std::string& variant, const nlohmann::json& ours,
                                         const char* list) {
  std::vector<Published> figures;
  const auto all = parsed(known);
  for (const auto& line : all.value(list, nlohmann::json::array())) {
    if (line.value("variant", "") != variant) continue;
    Published p{
        line.value("what", ""), line.value("value", nlohmann::json()), line.value("source", ""), line.value("note", ""), {}, {}};
    p.ours = at_path(ours, p.what, p.there);
    figures.push_back(std::move(p));
  }
  if (std::string_view(list) == "published") add_distributions(all, variant, ours, figures);
  return figures;
}

nlohmann::json to_json(const Published& p) {
  nlohmann::json j = {{"what", p.what}, {"published", p.value}, {"ours", p.ours}, {"source", p.source}};
  j["agrees"] = p.compared() ? nlohmann::json(p.agrees()) : nlohmann::json();
  if (!p.note.empty()) j["note"] = p.note;
  return j;
}

std::optional<ProvedValue> proved_initial(std::string_view known, const std::string& variant) {
  for (const auto& line : parsed(known).value("proved", nlohmann::json::array())) {
    if (line.value("variant", "") != variant) continue;
    ProvedValue proved{Wdl::unknown,
                       line.value("files", std::vector<std::string>{}),
                       line.value("where", ""),
                       line.value("move", ""),
                       line.value("plies", no_plies),
                       line.value("how", "") == "strongly"};
    for (const Wdl wdl : {Wdl::win, Wdl::loss, Wdl::draw})
      if (line.value("value", "") == name_of(wdl)) proved.wdl = wdl;
    return proved;
  }
  return std::nullopt;
}

std::optional<SolvedByOthers> solved_by_others(std::string_view known, const std::string& variant) {
  for (const auto& line : parsed(known).value("solved", nlohmann::json::array()))
    if (line.value("variant", "") == variant) return SolvedByOthers{line.value("how", ""), line.value("by", "")};
  return std::nullopt;
}

std::vector<u64> known_perft(std::string_view known, const std::string& variant) {
  const auto counts = parsed(known).value("perft", nlohmann::json::object());
  return counts.is_object() && counts.contains(variant) ? counts.at(variant).get<std::vector<u64>>() : std::vector<u64>{};
}

} // namespace zermelo
