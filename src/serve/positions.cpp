// One position, several, a drawing, a game looked at again, a best line, a reply.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "serve/endpoints.h"
#include "serve/picture_json.h"
#include "serve/searches.h"
#include "view/line.h"
#include "view/opening_tree.h"
#include "view/png.h"
#include "view/record.h"
#include "view/replay.h"
#include "view/svg.h"
#include "view/text.h"
#include "view/turns.h"
#include "view/two_ply.h"

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

struct Source {
  const char* kind;
  std::string table; // the game whose table of endings told it
};
Source source_of(const ServedGame& g, const Answer& a) {
  if (!a.value.known()) return {"none", ""};
  if (g.game->settle(a.position).known()) return {"rules", ""};
  if (g.table() != nullptr) return {"table", ""};
  if (const auto e = g.ending(a.position)) return {"endings", e->game->full_name()};
  if (!a.moves.empty() && a.moves.front().value == win_in(1)) return {"rules", ""}; // it is seen
  if (const auto proved = g.proved(a.position)) return {proved->source, ""};
  for (const auto& m : a.moves) // what follows is in a table
    if (const auto e = g.ending(m.position)) return {"endings", e->game->full_name()};
  return {g.exact ? "search" : "rules", ""};
}

// Players of some games say which piece moves (board.json: notation.pieces).
void add_piece(const ServedGame& g, nlohmann::json& step, const AnyPosition& before, AnyMove m) {
  const auto notation = g.board.find("notation");
  if (notation == g.board.end() || !notation->is_object() || !notation->value("pieces", false)) return;
  if (auto kind = moved_piece(*g.game, before, m); !kind.empty()) step["piece"] = std::move(kind);
}
// The same for a list of steps, one after the other.
void add_pieces(const ServedGame& g, nlohmann::json& steps, AnyPosition before) {
  for (auto& step : steps) {
    const auto moves = g.game->moves(before);
    const auto found = find_turn(*g.game, before, moves, step.at("move").get_ref<const std::string&>());
    if (!found) return;
    add_piece(g, step, before, *found);
    before = g.game->play(before, *found);
  }
}

nlohmann::json step_json(const AnyGame& game, const std::string& move, const AnyPosition& after, Value v) {
  auto j = move_json(game, move, after, v);
  j.emplace("score", nullptr); // unless the game has one
  return j;
}

TablePointer table_of(const ServedGame& g) {
  TablePointer table = g.table();
  if (table == nullptr)
    throw Problem(404, "there is no table of " + g.full_name() + " here", "zermelo solve " + g.full_name(), "no_table");
  return table;
}

Response picture_response(const Call& call, const char* type,
                          std::string (*draw)(const Picture&, const nlohmann::json& look, const DrawingOptions&)) {
  const AnyGame& game = *call.game->game;
  const AnyPosition p = call.position();
  if (!game.pictured()) throw Problem(404, "positions of this game have no picture", "'text' of /position draws it in letters.");
  Response r;
  r.type = type;
  r.body = draw(game.picture(p), call.game->board, {.flip = call.number("flip", 0, 1, 0) == 1});
  r.policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return r;
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
  const Source source = source_of(g, a);
  j["source"] = source.kind;
  j["table"] = source.table.empty() ? nlohmann::json() : nlohmann::json(source.table);
  const MoveValue* best = a.best();
  j["best"] = best == nullptr ? nlohmann::json() : nlohmann::json(best->name);
  j["moves"] = nlohmann::json::array();
  for (const auto& m : a.moves) {
    auto row = step_json(game, m.name, m.position, m.value);
    row["clicks"] = clicks_json(game, a.position, m.move);
    add_piece(g, row, a.position, m.move);
    j["moves"].push_back(std::move(row));
  }
  if (!drawn) return j;
  j["picture"] = picture_json(game, a.position);
  j["text"] = game.draw(a.position);
  return j;
}

Response get_position(const Call& call) {
  const Answer a = call.game->probe(call.position());
  auto j = position_json(*call.game, a, true);
  j["searchable"] = call.site.searches != nullptr && !call.game->open_moves(a).empty();
  return json_response(j);
}

// What is known by now; the rest is searched as long as somebody asks.
Response get_values(const Call& call) {
  const ServedGame& g = *call.game;
  const Answer a = g.probe(call.position(), false, false);
  auto j = position_json(g, a, false);
  auto open = g.open_moves(a);
  j["searching"] = call.site.searches != nullptr && !open.empty() &&
                   call.site.searches->want({&g, a.position, std::move(open), call.request.address, call.request.local});
  return json_response(j);
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
    if (const auto e = table == nullptr && !g.history ? g.ending(start, true) : std::nullopt)
      line = e->table->slow([&](const Table& t) { return best_line(*e->game->game, &t, e->position, plies); });
    else
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
  add_pieces(g, j["steps"], start);
  return json_response(j);
}

