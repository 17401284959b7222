// The SHA-256 of the tables that docs/results names: docs/results/tables.sha256, compiled in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zermelo {

// Lines as `sha256sum` prints them: the sum, two spaces, NAME.zt or NAME.wdl.zt, behind packed/ if it is packed.
extern const std::string_view published_tables;

// The sum of a file in such a list; none if it is not there.
std::optional<std::string> sum_in(std::string_view list, std::string_view file);

} // namespace zermelo
