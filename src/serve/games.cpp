// The games that are served, one by one, and their statistics.
#include <algorithm>

#include "base/error.h"
#include "serve/drawing.h"
#include "serve/endpoints.h"

namespace zermelo::serve {
namespace {

nlohmann::json title_of(const ServedGame& g) {
  if (const auto titles = g.board.find("title"); titles != g.board.end() && titles->is_object()) return *titles;
  return {{"en", g.title}, {"ja", g.title}};
}

nlohmann::json players_of(const ServedGame& g) {
  if (const auto players = g.board.find("players"); players != g.board.end() && players->is_object()) return *players;
  return {{"first", {{"en", "First"}, {"ja", "先手"}, {"colour", "warm"}}},
          {"second", {{"en", "Second"}, {"ja", "後手"}, {"colour", "cool"}}}};
}

nlohmann::json row_of(const ServedGame& g) {
  const TablePointer table = g.table();
  return {{"game", g.name},
          {"variant", g.variant},
          {"name", g.full_name()},
          {"title", title_of(g)},
          {"summary", g.summary},
          {"set", g.set},
          {"state", table != nullptr ? "table"
                    : g.solvable     ? "solvable"
                                     : "search"},
          {"slots", g.slots ? nlohmann::json(*g.slots) : nlohmann::json()},
          {"initial", table != nullptr ? zermelo::to_json(table->header().statistics.initial) : g.initial},
          {"provable", g.provable},
          {"pictured", is_pictured(*g.game)},
          {"players", players_of(g)}};
}

// The name of the file alone: where it lies is nobody's business.
nlohmann::json table_json(const SharedTable& t) {
  return {{"path", t.file().path().filename().string()},
          {"bytes", t.file().file_bytes()},
          {"checksum", t.checksum()},
          {"encoding", name_of(t.header().encoding)}};
}

} // namespace

Response get_games(const Call& call) {
  auto rows = nlohmann::json::array();
  for (const auto& g : call.site.games) rows.push_back(row_of(*g));
  return json_response({{"games", rows}});
}

Response get_game(const Call& call) {
  auto j = row_of(*call.game);
  const TablePointer table = call.game->table();
  j["about"] = call.game->summary;
  j["board"] = call.game->board;
  j["table"] = table == nullptr ? nlohmann::json() : table_json(*table);
  return json_response(j);
}

Response get_statistics(const Call& call) {
  const TablePointer table = call.game->table();
  nlohmann::json j;
  try {
    j = call.game->statistics();
  } catch (const Error& e) {
    if (e.code() != Exit::table || table != nullptr) throw;
    throw Problem(404, "there is no table of " + call.game->full_name() + " here, and no recorded result",
                  "zermelo solve " + call.game->full_name());
  }
  j["table"] = table == nullptr ? nlohmann::json() : table_json(*table);
  for (auto& row : j["published"]) row["same"] = row["agrees"];
  return json_response(j);
}

} // namespace zermelo::serve
