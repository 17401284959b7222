#include "table/folder.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/file.h"

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

namespace {

// The files beside `like` whose names chosen(name) takes, in order.
template <class F> std::vector<std::filesystem::path> beside(const std::filesystem::path& like, F&& chosen) {
  std::vector<std::filesystem::path> found;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(like.parent_path(), none))
    if (chosen(entry.path().filename().string())) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// NAME.checkpoint, or that with the number of a layer.
bool is_checkpoint(const std::string& name, const std::string& of) {
  return name == of || (name.starts_with(of + '.') && name.size() > of.size() + 1 &&
                        name.find_first_not_of("0123456789", of.size() + 1) == std::string::npos);
}

} // namespace

std::vector<std::filesystem::path> TableFiles::checkpoints() const {
  const std::string of = checkpoint.filename().string();
  return beside(checkpoint, [&](const std::string& name) { return is_checkpoint(name, of); });
}

std::vector<std::filesystem::path> TableFiles::unfinished() const {
  return beside(table, [&](std::string name) {
    const std::string ending = temporary_of("").string();
    if (!name.ends_with(ending)) return false;
    name.resize(name.size() - ending.size());
    return name == table.filename() || name == sidecar.filename() || is_checkpoint(name, checkpoint.filename().string());
  });
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
  if (!is_there(folder)) return found;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().extension() == ".zt") found.push_back(file.path());
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace zermelo
