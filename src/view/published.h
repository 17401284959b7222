// Figures that others have published, beside ours.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace zermelo {

// One line of the "published" lists in a game's known.json.
struct Published {
  std::string what; // dotted path into the object that `stats --json` or `index --json` prints
  nlohmann::json value;
  std::string source;
  std::string note;    // why it differs, where we know
  nlohmann::json ours; // null where ours was not computed
  bool compared() const { return !ours.is_null(); }
  bool agrees() const;
};

// "win in 41" -> {"value": "win", "plies": 41}; without a distance just {"value": "draw"}
nlohmann::json value_in_words(const std::string& text);

// Those of one variant; `ours` is the object of `stats --json`, for the list "published_index" that of `index --json`.
std::vector<Published> published_figures(std::string_view known, const std::string& variant, const nlohmann::json& ours,
                                         const char* list = "published");
nlohmann::json to_json(const Published& figure);

// The known node counts of a variant by depth; empty if none are known.
std::vector<u64> known_perft(std::string_view known, const std::string& variant);

} // namespace zermelo
