// A value table on disk: one value per slot of a game's index.
#pragma once

#include <list>
#include <memory>
#include <unordered_map>

#include "table/block_file.h"
#include "table/codec.h"
#include "table/statistics.h"

namespace zermelo {

// What makes a table the table of a game: stored in its header, compared whenever it is opened.
struct TableIdentity {
  std::string game;  // full name
  std::string rules; // fingerprint of rules and index, in hexadecimal
  std::string set;   // the positions in words
  u64 slots = 0;
};

struct TableHeader {
  TableIdentity identity;
  Encoding encoding = Encoding::plies8;
  Statistics statistics;
};

inline constexpr u64 table_block_slots = u64{1} << 16;
inline constexpr int table_level = 3; // zstd: Dobutsu Shogi takes 49.3 MB, and 48.2 MB at level 9

std::string header_text(const TableHeader& header); // JSON

// Reads values through a cache of decompressed blocks. value() changes the cache: one Table per thread, or a lock around it.
class Table {
public:
  // Refuses, with a sentence, a file that is damaged, no table, or the table of another game or other rules.
  Table(const std::filesystem::path& path, const TableIdentity& expected, u64 cache_bytes = u64{64} << 20);
  explicit Table(const std::filesystem::path& path, u64 cache_bytes = u64{64} << 20); // of any game

  const TableHeader& header() const { return header_; }
  const BlockReader& file() const { return file_; }
  u64 slots() const { return header_.identity.slots; }

  Value value(Slot slot) const;                              // unknown where the slot holds no position
  void read_codes(u64 block, std::vector<u32>& codes) const; // a whole block, past the cache; from any thread
  u64 blocks() const { return file_.blocks(); }

private:
  std::shared_ptr<const Bytes> block(u64 number) const;

  BlockReader file_;
  TableHeader header_;
  u64 cached_blocks_;
  mutable std::list<u64> recent_;
  struct Cached {
    std::shared_ptr<const Bytes> bytes;
    std::list<u64>::iterator place;
  };
  mutable std::unordered_map<u64, Cached> cache_;
};

} // namespace zermelo
