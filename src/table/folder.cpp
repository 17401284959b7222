#include "table/folder.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"

namespace zermelo {

std::filesystem::path tables_folder(const std::string& from_command_line) {
  auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (!from_command_line.empty()) return from_command_line;
  if (auto folder = variable("ZERMELO_TABLES"); !folder.empty()) return folder;
  if (auto data = variable("XDG_DATA_HOME"); data.starts_with('/')) return std::filesystem::path(data) / "zermelo" / "tables";
  if (auto home = variable("HOME"); !home.empty()) return std::filesystem::path(home) / ".local/share/zermelo/tables";
  throw Error(Exit::usage, "no folder for tables: give --tables DIR, or set ZERMELO_TABLES or HOME");
}

std::string file_stem(std::string full_name) {
  std::replace(full_name.begin(), full_name.end(), ':', '-');
  return full_name;
}

std::vector<std::filesystem::path> TableFiles::checkpoints() const {
  std::vector<std::filesystem::path> found;
  const std::string name = checkpoint.filename().string();
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(checkpoint.parent_path(), none)) {
    const std::string other = entry.path().filename().string();
    if (other == name ||
        (other.starts_with(name + '.') && other.find_first_not_of("0123456789", name.size() + 1) == std::string::npos))
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TableFiles::TableFiles(const std::filesystem::path& folder, const std::string& full_name, Contents what) : contents(what) {
  const std::string stem = file_stem(full_name), kind = contents == Contents::values ? ".wdl" : "";
  table = folder / (stem + kind + ".zt");
  sidecar = folder / (stem + kind + ".json");
  checkpoint = folder / (stem + ".checkpoint");
  lock = folder / (stem + ".lock");
}

std::vector<std::filesystem::path> tables_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(folder, none))
    if (file.path().extension() == ".zt") found.push_back(file.path());
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace zermelo
