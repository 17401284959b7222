// A search on disk: the entries of its table that took more than a look, in the container of tables. Each entry is true by
// itself, so that a file written while the threads search on is as good as any; what it lacks is searched again. What an entry is
// made of is the table's own: here it is a record of a few words.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/file.h"
#include "base/function_ref.h"
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
};

// NAME.search in a folder; the name tells game, position and attacker.
std::filesystem::path search_file(const std::filesystem::path& folder, const SearchIdentity& identity);

// No file says how a search ended: a verdict without its reasons would have to be believed. One that has ended keeps its
// entries, and the next run finds its end again from them.
class SavedSearch {
public:
  using Record = std::span<const u64>;
  SavedSearch(std::filesystem::path file, SearchIdentity identity, u64 words_of_record = words_of_entry)
      : identity_(std::move(identity)), path_(std::move(file)), words_(words_of_record) {}
  SavedSearch(const SavedSearch&) = delete;
  SavedSearch& operator=(const SavedSearch&) = delete;
  ~SavedSearch();

  const std::filesystem::path& path() const { return path_; }

  // Nothing if there is none. Refuses one of another game, rules, position or attacker, or a damaged one.
  std::optional<SearchState> state() const;
  void load(ProofTable& table) const;
  void load(FunctionRef<bool(Record)> put) const; // false: the record contradicts what was said of the table

  // The folder, and a lock for as long as this lives: before the search, since two of the same position would throw away what
  // the other has saved. Removes what a run that was killed had begun to write.
  void prepare();
  void prepare_if_possible(); // nowhere to save is said when there is something to save; another search of it is said at once
  void save(const SearchState& state, const ProofTable& table);
  // each(put) calls put(record) for every record, twice; there may be more of them the second time.
  void save(const SearchState& state, FunctionRef<void(FunctionRef<void(Record)>)> each);

private:
  static constexpr u64 words_of_entry = 3; // of a ProofTable
  u64 record_bytes() const { return words_ * sizeof(u64); }
  u64 block_bytes() const { return record_bytes() << 15; }
  std::filesystem::path lock_path() const { return path_.string() + ".lock"; }

  SearchIdentity identity_;
  std::filesystem::path path_;
  u64 words_;
  std::unique_ptr<FolderLock> lock_;
};

// What a search finds of an earlier run; nothing where it begins anew. The memory of its table: as asked for, else as before.
std::optional<SearchState> state_before(const SavedSearch* saved, const ProveOptions& options);
u64 table_bytes(const ProveOptions& options, const std::optional<SearchState>& before);

// Saves a search now and then, while it goes on: what it knows is in memory, so a failure is said, once, and no more.
class SavesNowAndThen {
public:
  explicit SavesNowAndThen(const ProveOptions& options) : options_(options) {}
  void begin(double now) { saved_at_ = now; }
  void look(double now, FunctionRef<void()> save); // at the clock
  void try_to(FunctionRef<void()> save);

private:
  const ProveOptions& options_;
  double saved_at_ = 0, saving_ = 0; // seconds
  bool noted_ = false;
};

} // namespace zermelo
