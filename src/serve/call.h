// A request that has found its endpoint: what endpoints ask of it.
#pragma once

#include <string>

#include "serve/message.h"
#include "serve/problem.h"
#include "serve/served_game.h"
#include "serve/target.h"

namespace zermelo::serve {

inline constexpr std::size_t most_position_text = 1024;

struct Call {
  const Site& site;
  const Request& request;
  const Target& target;
  const ServedGame* game = nullptr; // of {game}; never null where the path has one
  std::string id;                   // of {id}

  const std::string* find(const char* key) const {
    const auto it = target.query.find(key);
    return it == target.query.end() ? nullptr : &it->second;
  }
  // A whole number from least to most; `otherwise` where it is not given; throws Problem(400).
  int number(const char* key, int least, int most, int otherwise) const;

  AnyPosition position() const; // of ?p=, or the initial one
  nlohmann::json body() const;  // an object; throws Problem(400)
};

// Throws Problem(400) for what no position can be, Problem(422) with the reason for what is none of this game.
AnyPosition position_in(const ServedGame& game, const std::string& text);

Response json_response(const nlohmann::json& j);

} // namespace zermelo::serve
