#include "base/json.h"

namespace zermelo {

using nlohmann::json;

json parse_json(std::string_view text) {
  bool deep = false;
  auto shallow = [&](int depth, json::parse_event_t, json&) {
    deep = deep || depth > 16;
    return !deep;
  };
  auto j = json::parse(text, shallow, false);
  return deep || j.is_discarded() ? json() : j;
}

std::string json_text(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }
std::string json_text_indented(const json& j) { return j.dump(2, ' ', false, json::error_handler_t::replace); }

} // namespace zermelo
