#include "solve/dfpn/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "base/json.h"
#include "base/machine.h"
#include "solve/stages.h"
#include "solve/write.h"
#include "table/folder.h"

namespace zermelo {
namespace {

constexpr int level = 1;

bool worth_keeping(const ProofTable::Placed& p) { return p.entry().size > ProofTable::size_of(1); }

std::string header_of(const SearchIdentity& identity, const SearchState& s) {
  return json_text({{"kind", "search"},
                    {"game", identity.game},
                    {"rules", identity.rules},
                    {"position", identity.position},
                    {"attacker", identity.mover_attacks ? "mover" : "other"},
                    {"by", name_of(identity.by)},
                    {"table_bytes", s.table_bytes},
                    {"nodes", s.visits},
                    {"evaluated", s.evaluated},
                    {"seconds", s.wall_seconds},
                    {"cpu_seconds", s.cpu_seconds}});
}

// Hands out blocks of records of a known total length: what is too much is left out, what is missing is zeros.
class RecordWriter {
public:
  RecordWriter(const std::filesystem::path& path, const std::string& header, u64 records, u64 words, u64 block_bytes)
      : left_(records), words_(words), block_bytes_(block_bytes),
        writer_(path, header, records * words * sizeof(u64), block_bytes) {
    block_.reserve(block_bytes);
  }
  void put(SavedSearch::Record record) {
    if (left_ == 0) return;
    --left_;
    const auto bytes = std::as_bytes(record);
    block_.insert(block_.end(), bytes.begin(), bytes.end());
    if (block_.size() == block_bytes_) flush();
  }
  void finish() {
    for (const std::vector<u64> nothing(words_); left_ > 0;) put(nothing);
    if (!block_.empty()) flush();
    writer_.finish();
  }

private:
  void flush() {
    writer_.append(compress_block(block_, level));
    block_.clear();
  }
  u64 left_, words_, block_bytes_;
  BlockWriter writer_;
  Bytes block_;
};

} // namespace

std::filesystem::path search_file(const std::filesystem::path& folder, const SearchIdentity& identity) {
  const u64 hash = xxh3(std::as_bytes(std::span(identity.position)));
  return folder / fmt::format("{}-{:016x}-{}{}.search", file_stem(identity.game), hash,
                              identity.mover_attacks ? "mover" : "other",
                              identity.by == WinBy::ranks ? std::string() : std::string("-") + name_of(identity.by));
}

SavedSearch::~SavedSearch() {
  std::error_code ignored;
  if (lock_) std::filesystem::remove(lock_path(), ignored); // while it is locked
}

std::optional<SearchState> SavedSearch::state() const {
  if (!is_there(path_)) return std::nullopt;
  try {
    const BlockReader file(path_);
    const auto& h = file.header();
    if (h.at("kind") != "search" || h.at("game") != identity_.game || h.at("rules") != identity_.rules ||
        h.at("position") != identity_.position || h.at("attacker") != (identity_.mover_attacks ? "mover" : "other") ||
        h.at("by") != name_of(identity_.by))
      refuse_checkpoint(path_.string() + " is no saved search of this position of " + identity_.game + " with these rules");
    for (const char* number : {"table_bytes", "nodes", "evaluated"})
      if (!h.at(number).is_number_unsigned()) refuse_checkpoint(path_.string() + " contradicts itself");
    SearchState s{h.at("table_bytes"), h.at("nodes"), h.at("evaluated"), h.at("seconds"), h.at("cpu_seconds")};
    if (s.table_bytes % ProofTable::bucket_bytes != 0 || s.table_bytes == 0 || file.block_bytes() != block_bytes() ||
        file.payload_bytes() % record_bytes() != 0)
      refuse_checkpoint(path_.string() + " contradicts itself");
    return s;
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path_.string() + " lacks a part of its header");
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }
}

void SavedSearch::load(FunctionRef<bool(Record)> put) const try {
  const BlockReader file(path_);
  Bytes block;
  std::vector<u64> record(words_);
  for (u64 i = 0; i < file.blocks(); ++i) {
    block.resize(file.bytes_of_block(i));
    file.read_block(i, block);
    for (u64 at = 0; at + record_bytes() <= block.size(); at += record_bytes()) {
      std::memcpy(record.data(), block.data() + at, record_bytes());
      if (record.back() != 0 && !put(record)) refuse_checkpoint(path_.string() + " contradicts itself");
    }
  }
} catch (const Damaged& e) {
  refuse_checkpoint(e.what());
}

void SavedSearch::load(ProofTable& table) const {
  const u64 buckets = state().value().table_bytes / ProofTable::bucket_bytes;
  u64 left = buckets * ProofTable::per_bucket; // no table has more
  load([&](Record r) {
    if (r[0] >= buckets || left-- == 0) return false;
    table.put_back({r[0], r[1], r[2]}, buckets);
    return true;
  });
}

void SavedSearch::prepare() {
  if (lock_) return;
  if (path_.has_parent_path()) make_folders(path_.parent_path());
  lock_ = std::make_unique<FolderLock>(lock_path(), "searching the same position of " + identity_.game);
  remove_file(temporary_of(path_));
}

void SavedSearch::save(const SearchState& state, FunctionRef<void(FunctionRef<void(Record)>)> each) {
  prepare();
  u64 records = 0;
  each([&](Record) { ++records; });
  records += records / 64 + 1024; // the threads go on while it is written
  RecordWriter writer(path_, header_of(identity_, state), records, words_, block_bytes());
  each([&](Record record) { writer.put(record); });
  writer.finish();
}

void SavedSearch::save(const SearchState& state, const ProofTable& table) {
  save(state, [&](FunctionRef<void(Record)> put) {
    table.each([&](const ProofTable::Placed& p) {
      if (worth_keeping(p)) put(std::array{p.bucket, p.low, p.data});
    });
  });
}

void SavedSearch::prepare_if_possible() try { prepare(); } catch (const Busy&) {
  throw;
} catch (const Error&) { // NOLINT(bugprone-empty-catch)
}

std::optional<SearchState> state_before(const SavedSearch* saved, const ProveOptions& options) {
  return saved != nullptr && !options.restart ? saved->state() : std::nullopt;
}

u64 table_bytes(const ProveOptions& options, const std::optional<SearchState>& before) {
  return memory_of_search(before && options.memory == 0 ? before->table_bytes : options.memory);
}

// Writing takes time from the search: a twentieth at most.
void SavesNowAndThen::look(double now, FunctionRef<void()> save) {
  if (options_.save_every <= 0 || now - saved_at_ < std::max(options_.save_every, 20 * saving_)) return;
  try_to(save);
  saved_at_ = wall_seconds();
  saving_ = saved_at_ - now;
}

void SavesNowAndThen::try_to(FunctionRef<void()> save) try { save(); } catch (const Error& e) {
  if (options_.on_note && !noted_) options_.on_note(std::string("the search could not be saved: ") + e.what());
  noted_ = true;
}

} // namespace zermelo
