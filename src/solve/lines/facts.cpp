#include "solve/lines/facts.h"

#include "base/machine.h"

namespace zermelo {

// Each record: 13 words (attacker, defender, zone, k), the number of bytes, a hash of all that and of the bytes, the bytes. The
// file begins with a hash of what the facts are about. Two kinds have no bytes and a number in place of the zone: how often a fact
// was searched, and the move of a fact that was split.
constexpr int attempts_record = 252, move_record = 254; // in place of k
constexpr int least_old_record = 250;                   // of earlier ways of searching: not looked at

FactFile::FactFile(const std::filesystem::path& path, const std::string& identity, bool restart, LineFacts& facts) : path_(path) {
  make_folders(path.parent_path());
  lock_ = std::make_unique<FolderLock>(lock_path(), "a search of " + path.filename().string());
  if (restart) remove_file(path);
  about_ = xxh3(std::as_bytes(std::span(identity)));
  end_ = sizeof about_;
  if (std::error_code none; std::filesystem::exists(path, none)) { // else it is made with the first fact
    file_.emplace(File::open_for_adding(path));
    end_ = read(*file_, facts);
    if (end_ == 0) throw Error(Exit::table, path.string() + " has facts about something else: give --restart to begin anew");
    if (file_->size() < sizeof about_) file_.reset(); // it says nothing yet: made with the first fact
  }
  if (restart) return;
  for (const auto& other : std::filesystem::directory_iterator(path.parent_path())) {
    if (other.path().extension() != ".facts" || other.path().filename() == path.filename()) continue;
    File file = File::open_for_reading(other.path());
    read(file, facts);
  }
}

FactFile::~FactFile() {
  std::error_code ignored;
  std::filesystem::remove(lock_path(), ignored); // while it is locked
}

u64 FactFile::read(File& file, LineFacts& facts) const {
  const u64 size = file.size();
  u64 found = 0, at = sizeof found;
  if (size < sizeof found) return at;
  file.read_at(0, std::as_writable_bytes(std::span(&found, 1)));
  if (found != about_) return 0;
  std::array<u64, 15> head{};
  while (size >= at + sizeof head) {
    file.read_at(at, std::as_writable_bytes(std::span(head)));
    const u64 bytes = head[13];
    if (bytes > size - at - sizeof head) break;
    LineTree tree;
    tree.bytes.resize(bytes);
    file.read_at(at + sizeof head, tree.bytes);
    if (xxh3(tree.bytes, xxh3(std::as_bytes(std::span(head).first(14)))) != head[14]) break;
    LineFact fact;
    for (std::size_t i = 0; i < 4; ++i) {
      fact.attacker.words[i] = head[i];
      fact.defender.words[i] = head[4 + i];
      tree.zone.words[i] = head[8 + i];
    }
    fact.hidden = static_cast<int>(head[12]);
    if (fact.hidden == move_record) {
      fact.hidden = 0;
      facts.moves[fact].push_back(static_cast<int>(head[8]));
    } else if (fact.hidden == attempts_record) {
      fact.hidden = 0;
      facts.attempts[fact] = static_cast<u32>(head[8]);
    } else if (fact.hidden < least_old_record) {
      facts.trees.emplace(fact, std::move(tree));
    }
    at += sizeof head + bytes;
  }
  return at;
}

void FactFile::set_attempts(const LineFact& fact, u32 number) {
  if (file_) add({fact.attacker, fact.defender, attempts_record}, {{{number}}, {}}); // no file is made for what was not shown
}
void FactFile::set_move(const LineFact& fact, int cell) {
  add({fact.attacker, fact.defender, move_record}, {{{static_cast<u64>(cell)}}, {}});
}

void FactFile::add(const LineFact& fact, const LineTree& tree) {
  std::array<u64, 15> head{};
  for (std::size_t i = 0; i < 4; ++i) {
    head[i] = fact.attacker.words[i];
    head[4 + i] = fact.defender.words[i];
    head[8 + i] = tree.zone.words[i];
  }
  head[12] = static_cast<u64>(fact.hidden);
  head[13] = tree.bytes.size();
  head[14] = xxh3(tree.bytes, xxh3(std::as_bytes(std::span(head).first(14))));
  if (!file_) { // whole or not at all: after a power cut too it says what its facts are about
    write_whole(path_, {reinterpret_cast<const char*>(&about_), sizeof about_});
    file_.emplace(File::open_for_adding(path_));
  }
  file_->write_at(end_, std::as_bytes(std::span(head)));
  file_->write_at(end_ + sizeof head, tree.bytes);
  end_ += sizeof head + tree.bytes.size();
  constexpr double seconds = 10; // at most so much is lost
  if (const double now = wall_seconds(); now - synced_ >= seconds) {
    file_->sync();
    synced_ = now;
  }
}

} // namespace zermelo
