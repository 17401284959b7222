// A search on disk: the entries of its table that took more than a look, in the container of tables. Each entry is true by
// itself, so that a file written while the threads search on is as good as any; what it lacks is searched again.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/file.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/table.h"

namespace zermelo {

struct SearchIdentity {
  std::string game;     // with its variant
  std::string rules;    // fingerprint
  std::string position; // in the game's notation
  bool mover_attacks = true;
  WinBy by = WinBy::ranks;
};

struct SearchState {
  u64 table_bytes = 0;
  u64 visits = 0, evaluated = 0;
  double wall_seconds = 0, cpu_seconds = 0;
  Verdict verdict = Verdict::unknown; // a search that has ended keeps no entries
};

// NAME.search in a folder; the name tells game, position and attacker.
std::filesystem::path search_file(const std::filesystem::path& folder, const SearchIdentity& identity);

class SavedSearch {
public:
  SavedSearch(std::filesystem::path file, SearchIdentity identity) : identity_(std::move(identity)), path_(std::move(file)) {}

  const std::filesystem::path& path() const { return path_; }

  // Nothing if there is none. Refuses one of another game, rules, position or attacker, or a damaged one.
  std::optional<SearchState> state() const;
  void load(ProofTable& table) const;

  void save(const SearchState& state, const ProofTable& table);
  void finish(const SearchState& state); // only how it ended

private:
  void prepare(); // the folder, and a lock for as long as this lives

  SearchIdentity identity_;
  std::filesystem::path path_;
  std::unique_ptr<FolderLock> lock_;
};

} // namespace zermelo
