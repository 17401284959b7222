// Texts that describe games and results: records of games (PDN, lists of turns, JSON, SGF), replayed by the rules; result files;
// sidecars. The first byte chooses. A record never throws and keeps to its limit; a result is taken or refused with Exit::table;
// what is left of a sidecar has the types that its readers ask for.
#include <cstdlib>

#include "base/json.h"
#include "catalog/catalog.h"
#include "table/result.h"
#include "table/sidecar.h"
#include "view/record.h"
#include "view/replay.h"

using namespace zermelo;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void replayed(const Entry& entry, std::string_view text) {
  constexpr std::size_t most_turns = 200, most_replayed = 4; // each begins anew: what a fifth could show, a first can
  const auto records = read_records(text, most_turns);
  std::size_t turns = 0;
  auto all = nlohmann::json::array();
  for (const auto& record : records) {
    turns += record.turns.size();
    if (all.size() == most_replayed) continue;
    const auto played = replay(entry.game(), entry.repetition(), entry.game().start(), record.turns,
                               [&](const AnyPosition& p) { return probe(entry.game(), nullptr, p); });
    require(played.turns.size() <= record.turns.size());
    all.push_back(to_json(entry.game(), played));
  }
  require(parse_json(json_text(all)) == all); // what is said is JSON, and UTF-8
  require(turns <= most_turns);
}

void result(std::string_view text) {
  try {
    const Result r = result_from_text(text, "fuzz");
    require(!json_text(to_json(r)).empty());
  } catch (const Error& e) {
    require(e.code() == Exit::table);
  }
}

void sidecar(std::string_view text) {
  const auto j = sidecar_from_text(text);
  require(j.is_object());
  if (j.contains("seconds")) require(j["cpu_seconds"].is_number() && j["threads"].is_number() && j["resumed"].is_boolean());
  for (const char* key : {"ranks", "device"})
    if (j.contains(key)) require(j[key].is_object() && !j[key].empty());
  if (!j.contains("checksum")) require(!j.contains("reachable") && !j.contains("longest_positions"));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  static const auto checkers = open_game("checkers"), tictactoe = open_game("tictactoe");
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
  case 0: replayed(*checkers, text); break;
  case 1: replayed(*tictactoe, text); break;
  case 2: result(text); break;
  default: sidecar(text);
  }
  return 0;
}
