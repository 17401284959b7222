// One position, several, a best line, a reply.
#include <fmt/format.h>

#include "base/error.h"
#include "serve/drawing.h"
#include "serve/endpoints.h"
#include "view/line.h"

namespace zermelo::serve {
namespace {

// Who has won, from what the rules say about the side to move.
nlohmann::json reason_of(const AnyGame& game, const Answer& a) {
  if (!a.moves.empty()) return nullptr;
  if (a.value.wdl == Wdl::draw) return {{"en", "The game is over: a draw."}, {"ja", "終局: 引分"}};
  if (a.value.wdl == Wdl::unknown) return {{"en", "The game is over."}, {"ja", "終局"}};
  const bool first = game.first_to_move(a.position) == (a.value.wdl == Wdl::win);
  return {{"en", fmt::format("The game is over: the {} player has won.", first ? "first" : "second")},
          {"ja", fmt::format("終局: {}の勝ち", first ? "先手" : "後手")}};
}

const char* source_of(const ServedGame& g, const Answer& a) {
  if (!a.value.known()) return "none";
  if (g.game->settle(a.position).known()) return "rules";
  if (g.table() != nullptr) return "table";
  const auto proved = g.proved(a.position);
  return proved && a.moves.front().value != win_in(1) ? proved->source : "rules"; // a win in 1 is seen
}

nlohmann::json step_json(const AnyGame& game, const std::string& move, const AnyPosition& after, Value v) {
  auto j = move_json(game, move, after, v);
  j.emplace("score", nullptr); // unless the game has one
  return j;
}

} // namespace

nlohmann::json position_json(const ServedGame& g, const Answer& a, bool drawn) {
  const AnyGame& game = *g.game;
  auto j = zermelo::to_json(a.value);
  j["game"] = g.full_name();
  j["position"] = game.print(a.position);
  j["to_move"] = game.first_to_move(a.position) ? "first" : "second";
  j["over"] = a.moves.empty();
  j["reason"] = reason_of(game, a);
  j.emplace("score", nullptr); // unless the game has one
  j["source"] = source_of(g, a);
  const MoveValue* best = a.best();
  j["best"] = best == nullptr ? nlohmann::json() : nlohmann::json(best->name);
  j["moves"] = nlohmann::json::array();
  for (const auto& m : a.moves) {
    auto row = step_json(game, m.name, m.position, m.value);
    row["clicks"] = clicks_json(game, a.position, m.move);
    j["moves"].push_back(std::move(row));
  }
  if (!drawn) return j;
  j["picture"] = picture_json(game, a.position);
  j["text"] = game.draw(a.position);
  return j;
}

Response get_position(const Call& call) {
  return json_response(position_json(*call.game, call.game->probe(call.position()), true));
}

Response post_positions(const Call& call) {
  const auto body = call.body();
  const auto list = body.find("positions");
  if (list == body.end() || !list->is_array() || list->size() > most_batch)
    throw Problem(400, fmt::format("'positions' is not a list of at most {}", most_batch));
  auto answers = nlohmann::json::array();
  for (const auto& text : *list) {
    try {
      if (!text.is_string()) throw Problem(400, "a position is a string");
      const auto p = position_in(*call.game, text.get_ref<const std::string&>());
      answers.push_back(position_json(*call.game, call.game->probe(p, true), false));
    } catch (...) {
      answers.push_back(to_json(current_problem()));
    }
  }
  return json_response({{"answers", answers}});
}

Response get_line(const Call& call) {
  const ServedGame& g = *call.game;
  const AnyPosition start = call.position();
  const int plies = call.number("plies", 1, most_line, most_line);
  const TablePointer table = g.table();
  Line line;
  try {
    line = table == nullptr ? best_line(*g.game, nullptr, start, plies)
                            : table->slow([&](const Table& t) { return best_line(*g.game, &t, start, plies); });
  } catch (const Error& e) {
    if (e.code() != Exit::table || (table != nullptr && table->blocks().has_distances())) throw;
    throw Problem(404, "there is no table that tells the way to the end of the game", "zermelo solve " + g.full_name());
  }
  auto j = zermelo::to_json(line.value);
  j["position"] = g.game->print(start);
  j["end"] = name_of(line.end);
  j["steps"] = nlohmann::json::array();
  for (const auto& s : line.steps) j["steps"].push_back(step_json(*g.game, s.move, s.position, s.value));
  return json_response(j);
}

Response get_reply(const Call& call) {
  const AnyPosition p = call.position();
  const int milliseconds = call.number("milliseconds", 1, most_milliseconds, 300);
  const AnyGame& game = *call.game->game;
  if (game.moves(p).empty()) throw Problem(422, "the game is over: there is no move to reply with");
  const AnyMove m = call.game->reply(p, milliseconds);
  return json_response({{"move", game.move_name(p, m)}, {"position", game.print(game.play(p, m))}, {"source", "search"}});
}

Response post_compose(const Call& call) {
  const AnyPosition p = composed(*call.game->game, call.body());
  return json_response({{"position", call.game->game->print(p)}});
}

} // namespace zermelo::serve
