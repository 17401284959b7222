#include "view/probe.h"

#include <algorithm>

#include "base/error.h"
#include "index/look_up.h"

namespace zermelo {

Value value_of(const AnyGame& game, const Table* table, const AnyPosition& p) {
  if (table == nullptr) return game.settle(p);
  const Value v = look_up(game, table->header().holds_settled, p, [&](Slot s) { return table->value(s); });
  if (!v.known())
    throw Error(Exit::table, table->file().path().string() + " has no value for " + game.print(p) + "; run 'zermelo verify'");
  return v;
}

const MoveValue* Answer::best() const {
  if (moves.empty() || !value.known() || moves.front().value != value) return nullptr;
  return &moves.front();
}

Answer probe(const AnyGame& game, const Table* table, const AnyPosition& p) {
  Answer answer{p, value_of(game, table, p), {}};
  if (table != nullptr) answer.slot = stored_slot(game, table->header().holds_settled, p);
  bool all_known = true;
  for (const AnyMove m : game.moves(p)) {
    const AnyPosition after = game.play(p, m);
    const Value v = value_of_move_to(value_of(game, table, after), game.pays(p, m));
    all_known = all_known && v.known();
    answer.moves.push_back({game.move_name(p, m), m, after, v});
  }
  std::sort(answer.moves.begin(), answer.moves.end(), [](const MoveValue& a, const MoveValue& b) {
    return better(a.value, b.value) || (!better(b.value, a.value) && a.name < b.name);
  });
  if (answer.moves.empty()) return answer;
  const Value best = answer.moves.front().value;
  // Nothing beats a win in 1, so one such move settles a position without a table.
  if (!answer.value.known() && (best == win_in(1) || (game.scored() && all_known))) answer.value = best;
  if (table != nullptr && all_known && !compatible(best, answer.value))
    throw Error(Exit::table,
                table->file().path().string() + " contradicts itself at " + game.print(p) + "; run 'zermelo verify'");
  // A distance that the rules tell for the best move is the position's: nothing is quicker than a win in 1, and a loss has
  // one only where every move has.
  if (all_known && compatible(best, answer.value) && !answer.value.has_plies()) answer.value = best;
  return answer;
}

nlohmann::json move_json(const AnyGame& game, const std::string& name, const AnyPosition& after, Value v) {
  nlohmann::json j = to_json(v);
  j["move"] = name;
  j["position"] = game.print(after);
  return j;
}

nlohmann::json to_json(const AnyGame& game, const Answer& answer) {
  nlohmann::json j = to_json(answer.value);
  j["position"] = game.print(answer.position);
  j["moves"] = nlohmann::json::array();
  for (const auto& m : answer.moves) j["moves"].push_back(move_json(game, m.name, m.position, m.value));
  const MoveValue* best = answer.best();
  j["best"] = best == nullptr ? nlohmann::json() : nlohmann::json(best->name);
  j["slot"] = answer.slot == no_slot ? nlohmann::json() : nlohmann::json(answer.slot);
  return j;
}

} // namespace zermelo