// Many moves against many replies would be a table that nobody reads.
Response get_openings(const Call& call) {
  constexpr std::size_t most_columns = 60;
  const ServedGame& g = *call.game;
  const AnyPosition start = call.position();
  const TablePointer table = table_of(g);
  if (g.game->moves(start).empty() || g.game->moves(start).size() > most_columns)
    throw Problem(404, "there are no openings to lay out here", "", "none_found");
  const TwoPly two = table->slow([&](const Table& t) { return two_ply(*g.game, t, start); });
  if (two.columns.size() > most_columns) throw Problem(404, "there are too many replies to lay out", "", "none_found");
  return json_response({{"position", g.game->print(start)}, {"columns", two.columns}, {"rows", to_json(two)}});
}

Response get_tree(const Call& call) {
  const ServedGame& g = *call.game;
  const AnyPosition start = call.position();
  const int plies = call.number("plies", 1, most_tree_plies, 3);
  const TablePointer table = table_of(g);
  return json_response(
      to_json(*g.game, table->slow([&](const Table& t) { return opening_tree(*g.game, t, start, plies, most_tree_nodes); })));
}

Response get_reply(const Call& call) {
  const AnyPosition p = call.position();
  const int milliseconds = call.number("milliseconds", 1, most_milliseconds, 300);
  const AnyGame& game = *call.game->game;
  if (game.moves(p).empty()) throw Problem(422, "the game is over: there is no move to reply with");
  // Where many wait, each search is given less.
  const AnyMove m =
      call.game->reply(p, std::max(std::min(milliseconds, 20), milliseconds / static_cast<int>(1 + call.request.crowd / 4)));
  return json_response({{"move", game.move_name(p, m)}, {"position", game.print(game.play(p, m))}, {"source", "search"}});
}

// The drawing of a position, for pages and documents elsewhere.
Response get_position_svg(const Call& call) { return picture_response(call, "image/svg+xml", svg_of); }
Response get_position_png(const Call& call) {
  if (!has_png())
    throw Problem(404, "this server was built without pictures as PNG",
                  "position.svg draws the position; docs/explorer.md says what to install.");
  return picture_response(call, "image/png", png_of);
}

// {"from", "moves"}, or {"text"}: a record in some notation.
Response post_replay(const Call& call) {
  const ServedGame& g = *call.game;
  const auto body = call.body();
  GameRecord record;
  if (const auto text = body.find("text"); text != body.end()) {
    if (!text->is_string()) throw Problem(400, "'text' is not a string");
    auto records = read_records(text->get_ref<const std::string&>(), most_turns);
    const auto found = std::find_if(records.begin(), records.end(), [](const GameRecord& r) { return !r.turns.empty(); });
    if (found == records.end())
      throw Problem(422, "there is no game in this text", "Moves with spaces between them are one, as is a PDN record.");
    record = std::move(*found);
  }
  if (const auto moves = body.find("moves"); moves != body.end()) {
    if (!moves->is_array() || moves->size() > most_turns)
      throw Problem(400, fmt::format("'moves' is not a list of at most {}", most_turns));
    record.turns.clear();
    for (const auto& m : *moves) {
      if (!m.is_string()) throw Problem(400, "a move is a string");
      record.turns.push_back(m.get<std::string>());
    }
  }
  if (const auto from = body.find("from"); from != body.end()) {
    if (!from->is_string()) throw Problem(400, "'from' is not a string");
    record.start = from->get<std::string>();
  }
  const AnyPosition start = record.start.empty() ? g.game->start() : position_in(g, record.start);
  auto j = to_json(*g.game,
                   replay(*g.game, g.repetition, start, record.turns, [&](const AnyPosition& p) { return g.probe(p, true); }));
  add_pieces(g, j["steps"], start);
  j["tags"] = nlohmann::json::object();
  for (const auto& [name, value] : record.tags) j["tags"][printable(name, 40)] = printable(value, 120);
  return json_response(j);
}

Response post_compose(const Call& call) {
  const AnyPosition p = composed(*call.game->game, call.body());
  return json_response({{"position", call.game->game->print(p)}});
}

} // namespace zermelo::serve
