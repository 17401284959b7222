#include "published_tables.h"

#include <algorithm>

namespace zermelo {

std::optional<std::string> sum_in(std::string_view list, std::string_view file) {
  constexpr std::size_t digits = 64;
  while (!list.empty()) {
    const auto end = std::min(list.find('\n'), list.size());
    const std::string_view line = list.substr(0, end);
    if (line.size() > digits + 2 && line.substr(digits + 2) == file) return std::string(line.substr(0, digits));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return std::nullopt;
}

} // namespace zermelo
