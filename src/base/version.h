// The version of the program and of the library, as CMakeLists.txt has it.
#pragma once

#include <string_view>

namespace zermelo {

std::string_view version(); // "0.1.0"

} // namespace zermelo
