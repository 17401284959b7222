#include "view/published.h"

#include <charconv>

namespace zermelo {
namespace {

nlohmann::json at_path(const nlohmann::json& j, std::string_view path) {
  const auto dot = path.find('.');
  const std::string key(path.substr(0, dot));
  if (!j.is_object() || !j.contains(key)) return nullptr;
  return dot == std::string_view::npos ? j.at(key) : at_path(j.at(key), path.substr(dot + 1));
}

nlohmann::json parsed(std::string_view known) {
  auto j = nlohmann::json::parse(known, nullptr, false);
  return j.is_object() ? j : nlohmann::json::object();
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
  const auto expected = value.is_string() && ours.is_object() ? value_in_words(value.get<std::string>()) : value;
  if (!expected.is_object()) return expected == ours;
  for (const auto& [key, part] : expected.items())
    if (!ours.is_object() || !ours.contains(key) || ours.at(key) != part) return false;
  return true;
}

std::vector<Published> published_figures(std::string_view known, const std::string& variant, const nlohmann::json& ours,
                                         const char* list) {
  std::vector<Published> figures;
  for (const auto& line : parsed(known).value(list, nlohmann::json::array())) {
    if (line.value("variant", "") != variant) continue;
    Published p{
        line.value("what", ""), line.value("value", nlohmann::json()), line.value("source", ""), line.value("note", ""), {}};
    p.ours = at_path(ours, p.what);
    figures.push_back(std::move(p));
  }
  return figures;
}

nlohmann::json to_json(const Published& p) {
  nlohmann::json j = {{"what", p.what}, {"published", p.value}, {"ours", p.ours}, {"source", p.source}};
  j["agrees"] = p.compared() ? nlohmann::json(p.agrees()) : nlohmann::json();
  if (!p.note.empty()) j["note"] = p.note;
  return j;
}

std::vector<u64> known_perft(std::string_view known, const std::string& variant) {
  const auto counts = parsed(known).value("perft", nlohmann::json::object());
  return counts.is_object() && counts.contains(variant) ? counts.at(variant).get<std::vector<u64>>() : std::vector<u64>{};
}

} // namespace zermelo
