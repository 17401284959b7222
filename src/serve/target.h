// The target of a request taken apart. Strict: what is not plain is refused.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::serve {

struct Target {
  std::vector<std::string> path;            // decoded; of "/" empty
  std::map<std::string, std::string> query; // decoded
};

inline constexpr std::size_t most_query_keys = 16;

// Throws Problem(400) for a broken escape, a character that is no printable ASCII, a key that comes twice.
Target parse_target(std::string_view target);

} // namespace zermelo::serve
