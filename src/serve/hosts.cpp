#include "serve/hosts.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

namespace zermelo::serve {
namespace {

constexpr std::size_t longest_name = 253; // of DNS

bool is_address(const std::string& name) {
  in6_addr bytes{};
  return ::inet_pton(AF_INET, name.c_str(), &bytes) == 1 || ::inet_pton(AF_INET6, name.c_str(), &bytes) == 1;
}

bool is_port(std::string_view text) {
  return text.empty() || (text.front() == ':' && text.size() <= 6 && text.find_first_not_of("0123456789", 1) == text.npos);
}

} // namespace

std::optional<std::string> host_name(std::string_view host) {
  if (host.starts_with('[')) {
    const auto end = host.find(']');
    if (end == host.npos || !is_port(host.substr(end + 1))) return std::nullopt;
    std::string name(host.substr(1, end - 1));
    in6_addr bytes{};
    return ::inet_pton(AF_INET6, name.c_str(), &bytes) == 1 ? std::optional(std::move(name)) : std::nullopt;
  }
  const auto colon = std::min(host.find(':'), host.size());
  if (!is_port(host.substr(colon))) return std::nullopt;
  std::string name(host.substr(0, colon));
  if (name.ends_with('.')) name.pop_back(); // the root of all names
  if (name.empty() || name.size() > longest_name) return std::nullopt;
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.')) return std::nullopt;
  }
  return name;
}

bool is_loopback(const std::string& name) {
  if (name == "localhost" || name.ends_with(".localhost")) return true; // browsers do not ask anybody where these are
  unsigned char v4[4], v6[16];
  if (::inet_pton(AF_INET, name.c_str(), v4) == 1) return v4[0] == 127;
  if (::inet_pton(AF_INET6, name.c_str(), v6) != 1) return false;
  constexpr unsigned char mapped[13] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127}; // ::ffff:127.0.0.1
  const in6_addr loopback = IN6ADDR_LOOPBACK_INIT;
  return std::memcmp(v6, &loopback, sizeof v6) == 0 || std::memcmp(v6, mapped, sizeof mapped) == 0;
}

Hosts::Hosts(const std::string& address, std::vector<std::string> names)
    : any_(std::find(names.begin(), names.end(), "*") != names.end()), addresses_(!is_loopback(address)),
      names_(std::move(names)) {}

bool Hosts::admits(std::string_view host) const {
  if (any_ || host.empty()) return true;
  const auto name = host_name(host);
  if (!name) return false;
  return is_loopback(*name) || (addresses_ && is_address(*name)) ||
         std::find(names_.begin(), names_.end(), *name) != names_.end();
}

} // namespace zermelo::serve
