// The game, position and table that a command line names.
#pragma once

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "catalog/catalog.h"
#include "command.h"
#include "table/folder.h"
#include "table/table.h"

namespace zermelo {

std::unique_ptr<Entry> open_named(const std::string& full_name); // open_game for text of any kind
TableFiles files_of(const Entry& entry, const Common& common, Contents contents = Contents::distances);

// The files of the table that commands read: the one with distances if it is there, else the one with values only.
TableFiles files_to_read(const Entry& entry, const Common& common);

// The game's table; none if there is none; an Error if it is damaged or of other rules.
std::optional<Table> find_table(const Entry& entry, const Common& common);
Table need_table(const Entry& entry, const Common& common);
[[noreturn]] void refuse_missing_table(const Entry& entry, const Common& common);

// The position in the game's notation ("" is the initial one); Error(position) with the parser's reason.
AnyPosition position_of(const Entry& entry, const std::string& text);

const char* side_to_move(const AnyGame& game, const AnyPosition& p); // "first" or "second"
std::string_view known_of(const Entry& entry);                       // known.json

// The sidecar with times and machine; an empty object if there is none that can be read.
nlohmann::json sidecar_of(const TableFiles& files);

} // namespace zermelo
