// The games that are served, one by one, and their statistics.
#include <algorithm>

#include "base/error.h"
#include "serve/endpoints.h"
#include "serve/picture_json.h"

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

// What board.json says under this key; an empty object if nothing.
nlohmann::json object_of(const ServedGame& g, const char* key) {
  const auto it = g.board.find(key);
  return it != g.board.end() && it->is_object() ? *it : nlohmann::json::object();
}

// How the board is drawn and spoken of. Why a game is over has words in any case.
nlohmann::json board_of(const ServedGame& g) {
  nlohmann::json board = g.board;
  if (const auto it = board.find("endings"); it == board.end() || !it->is_array() || it->empty())
    board["endings"] = {{{"drawn", true}, {"en", "A draw by the rules."}, {"ja", "規則により引き分けです。"}},
                        {{"en", "Decided by the rules."}, {"ja", "規則により勝敗が決まりました。"}}};
  return board;
}

template <class T> nlohmann::json or_null(const std::optional<T>& x) { return x ? nlohmann::json(*x) : nlohmann::json(); }

const char* name_of(Repetition r) {
  switch (r) {
  case Repetition::never: return "never";
  case Repetition::draw: return "draw";
  case Repetition::forbidden: return "forbidden";
  case Repetition::loss: return "loss";
  }
  return "never";
}

nlohmann::json solved_json(const ServedGame& g, bool table) {
  if (table) return {{"how", "strongly"}, {"evidence", "table"}, {"by", g.solved.by}};
  return {{"how", g.solved.how}, {"evidence", g.solved.evidence}, {"by", g.solved.by}};
}

nlohmann::json row_of(const ServedGame& g) {
  const TablePointer table = g.table();
  auto endings = nlohmann::json::array();
  if (table == nullptr)
    for (const ServedGame* e : g.endings()) endings.push_back(e->full_name());
  return {
      {"game", g.name},
      {"variant", g.variant},
      {"name", g.full_name()},
      {"title", title_of(g)},
      {"summary", g.summary},
      {"set", g.set},
      {"state", table != nullptr ? "table"
                : g.solvable     ? "solvable"
                                 : "search"},
      {"slots", g.slots ? nlohmann::json(*g.slots) : nlohmann::json()},
      {"positions", table != nullptr ? nlohmann::json(table->header().statistics.positions.positions()) : or_null(g.positions)},
      {"memory", or_null(g.memory)},
      {"seconds", or_null(g.seconds)},
      {"repetition", name_of(g.repetition)},
      {"scored", g.game->scored()},
      {"solved", solved_json(g, table != nullptr)},
      {"endings", endings},
      {"initial", table != nullptr ? zermelo::to_json(table->header().statistics.initial) : g.initial},
      {"provable", g.provable},
      {"pictured", is_pictured(*g.game)},
      {"about_game", object_of(g, "about")},
      {"variants", object_of(g, "variants")},
      {"players", players_of(g)}};
}

// The name of the file alone: where it lies is nobody's business.
nlohmann::json table_json(const SharedTable& t) {
  return {{"path", t.file().path().filename().string()},
          {"bytes", t.file().file_bytes()},
          {"checksum", t.checksum()},
          {"encoding", encoding_name(t.header())}};
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
  j["board"] = board_of(*call.game);
  j["table"] = table == nullptr ? nlohmann::json() : table_json(*table);
  return json_response(j);
}

Response get_rules(const Call& call) {
  return json_response({{"game", call.game->full_name()}, {"rules", {{"en", call.game->rules_en}, {"ja", call.game->rules_ja}}}});
}

Response get_statistics(const Call& call) {
  const TablePointer table = call.game->table();
  nlohmann::json j;
  try {
    j = call.game->statistics();
  } catch (const Error& e) {
    if (e.code() != Exit::table || table != nullptr) throw;
    throw Problem(404, "there is no table of " + call.game->full_name() + " here, and no recorded result",
                  call.game->solvable ? "zermelo solve " + call.game->full_name() : "It is too large for a table here.",
                  "no_table");
  }
  j["table"] = table == nullptr ? nlohmann::json() : table_json(*table);
  for (auto& row : j["published"]) row["same"] = row["agrees"];
  return json_response(j);
}

} // namespace zermelo::serve
