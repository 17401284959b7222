// By which names the server may be asked for. A page of another site can let its own name lead to this machine (DNS rebinding);
// a browser then takes this server for that site and lets the page read and order what it likes. The Host line of the request
// gives it away: it has the name, not the address.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::serve {

// "Games.Example:8080" -> "games.example", "[::1]:80" -> "::1"; none for what is no name or address with an optional port.
std::optional<std::string> host_name(std::string_view host);

bool is_loopback(const std::string& name); // "localhost", "127.0.0.1", "::1"

class Hosts {
public:
  Hosts() = default; // every name
  // Of a server that listens on `address`: the loopback names, and those given; "*" is every name. A server on another
  // address than a loopback one is asked for by addresses too: no name leads astray to them.
  Hosts(const std::string& address, std::vector<std::string> names);

  // Without a Host line no browser has asked.
  bool admits(std::string_view host) const;

private:
  bool any_ = true, addresses_ = true;
  std::vector<std::string> names_;
};

} // namespace zermelo::serve
