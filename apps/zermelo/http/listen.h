// Where to listen, as somebody types it.
#pragma once

#include <string>

#include "http/server.h"

namespace zermelo {

// "127.0.0.1:8080", "[::1]:8080", "8080"; Error(usage) for anything else
void parse_listen(const std::string& text, ServerOptions& options);

} // namespace zermelo
