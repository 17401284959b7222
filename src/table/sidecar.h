// NAME.json beside a table: what differs from run to run (times, machine), and what was counted once and is kept.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

#include "table/folder.h"

namespace zermelo {

// What it says as far as it can be believed; an empty object if there is none. A part of another type than the program writes is
// left out. One that was changed since it was written is left out whole: it would be the only file whose figures nobody checks.
nlohmann::json read_sidecar(const TableFiles& files);
nlohmann::json sidecar_from_text(std::string_view text);

// Writes it, with the checksum by which read_sidecar() knows it again.
void write_sidecar(const TableFiles& files, nlohmann::json content);

} // namespace zermelo
