// What was shown about a game of lines, and the file in which it is kept.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "game/lines.h"
#include "table/block_file.h"

namespace zermelo {

// A claim that was shown: the attacker to move, these stones known and k others of the defender's hidden.
struct LineFact {
  CellSet attacker, defender;
  int hidden = 0;
  friend auto operator<=>(const LineFact&, const LineFact&) = default;
};
struct LineTree {
  CellSet zone;
  Bytes bytes;
};
struct LineFacts {
  std::map<LineFact, LineTree> trees;
  std::map<LineFact, std::vector<int>> moves; // of facts that were split: one of them is enough
  std::map<LineFact, u32> attempts;           // searches that failed
};

// Facts on disk, one after the other, each with a checksum; what is damaged at the end is searched again. A fact holds wherever
// it was found: those in other files of the folder that are about the same game are read as well.
class FactFile {
public:
  FactFile(const std::filesystem::path& path, const std::string& identity, bool restart, LineFacts& facts);
  FactFile(const FactFile&) = delete;
  FactFile& operator=(const FactFile&) = delete;
  ~FactFile();
  void add(const LineFact& fact, const LineTree& tree);
  const std::filesystem::path& path() const { return path_; }
  bool made() const { return file_.has_value(); }
  void set_attempts(const LineFact& fact, u32 number);
  void set_move(const LineFact& fact, int cell);

private:
  std::filesystem::path lock_path() const { return path_.string() + ".lock"; }
  u64 read(File& file, LineFacts& facts) const; // where the last whole record ends
  std::filesystem::path path_;
  std::unique_ptr<FolderLock> lock_;
  std::optional<File> file_;
  u64 about_ = 0, end_ = 0;
  double synced_ = 0;
};

} // namespace zermelo
