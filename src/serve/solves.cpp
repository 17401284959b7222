#include "serve/solves.h"

#include "serve/endpoints.h"

namespace zermelo::serve {
namespace {

Solves& allowed(const Call& call) {
  if (call.site.solves == nullptr)
    throw Problem(403, "this server does not solve on request", "Start it with 'zermelo serve --allow-solve'.", "no_solves");
  return *call.site.solves;
}

std::string word(const nlohmann::json& body, const char* key, const char* otherwise) {
  const auto it = body.find(key);
  if (it == body.end() || it->is_null()) return otherwise;
  if (!it->is_string()) throw Problem(400, std::string("'") + key + "' is not a string");
  return it->get<std::string>();
}

} // namespace

Response post_solves(const Call& call) {
  Solves& solves = allowed(call);
  const auto body = call.body();
  SolveOrder order;
  order.game = call.site.find(word(body, "game", ""));
  if (order.game == nullptr) throw Problem(404, "there is no such game here", "/api/v1/games lists them.");
  const std::string kind = word(body, "kind", "solve");
  if (kind != "solve" && kind != "prove") throw Problem(400, "'kind' is solve or prove");
  order.prove = kind == "prove";
  order.position = position_in(*order.game, word(body, "position", "initial"));
  order.claim = word(body, "claim", "");
  if (!order.claim.empty() && order.claim != "win" && order.claim != "not-loss") throw Problem(400, "'claim' is win or not-loss");
  order.address = call.request.address;
  Response r = json_response({{"id", solves.begin(order)}});
  r.status = 201;
  return r;
}

Response get_solves(const Call& call) { return json_response({{"solves", allowed(call).list()}}); }

Response get_solve_events(const Call& call) {
  Solves& solves = allowed(call);
  const std::string id = call.id;
  if (!solves.events(id, 0)) throw Problem(404, "there is no solve of this id");
  Response r;
  r.type = "text/event-stream";
  r.events = [&solves, id](u64 from) { return solves.events(id, from).value_or(EventPiece{"", from, true}); };
  return r;
}

Response delete_solve(const Call& call) {
  switch (allowed(call).stop(call.id, call.request.address, call.request.local)) {
  case Solves::Stopped::unknown: throw Problem(404, "there is no solve of this id");
  case Solves::Stopped::forbidden:
    throw Problem(403, "somebody else has begun this solve", "Who began it may stop it, from the same address.", "not_yours");
  case Solves::Stopped::yes: break;
  }
  return json_response({{"id", call.id}, {"stopped", true}});
}

} // namespace zermelo::serve
