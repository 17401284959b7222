#include "base/json.h"

namespace zermelo {

using nlohmann::json;

namespace {

// Whether lists and objects lie in each other too deep; of what is no JSON either answer will do. A look at the text costs a
// fraction of asking the parser at every value.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > 16) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

} // namespace

json parse_json(std::string_view text) {
  if (too_deep(text)) return {};
  auto j = json::parse(text, nullptr, false);
  return j.is_discarded() ? json() : j;
}

std::string json_text(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }
std::string json_text_indented(const json& j) { return j.dump(2, ' ', false, json::error_handler_t::replace); }

} // namespace zermelo
