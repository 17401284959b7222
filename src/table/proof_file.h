// A proof on disk: the moves of the player for whom something is shown, in the order in which a checker asks for them.
// docs/proof-format.md explains it with an example.
#pragma once

#include <optional>
#include <string>

#include "table/table.h"

namespace zermelo {

// A table that a proof takes values from: which one, so that no other is taken for it.
struct Citation {
  TableIdentity table; // all but the words
  bool distances = true;
  std::string sha256; // of its file
};
Citation citation_of(const Table& table); // reads the whole file

struct ProofHeader {
  std::string game;          // with its variant
  std::string rules;         // fingerprint
  std::string position;      // in the game's notation
  bool mover_attacks = true; // at that position
  bool attacker_wins = true; // or cannot force a win
  u64 choices = 0;           // moves in the payload
  std::string digest;        // of the payload; filled in when it is written
  bool pairs = false;        // the attacker wins by never running out of moves

  std::vector<Citation> tables; // positions that they hold are not followed
  bool zones = false;           // of a game of lines: the payload is one of trees with zones (verify/zones.h)
  bool carriers = false;        // of a game of connection: the payload is one of claims with carriers (verify/connection_proof.h)
  std::optional<i32> at_least;  // of a game of scores: what the side to move must get for a win
};

class ChoiceWriter {
public:
  void put(u64 move) {
    put_number(move);
    ++choices_;
  }
  void put_number(u64 n); // seven bits a byte, lowest first; all bytes but the last have the top bit
  u64 choices() const { return choices_; }
  const Bytes& bytes() const { return bytes_; }

private:
  Bytes bytes_;
  u64 choices_ = 0;
};

void check_proof_can_be_written(const std::filesystem::path& path); // before a long search; throws if it cannot
u64 write_proof(const std::filesystem::path& path, const ProofHeader& header, const Bytes& choices); // the size of the file

// Reads the choices one after the other, a block at a time.
class ProofFile {
public:
  explicit ProofFile(const std::filesystem::path& path); // throws Error(table) for whatever is not a proof

  const ProofHeader& header() const { return header_; }
  u64 file_bytes() const { return file_.file_bytes(); }
  bool as_written() const; // reads it all: whether it has the digest of the header
  u64 payload_bytes() const { return file_.payload_bytes(); }
  Bytes all() const;
  bool next(u64& number); // false where there is none, or none that is written right
  bool at_end() const { return used_ == block_.size() && next_block_ == file_.blocks(); }

private:
  bool next_byte(u8& byte);

  BlockReader file_;
  ProofHeader header_;
  Bytes block_;
  std::size_t used_ = 0;
  u64 next_block_ = 0;
};

bool is_proof(const std::filesystem::path& path);                                         // a sound Zermelo file of this kind
std::vector<std::filesystem::path> proofs_of_folder(const std::filesystem::path& folder); // files called *.proof, sound or not

} // namespace zermelo
