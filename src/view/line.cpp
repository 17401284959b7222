#include "view/line.h"

#include <unordered_set>

#include "base/error.h"
#include "view/score_step.h"

namespace zermelo {
namespace {

// The value of the position that a move of this value leads to: the opponent's, one ply nearer to the end.
Value value_after(Value move) {
  if (move.wdl == Wdl::win) return loss_in(move.plies - 1);
  if (move.wdl == Wdl::loss) return win_in(move.plies - 1);
  return move;
}

// Of a game of scores: in a won position the move that comes nearer to the stones, else one to a position not seen before, if any
// of the best does.
const MoveValue* scored_step(const AnyGame& game, const Table& table, const Answer& answer,
                             const std::unordered_set<std::string>& seen) {
  const MoveValue* const best = answer.best();
  if (best == nullptr) return nullptr;
  if (const auto step = nearest_step(game, table, answer)) return &answer.moves[*step];
  for (const auto& m : answer.moves)
    if (m.value == best->value && !seen.contains(game.print(m.position))) return &m;
  return best;
}

} // namespace

Line best_line(const AnyGame& game, const Table* table, const AnyPosition& start, int most_plies) {
  Line line{start, unknown_value, {}, Line::End::over};
  std::unordered_set<std::string> seen;
  for (AnyPosition p = start;;) {
    const Answer answer = probe(game, table, p);
    if (!answer.value.known()) throw Error(Exit::table, "there is no table to tell the value of " + game.print(p));
    if (table != nullptr && answer.value.decisive() && !answer.value.has_plies() && !game.scored())
      throw Error(Exit::table, table->file().path().string() + " has no distances, so it cannot show the way to the end of a " +
                                   name_of(answer.value.wdl) + "; make a table that has: zermelo solve " +
                                   table->header().identity.game);
    if (line.steps.empty()) line.value = answer.value;
    if (answer.moves.empty()) return line;
    if (!seen.insert(game.print(p)).second) {
      line.end = Line::End::repetition;
      return line;
    }
    if (most_plies != 0 && line.steps.size() >= static_cast<std::size_t>(most_plies)) {
      line.end = Line::End::limit;
      return line;
    }
    const MoveValue* best = game.scored() && table != nullptr ? scored_step(game, *table, answer, seen) : answer.best();
    if (best == nullptr) throw Error(Exit::table, "there is no table to tell the best move in " + game.print(p));
    // The score of what is left; else the opponent's value, one ply nearer to the end.
    const Value after = game.scored() ? scored(game.pays(p, best->move) - best->value.score) : value_after(best->value);
    p = best->position;
    line.steps.push_back({best->name, p, after});
  }
}

nlohmann::json to_json(const AnyGame& game, const Line& line) {
  nlohmann::json j = to_json(line.value);
  j["position"] = game.print(line.start);
  j["moves"] = nlohmann::json::array();
  for (const auto& step : line.steps) j["moves"].push_back(move_json(game, step.move, step.position, step.value));
  j["end"] = name_of(line.end);
  return j;
}

} // namespace zermelo
