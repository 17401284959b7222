// Files of the repository, compiled in.
#pragma once

#include <string_view>

namespace zermelo::serve {

std::string_view openapi_document(); // openapi.json of this folder
std::string_view errata_document();  // docs/errata.md

} // namespace zermelo::serve
