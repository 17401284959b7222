#include "exec/ranks.h"

#include <cstring>

namespace zermelo {
namespace {

// Nothing is sent anywhere.
class OneRank final : public Ranks {
public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<Message> gather(Message mine) override {
    std::vector<Message> all;
    all.push_back(std::move(mine));
    return all;
  }
  std::vector<Message> exchange(std::vector<Message> to_each) override { return to_each; }
  void send(int, Message) override {}
  bool receive(Message&) override { return false; }
  void begin_vote(std::span<const u64> words) override { vote_.assign(words.begin(), words.end()); }
  bool end_vote(std::vector<u64>& of_all) override {
    of_all = vote_;
    return true;
  }
  void fail(Exit, const std::string&) noexcept override {}
  void rest() override {}

private:
  std::vector<u64> vote_;
};

} // namespace

Ranks& one_rank() {
  static OneRank one;
  return one;
}

Message bytes_of(std::span<const u64> words) {
  Message m(words.size_bytes());
  if (!m.empty()) std::memcpy(m.data(), words.data(), m.size());
  return m;
}

std::vector<u64> words_of(std::span<const std::byte> bytes) {
  std::vector<u64> words(bytes.size() / sizeof(u64));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(u64));
  return words;
}

std::vector<u64> Ranks::words_of_all(std::span<const u64> mine) {
  std::vector<u64> all;
  for (const Message& m : gather(bytes_of(mine)))
    for (const u64 w : words_of(m)) all.push_back(w);
  return all;
}

std::vector<u64> Ranks::sums(std::vector<u64> mine) {
  if (alone()) return mine;
  const std::vector<u64> all = words_of_all(mine);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    mine[i] = 0;
    for (std::size_t r = 0; r < static_cast<std::size_t>(size()); ++r) mine[i] += all[r * mine.size() + i];
  }
  return mine;
}

Message Ranks::from_first(Message message) {
  if (!first()) message.clear();
  return std::move(gather(std::move(message))[0]);
}

} // namespace zermelo
