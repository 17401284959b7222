// Where tables live, and what their files are called.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/types.h"

namespace zermelo {

// --tables DIR, else $ZERMELO_TABLES, else the user's data folder ($XDG_DATA_HOME/zermelo/tables, ~/.local/share/…).
std::filesystem::path tables_folder(const std::string& from_command_line);

// The files of one game: NAME.zt the table, NAME.json times and machine, NAME.checkpoint, NAME.lock.
struct TableFiles {
  TableFiles(const std::filesystem::path& folder, const std::string& full_name);
  std::filesystem::path table;
  std::filesystem::path sidecar;
  std::filesystem::path checkpoint;
  std::filesystem::path lock;
};

// The tables in a folder, by file name; empty if there is no such folder.
std::vector<std::filesystem::path> tables_in(const std::filesystem::path& folder);

} // namespace zermelo
