// JSON in and out. The library's parser and writer are large templates: here they are compiled once.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace zermelo {

// What the text says, or null if it is no JSON, or is deeper than anything of ours: a hostile depth would cost memory without
// end.
nlohmann::json parse_json(std::string_view text);

// In one line. A string that is no UTF-8 is shown with replacement characters.
std::string json_text(const nlohmann::json& j);
std::string json_text_indented(const nlohmann::json& j);

} // namespace zermelo
