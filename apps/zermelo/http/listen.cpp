#include "http/listen.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "view/text.h"

namespace zermelo {

void parse_listen(const std::string& text, ServerOptions& o) {
  const auto colon = text.rfind(':');
  const bool bare = text.find_first_not_of("0123456789") == std::string::npos;
  std::string host = bare || colon == std::string::npos ? "" : text.substr(0, colon);
  const std::string port = bare ? text : colon == std::string::npos ? "" : text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  unsigned n = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), n);
  if (port.empty() || error != std::errc{} || end != port.data() + port.size() || n > 65535 || (host.empty() && !bare))
    throw Error(Exit::usage,
                fmt::format("'{}' is no address to listen on; give one as 127.0.0.1:8080 or [::1]:8080", printable(text)));
  if (!host.empty()) o.address = host;
  o.port = static_cast<u16>(n);
}

} // namespace zermelo
