// Where tables live, and what their files are called.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/types.h"

namespace zermelo {

// --tables DIR, else $ZERMELO_TABLES, else the user's data folder ($XDG_DATA_HOME/zermelo/tables, ~/.local/share/…).
std::filesystem::path tables_folder(const std::string& from_command_line);

// Values with distances, or wins, losses and draws only. A game may have a table of each, side by side.
enum class Contents : u8 { distances, values };

// The name of a game and variant as files begin with it.
std::string file_stem(std::string full_name);

// The files of one game: NAME.zt the table, NAME.json times and machine; NAME.wdl.zt and NAME.wdl.json for values only.
// Both are made from the same NAME.checkpoint under the same NAME.lock.
struct TableFiles {
  // What a solve that was stopped has left: NAME.checkpoint, and NAME.checkpoint.000 and so on for finished stages.
  std::vector<std::filesystem::path> checkpoints() const;

  // What runs that were killed had begun to write.
  std::vector<std::filesystem::path> unfinished() const;

  TableFiles(const std::filesystem::path& folder, const std::string& full_name, Contents contents = Contents::distances);
  Contents contents;
  std::filesystem::path table;
  std::filesystem::path sidecar;
  std::filesystem::path checkpoint;
  std::filesystem::path lock;
};

// The tables in a folder, by file name; empty if there is no such folder, an Error if it cannot be looked into.
std::vector<std::filesystem::path> tables_in(const std::filesystem::path& folder);

} // namespace zermelo
