#include "table/proof_file.h"

#include <algorithm>
#include <fmt/format.h>

#include <set>

#include "base/json.h"

namespace zermelo {
namespace {

constexpr u64 block_bytes = u64{1} << 16;
constexpr int level = 9;

// A proof that cites tables is of another kind: a program that does not know citations refuses it.
// So are those with zones and with carriers, whose payload is read by other rules; they are packed as tightly as they can be.
constexpr const char *plain = "proof", *citing = "proof with tables", *zoned = "proof with zones",
                     *carried = "proof with carriers", *of_score = "proof of a score";
constexpr u64 zoned_block_bytes = most_block_bytes; // what trees have in common is far apart
constexpr int zoned_level = 22;

bool names_a_proof(const nlohmann::json& header) {
  const auto kind = header.find("kind");
  return kind != header.end() && (*kind == plain || *kind == citing || *kind == zoned || *kind == carried || *kind == of_score);
}

// Whatever a later program may write there changes what is shown.
void refuse_unknown_parts(const BlockReader& file) {
  static const std::set<std::string> known = {"kind",    "game",   "rules", "position", "attacker", "attacker_wins",
                                              "choices", "digest", "pairs", "tables",   "at_least"};
  for (const auto& [key, value] : file.header().items())
    if (!known.contains(key))
      throw Error(Exit::table, file.path().string() + " is a proof with a part that this program does not know");
}

nlohmann::json to_json(const Citation& c) {
  return {{"game", c.table.game},
          {"rules", c.table.rules},
          {"slots", c.table.slots},
          {"contents", c.distances ? "distances" : "values"},
          {"sha256", c.sha256}};
}

std::vector<Citation> citations_in(const BlockReader& file) {
  const auto& header = file.header();
  if (header.at("kind") != citing) {
    if (header.contains("tables")) throw Damaged(file.path().string() + " cites tables, but is not of the kind that does");
    return {};
  }
  std::vector<Citation> tables;
  for (const auto& j : header.at("tables")) {
    Citation c{{j.at("game"), j.at("rules"), {}, j.at("slots")}, true, j.at("sha256")};
    c.distances = j.at("contents") == "distances";
    if (!c.distances && j.at("contents") != "values")
      throw Damaged(file.path().string() + " cites a table of contents that this program does not know");
    if (c.sha256.size() != 64 || c.sha256.find_first_not_of("0123456789abcdef") != std::string::npos)
      throw Damaged(file.path().string() + " cites a table by something that is no SHA-256");
    tables.push_back(c);
  }
  if (tables.empty()) throw Damaged(file.path().string() + " does not say which tables it cites");
  return tables;
}

ProofHeader read_header(const BlockReader& file) try {
  const auto& j = file.header();
  if (!names_a_proof(j)) throw Error(Exit::table, file.path().string() + " is a Zermelo file, but not a proof");
  refuse_unknown_parts(file);
  ProofHeader h;
  h.game = j.at("game").get<std::string>();
  h.rules = j.at("rules").get<std::string>();
  h.position = j.at("position").get<std::string>();
  const std::string attacker = j.at("attacker").get<std::string>();
  h.mover_attacks = attacker == "mover";
  if (!h.mover_attacks && attacker != "other") throw Damaged(file.path().string() + " does not say who attacks");
  h.attacker_wins = j.at("attacker_wins").get<bool>();
  const bool scored = j.at("kind") == of_score;
  if (!j.at("choices").is_number_unsigned() || (scored && !j.at("at_least").is_number_integer()))
    throw Damaged(file.path().string() + " has no whole number where one belongs"); // 1e47 would be converted into nonsense
  h.choices = j.at("choices").get<u64>();
  h.digest = j.at("digest").get<std::string>();
  h.pairs = j.contains("pairs") && j.at("pairs").get<bool>();
  h.zones = j.at("kind") == zoned;
  if (scored) h.at_least = j.at("at_least").get<i32>();
  if (h.at_least.has_value() != j.contains("at_least") || (h.at_least && (h.pairs || !h.mover_attacks)))
    throw Damaged(file.path().string() + " claims a score, but not as a proof of one does");
  if (h.zones && h.pairs) throw Damaged(file.path().string() + " claims what zones cannot show");
  h.carriers = j.at("kind") == carried;
  if (h.carriers && h.pairs) throw Damaged(file.path().string() + " claims what carriers cannot show");
  h.tables = citations_in(file);
  return h;
} catch (const nlohmann::json::exception&) {
  throw Damaged(file.path().string() + " is not a proof that this program can read: a part of its header is missing");
}

std::string text_of(u64 hash) { return fmt::format("{:016x}", hash); }

// Calls f(block) for the pieces that are compressed by themselves.
template <class F> void each_block(std::span<const std::byte> all, u64 size, F&& f) {
  for (u64 at = 0; at < all.size(); at += size) f(all.subspan(at, std::min<u64>(size, all.size() - at)));
}

} // namespace

Citation citation_of(const Table& table) {
  const TableIdentity& id = table.header().identity;
  return {{id.game, id.rules, {}, id.slots}, table.has_distances(), table.file().sha256()};
}

void ChoiceWriter::put_number(u64 n) {
  for (; n >= 128; n >>= 7) bytes_.push_back(static_cast<std::byte>(n | 128));
  bytes_.push_back(static_cast<std::byte>(n));
}

void check_proof_can_be_written(const std::filesystem::path& path) {
  const auto trial = temporary_of(path);
  File::create(trial).close();
  remove_file(trial);
}

u64 write_proof(const std::filesystem::path& path, const ProofHeader& h, const Bytes& choices) {
  const bool packed = h.zones || h.carriers;
  const u64 size = packed ? zoned_block_bytes : block_bytes;
  u64 hash = 0; // each block's is seeded with the one before
  each_block(choices, size, [&](auto block) { hash = xxh3(block, hash); });
  nlohmann::json j = {{"kind", h.zones            ? zoned
                               : h.carriers       ? carried
                               : h.at_least       ? of_score
                               : h.tables.empty() ? plain
                                                  : citing},
                      {"game", h.game},
                      {"rules", h.rules},
                      {"position", h.position},
                      {"attacker", h.mover_attacks ? "mover" : "other"},
                      {"attacker_wins", h.attacker_wins},
                      {"choices", h.choices},
                      {"digest", h.digest.empty() ? text_of(hash) : h.digest}};
  if (h.pairs) j["pairs"] = true;
  if (h.at_least) j["at_least"] = *h.at_least;
  for (const Citation& c : h.tables) j["tables"].push_back(to_json(c));
  BlockWriter writer(path, json_text(j), choices.size(), size);
  each_block(choices, size, [&](auto block) { writer.append(compress_block(block, packed ? zoned_level : level)); });
  return writer.finish();
}

ProofFile::ProofFile(const std::filesystem::path& path) : file_(path), header_(read_header(file_)) {}

bool ProofFile::as_written() const {
  u64 hash = 0;
  Bytes block;
  for (u64 i = 0; i < file_.blocks(); ++i) {
    block.resize(file_.bytes_of_block(i));
    file_.read_block(i, block);
    hash = xxh3(block, hash);
  }
  return text_of(hash) == header_.digest;
}

Bytes ProofFile::all() const {
  Bytes bytes(file_.payload_bytes());
  u64 at = 0;
  for (u64 i = 0; i < file_.blocks(); ++i) {
    const u64 size = file_.bytes_of_block(i);
    file_.read_block(i, std::span(bytes).subspan(at, size));
    at += size;
  }
  return bytes;
}

bool ProofFile::next_byte(u8& byte) {
  if (used_ == block_.size()) {
    if (next_block_ == file_.blocks()) return false;
    block_.resize(file_.bytes_of_block(next_block_));
    file_.read_block(next_block_++, block_);
    used_ = 0;
    if (block_.empty()) return false;
  }
  byte = std::to_integer<u8>(block_[used_++]);
  return true;
}

bool ProofFile::next(u64& number) {
  number = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    u8 byte = 0;
    if (!next_byte(byte)) return false;
    number |= u64{byte & 127U} << shift;
    if (byte < 128) return shift == 0 || byte != 0; // one way to write each number
  }
  return false;
}

bool is_proof(const std::filesystem::path& path) try { return names_a_proof(BlockReader(path).header()); } catch (const Error&) {
  return false;
}

std::vector<std::filesystem::path> proofs_of_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> found;
  for (const auto& file : std::filesystem::directory_iterator(folder, error))
    if (file.is_regular_file(error) && file.path().extension() == ".proof") found.push_back(file.path());
  if (error) throw Error(Exit::usage, "cannot look into " + folder.string() + ": " + error.message());
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace zermelo
