// The result of a solve as one JSON object: what `solve --json` prints, a result file holds, and `stats` shows.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "table/findings.h"

namespace zermelo {

struct Result {
  std::string game;    // the folder's name
  std::string variant; // empty for the published game
  std::string set;     // the positions in words
  Statistics statistics;
  Findings findings;
  nlohmann::json provenance; // machine, program, command, date, seconds; null if nobody wrote it down

  std::string full_name() const { return variant.empty() ? game : game + ":" + variant; }
};

nlohmann::json to_json(const Result& r);

// Refuses, with a sentence that begins with `source`, what is no result, or whose counts contradict each other.
Result result_from_json(const nlohmann::json& j, const std::string& source);
Result result_from_text(std::string_view text, const std::string& source);

} // namespace zermelo
