#include "catalog/catalog.h"

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "base/suggest.h"

namespace zermelo {

const Folder* find_folder(std::string_view name) {
  for (const auto& folder : catalog())
    if (folder.family.name == name) return &folder;
  return nullptr;
}

std::string game_of_records(std::string_view form) {
  for (const auto& folder : catalog()) {
    if (form.empty() || folder.board.empty()) continue;
    const auto board = parse_json(folder.board);
    const auto records = board.find("records");
    if (records != board.end() &&
        std::find(records->begin(), records->end(), nlohmann::json(std::string(form))) != records->end())
      return folder.family.name;
  }
  return "";
}

std::unique_ptr<Entry> open_game(std::string_view full_name) {
  const auto colon = full_name.find(':');
  const std::string name(full_name.substr(0, colon));
  const std::string variant(colon == std::string_view::npos ? "" : full_name.substr(colon + 1));
  const Folder* folder = find_folder(name);
  if (folder == nullptr) {
    std::vector<std::string> names;
    for (const auto& f : catalog()) names.push_back(f.family.name);
    std::string hint = "; 'zermelo games' lists them all";
    if (auto near = suggest(name, names)) hint = "; did you mean '" + *near + "'?";
    throw Error(Exit::usage, "there is no game '" + name + "'" + hint);
  }
  auto entry = colon != std::string_view::npos && variant.empty() ? nullptr : folder->family.make(variant);
  if (entry == nullptr) {
    std::string known;
    for (const auto& v : folder->family.variants)
      known += (known.empty() ? "" : ", ") + name + (v.name.empty() ? "" : ":" + v.name);
    throw Error(Exit::usage, (colon == std::string_view::npos ? name + " needs a variant"
                                                              : "'" + name + "' has no variant '" + variant + "'") +
                                 "; there are " + known);
  }
  entry->name = name;
  entry->variant = entry->words.variant.value_or(variant);
  return entry;
}

} // namespace zermelo
