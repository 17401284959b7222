#include "serve/message.h"

#include <algorithm>

namespace zermelo::serve {

// A browser may have several, and a proxy that compresses an answer makes its tag a weak one.
bool Request::has(std::string_view etag) const {
  std::string_view sent = if_none_match;
  while (!etag.empty() && !sent.empty()) {
    const auto end = std::min(sent.find(','), sent.size());
    std::string_view one = sent.substr(0, end);
    sent.remove_prefix(std::min(end + 1, sent.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
  }
  return false;
}

} // namespace zermelo::serve
