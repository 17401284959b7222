// The head of an answer as it is sent.
#pragma once

#include <string>

#include "serve/message.h"

namespace zermelo {

std::string head_of(const serve::Response& response, bool keep_alive);

} // namespace zermelo
