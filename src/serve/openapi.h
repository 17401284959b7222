// openapi.json of this folder, compiled in.
#pragma once

#include <string_view>

namespace zermelo::serve {

std::string_view openapi_document();

} // namespace zermelo::serve
