// How a parser of a game says that a text is no position: the reason, and nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace zermelo {

struct Refuse {
  std::string& why;
  std::nullopt_t operator()(std::string reason) const {
    why = std::move(reason);
    return std::nullopt;
  }
};

} // namespace zermelo
