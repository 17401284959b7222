#include "serve/call.h"

#include <charconv>
#include <fmt/format.h>

#include "base/json.h"
#include "view/text.h"

namespace zermelo::serve {

int Call::number(const char* key, int least, int most, int otherwise) const {
  const std::string* text = find(key);
  if (text == nullptr) return otherwise;
  int n = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), n);
  if (error != std::errc{} || end != text->data() + text->size() || n < least || n > most)
    throw Problem(400, fmt::format("'{}' is not a whole number from {} to {}", key, least, most));
  return n;
}

AnyPosition Call::position() const {
  const std::string* text = find("p");
  return text == nullptr ? game->game->start() : position_in(*game, *text);
}

nlohmann::json Call::body() const {
  nlohmann::json j = parse_json(request.body);
  if (!j.is_object()) throw Problem(400, "the body is not a JSON object");
  return j;
}

AnyPosition position_in(const ServedGame& game, const std::string& text) {
  if (text.empty() || text.size() > most_position_text)
    throw Problem(400, fmt::format("a position has 1 to {} characters", most_position_text));
  for (const char c : text)
    if (c < 0x20 || c > 0x7e) throw Problem(400, "a position is written in printable ASCII");
  std::string why;
  if (auto p = game.game->parse(text, why)) return *p;
  throw Problem(422, "not a position of " + game.full_name() + ": " + printable(why, 300),
                "'" + game.game->print(game.game->start()) + "' is the initial position.", "not_a_position");
}

Response json_response(const nlohmann::json& j) {
  Response r;
  r.body = json_text(j) + "\n";
  return r;
}

} // namespace zermelo::serve
