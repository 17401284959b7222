// Figures that others have published, beside ours.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"
#include "base/value.h"

namespace zermelo {

// One line of the "published" lists in a game's known.json, or one row of a published distribution ("published_by_plies").
// A published value agrees with ours if it is the same as far as it goes: "win in 41" or "win" with an object, 23.4 with what
// rounds to it, and "87928?", in whose print a digit is lost, with any digit in its place.
struct Published {
  std::string what; // dotted path into the object that `stats --json` or `index --json` prints; by_plies.N counts the positions
                    // of N plies
  nlohmann::json value; // null where nothing was printed
  std::string source;
  std::string note;    // why it differs, where we know
  nlohmann::json ours; // null where ours was not computed
  std::string there;   // where `what` names a figure that does not exist: those that do
  bool compared() const { return !ours.is_null() && !value.is_null(); }
  bool agrees() const;
  std::optional<int> plies() const; // of a row of the distribution
};

// "win in 41" -> {"value": "win", "plies": 41}; without a distance just {"value": "draw"}
nlohmann::json value_in_words(const std::string& text);

// Those of one variant; `ours` is the object of `stats --json`, for the list "published_index" that of `index --json`.
std::vector<Published> published_figures(std::string_view known, const std::string& variant, const nlohmann::json& ours,
                                         const char* list = "published");
nlohmann::json to_json(const Published& figure);

// A line of "proved" in known.json: the value of the initial position of a game without a table, by proofs that lie in the
// game's results/ (`files`), or by a search that a document tells about (`where`).
struct ProvedValue {
  Wdl wdl = Wdl::unknown;
  std::vector<std::string> files;
  std::string where;
  std::string move; // that wins, where a proof of a win names one
  i32 plies = no_plies;
  bool strongly = false; // every position was solved, though the table is not kept
};
std::optional<ProvedValue> proved_initial(std::string_view known, const std::string& variant);

// A line of "solved" in known.json: how far a game was solved by others, and by whom.
struct SolvedByOthers {
  std::string how; // "strongly", "weakly", "ultra-weakly"
  std::string by;
};
std::optional<SolvedByOthers> solved_by_others(std::string_view known, const std::string& variant);

// The known node counts of a variant by depth; empty if none are known.
std::vector<u64> known_perft(std::string_view known, const std::string& variant);

} // namespace zermelo
