// The other side of the transport: one request, one answer, one deadline for both.
#pragma once

#include <string>

#include "base/types.h"

namespace zermelo {

struct HttpAddress {
  std::string host;
  u16 port = 0;
};
HttpAddress parse_address(const std::string& text); // "http://host:8090", "host:8090", "[::1]:8090"; Error(usage)

struct HttpReply {
  int status = 0;
  std::string body;
};

struct HttpAsk {
  std::string method = "GET", target = "/", token, body;
  double deadline = 30; // seconds
};

// Throws Unreachable where no whole answer came in time.
class Unreachable : public std::exception {
public:
  explicit Unreachable(std::string why) : why_(std::move(why)) {}
  const char* what() const noexcept override { return why_.c_str(); }

private:
  std::string why_;
};
HttpReply ask(const HttpAddress& address, const HttpAsk& ask);

} // namespace zermelo
