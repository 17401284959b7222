// Words of a command line: the first byte chooses the parser, the rest is the text. Names of games and variants are taken or
// refused with Exit::usage (or Exit::resources, where a board is too large for its index), and a name that is taken is the name
// of the same game again; amounts with units lie within bounds. What a worker of a campaign sends is read whole, or refused.
#include <cstdlib>
#include <unordered_set>

#include "base/units.h"
#include "campaign/messages.h"
#include "catalog/catalog.h"

using namespace zermelo;

namespace {

// A name that was taken is not opened again: that makes the tables of an index, where a refusal takes microseconds. Awari of ten
// seeds and more takes up to ten seconds each time, and is left out; the corpus has one.
void open_one(const std::string& name) {
  static std::unordered_set<std::string> taken;
  const bool many = name.starts_with("awari:") && name.size() >= 8 && name.find_first_not_of("0123456789x", 6) == name.npos;
  if (taken.contains(name) || (many && name != "awari:17")) return;
  try {
    const auto entry = open_game(name);
    taken.insert(name);
    if (open_game(entry->full_name())->full_name() != entry->full_name()) std::abort();
  } catch (const Error& e) {
    if (e.code() != Exit::usage && e.code() != Exit::resources) std::abort();
  }
}

// Whatever is read says the same when it is written again.
void read_messages(const std::string& text) {
  auto refused_politely = [](auto&& read) {
    try {
      read();
    } catch (const Error& e) {
      if (e.code() != Exit::usage) std::abort();
    }
  };
  refused_politely([&] { job_in(text); });
  refused_politely([&] { identity_in(text); });
  refused_politely([&] {
    const NamedAnswer n = answer_in(text);
    const std::string again = text_of(n.answer, n.worker);
    const NamedAnswer m = answer_in(again);
    if (text_of(m.answer, m.worker) != again || m.answer.proof != n.answer.proof) std::abort();
  });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto& games = catalog();
  if (data[0] == 255) {
    read_messages(text);
    return 0;
  }
  switch (data[0] % 3) {
  case 0:
    if (const auto n = parse_bytes(text); n && (*n < 1 || *n > u64{1'000'000'000'000'000'000})) std::abort();
    break;
  case 1: open_one(text); break;
  default: // of a game that there is
    open_one(games[data[0] / 3 % games.size()].family.name + ":" + text);
  }
  return 0;
}
