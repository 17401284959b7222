// A value table on disk: one value per slot of a game's index.
#pragma once

#include <list>
#include <memory>
#include <unordered_map>

#include "table/block_file.h"
#include "table/codec.h"
#include "table/findings.h"
#include "table/folder.h"

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
  bool holds_settled = true; // false: slots that the rules settle are filled (table/wdl2.h); ask settle(p) before the table
  Statistics statistics;     // by plies, also where the table has no distances
  Findings findings;         // what the solver told beyond them
  bool losses_only = false;  // packed: wins have the code of a draw, and the moves tell them
};

inline constexpr int table_level = 3;   // zstd: Dobutsu Shogi takes 49.3 MB, and 48.2 MB at level 9
inline constexpr int values_level = 9;  // of two bits a slot; they are made once and kept
inline constexpr int packed_level = 19; // of tables of losses alone, where room is all that counts

std::string header_text(const TableHeader& header);        // JSON
std::string_view encoding_name(const TableHeader& header); // as it stands there: loss8 is plies8 with losses alone
Contents contents_of(const TableHeader& header);           // by which its file is named
Value decode(const TableHeader& header, u32 code);         // left_to_moves() where the moves tell it

// The code of slot i of bytes that begin with slot 0.
u32 code_at(std::span<const std::byte> bytes, u64 i, Encoding e);
void put_code(std::span<std::byte> bytes, u64 i, Encoding e, u32 code);

// Reads values through a cache of decompressed blocks. value() changes the cache: one Table per thread, or a lock around it.
class Table {
public:
  // Refuses, with a sentence, a file that is damaged, no table, or the table of another game or other rules.
  Table(const std::filesystem::path& path, const TableIdentity& expected, u64 cache_bytes = u64{64} << 20);
  explicit Table(const std::filesystem::path& path, u64 cache_bytes = u64{64} << 20); // of any game

  const TableHeader& header() const { return header_; }
  const BlockReader& file() const { return file_; }
  u64 slots() const { return header_.identity.slots; }
  bool has_distances() const { return zermelo::has_distances(header_.encoding); }

  // Unknown where the slot holds no position; left_to_moves() where the table is packed and holds no loss there. Where the rules settle a position and the table does not hold_settled, this is
  // not its value.
  Value value(Slot slot) const;
  void read_codes(u64 block, std::vector<u32>& codes) const; // a whole block, past the cache; from any thread
  u64 slots_per_block() const { return slots_in(header_.encoding, file_.block_bytes()); }
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
