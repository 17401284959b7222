#include "tasks/proved_moves.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/file.h"

namespace zermelo {
namespace {

// A text that symmetric positions of a game of connection share; of other games, the position's own.
std::string class_of(const Entry& entry, const AnyPosition& p) {
  const auto g = entry.connected();
  const auto stones = g ? g->joining(p) : std::nullopt;
  if (!stones) return entry.game().print(p);
  auto words = [](const CellSet& x, const CellSet& o) {
    std::string text;
    for (const CellSet* set : {&x, &o}) set->each([&](int cell) { text += std::to_string(cell) + (set == &x ? "x" : "o"); });
    return text;
  };
  std::string least = words(stones->of[0], stones->of[1]);
  for (const auto& image : g->board.symmetries) {
    CellSet moved[2];
    for (std::size_t i = 0; i < 2; ++i)
      stones->of[i].each([&](int cell) { moved[i].add(image[static_cast<std::size_t>(cell)]); });
    least = std::min(least, words(moved[0], moved[1]));
  }
  return least;
}

Wdl turned(Wdl w) { return w == Wdl::win ? Wdl::loss : w == Wdl::loss ? Wdl::win : w; }

} // namespace

std::vector<ProvedMove> proved_moves(const Entry& entry, const AnyPosition& p, const ProvedMovesRequest& request,
                                     const TablePlace& place) {
  const AnyGame& game = entry.game();
  if (!request.proofs.empty()) {
    if (!entry.connected())
      throw Error(Exit::usage, "--proofs is for games of connection, in which nobody draws; for one move of " +
                                   entry.full_name() + " there is 'zermelo prove --proof'");
    std::filesystem::create_directories(request.proofs);
  }
  std::vector<ProvedMove> values;
  std::map<std::string, std::size_t> seen;
  for (const AnyMove m : game.moves(p)) {
    ProvedMove v{.move = game.move_name(p, m)};
    if (game.pictured())
      if (const auto clicks = game.clicks(p, m); clicks.size() == 1) v.cell = clicks.front();
    const AnyPosition after = game.play(p, m);
    const auto [it, fresh] = seen.emplace(class_of(entry, after), values.size());
    if (!fresh) {
      v.value = values[it->second].value;
      v.same_as = values[it->second].move;
    } else if (const Wdl over = game.outcome(after); over != Wdl::unknown) {
      v.value = turned(over);
    } else {
      ProveRequest search = request.search;
      if (!request.proofs.empty()) {
        search.claim = "win";
        search.options.proof = request.proofs / (v.move + ".proof");
      }
      const Proved proved = run_search(entry, after, search, place);
      if (search.options.should_stop && search.options.should_stop())
        throw Error(Exit::stopped, "interrupted; what was found until then is above");
      const Effort effort(proved.searched);
      const Wdl value = proved.claim.empty()                   ? proved.value
                        : proved.verdict == Verdict::proven    ? Wdl::win
                        : proved.verdict == Verdict::disproven ? Wdl::loss
                                                               : Wdl::unknown;
      v.value = turned(value);
      v.visits = effort.visits;
      v.evaluated = effort.evaluated;
      v.cpu_seconds = effort.cpu;
      v.proof_bytes = proved.searched.back().result.proof_bytes;
      if (proved.ended()) tidy_up(proved);
    }
    values.push_back(v);
    if (request.on_move) request.on_move(v);
  }
  return values;
}

std::string map_of(const Entry& entry, const AnyPosition& p, const std::vector<ProvedMove>& values) {
  const AnyGame& game = entry.game();
  if (!game.pictured()) return "";
  std::map<std::string, char> letters;
  for (const ProvedMove& v : values) {
    if (v.cell.empty() || letters.contains(v.cell)) return "";
    letters[v.cell] = v.value == Wdl::win ? 'W' : v.value == Wdl::loss ? 'L' : v.value == Wdl::draw ? 'D' : '?';
  }
  const Picture picture = game.picture(p);
  std::map<int, std::string> rows; // by their height, in hundredths
  for (const auto& cell : picture.cells) {
    std::string& row = rows[static_cast<int>(std::lround(100 * cell.y))];
    const auto column = static_cast<std::size_t>(std::lround(2 * std::max(0.0F, cell.x)));
    if (row.size() <= column) row.resize(column + 1, ' ');
    const auto it = letters.find(cell.name);
    row[column] = it == letters.end() ? '-' : it->second;
  }
  std::string text;
  for (const auto& [y, row] : rows) text += row + "\n";
  return text;
}

nlohmann::json to_json(const Entry& entry, const AnyPosition& p, const std::vector<ProvedMove>& values) {
  nlohmann::json j = {{"game", entry.name}, {"variant", entry.variant}, {"position", entry.game().print(p)}};
  j["moves"] = nlohmann::json::array();
  u64 of[4] = {};
  for (const ProvedMove& v : values) {
    ++of[v.value == Wdl::win ? 0 : v.value == Wdl::draw ? 1 : v.value == Wdl::loss ? 2 : 3];
    j["moves"].push_back({{"move", v.move},
                          {"value", v.value == Wdl::unknown ? "unknown" : name_of(v.value)},
                          {"same_as", v.same_as.empty() ? nlohmann::json() : nlohmann::json(v.same_as)},
                          {"nodes", v.visits},
                          {"evaluated", v.evaluated},
                          {"cpu_seconds", v.cpu_seconds},
                          {"proof_bytes", v.proof_bytes}});
  }
  j.update({{"wins", of[0]}, {"draws", of[1]}, {"losses", of[2]}, {"unknown", of[3]}});
  return j;
}

} // namespace zermelo
