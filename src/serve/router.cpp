#include "serve/router.h"

#include <algorithm>
#include <fmt/format.h>

#include "serve/endpoints.h"
#include "serve/pages.h"

namespace zermelo::serve {
namespace {

using Cost = Route::Cost;
using Keep = Route::Keep;

constexpr Route all_routes[] = {
    {"GET", "/api/v1/health", "", Cost::quick, Keep::never, get_health},
    {"GET", "/api/v1/metrics", "", Cost::quick, Keep::never, get_metrics},
    {"GET", "/api/v1/openapi.json", "", Cost::quick, Keep::build, get_openapi},
    {"GET", "/api/v1/errata", "", Cost::quick, Keep::build, get_errata},
    {"GET", "/api/v1/games", "", Cost::quick, Keep::never, get_games},
    {"GET", "/api/v1/games/{game}", "", Cost::quick, Keep::never, get_game},
    {"GET", "/api/v1/games/{game}/rules", "", Cost::quick, Keep::build, get_rules},
    {"GET", "/api/v1/games/{game}/position.svg", "p flip", Cost::quick, Keep::build, get_position_svg},
    {"GET", "/api/v1/games/{game}/position.png", "p flip", Cost::slow, Keep::build, get_position_png},
    {"GET", "/api/v1/games/{game}/position", "p", Cost::quick, Keep::table, get_position},
    {"GET", "/api/v1/games/{game}/values", "p", Cost::quick, Keep::never, get_values},
    {"POST", "/api/v1/games/{game}/positions", "", Cost::slow, Keep::never, post_positions},
    {"POST", "/api/v1/games/{game}/replay", "", Cost::slow, Keep::never, post_replay},
    {"GET", "/api/v1/games/{game}/line", "p plies", Cost::slow, Keep::table, get_line},
    {"GET", "/api/v1/games/{game}/openings", "p", Cost::slow, Keep::table, get_openings},
    {"GET", "/api/v1/games/{game}/tree", "p plies", Cost::slow, Keep::table, get_tree},
    {"GET", "/api/v1/games/{game}/statistics", "", Cost::slow, Keep::table, get_statistics},
    {"GET", "/api/v1/games/{game}/random", "value plies at_least", Cost::slow, Keep::never, get_random},
    {"GET", "/api/v1/games/{game}/presets", "", Cost::slow, Keep::never, get_presets},
    {"POST", "/api/v1/games/{game}/compose", "", Cost::quick, Keep::never, post_compose},
    {"GET", "/api/v1/games/{game}/reply", "p milliseconds", Cost::slow, Keep::never, get_reply},
    {"POST", "/api/v1/solves", "", Cost::quick, Keep::never, post_solves},
    {"GET", "/api/v1/solves", "", Cost::quick, Keep::never, get_solves},
    {"GET", "/api/v1/solves/{id}/events", "", Cost::quick, Keep::never, get_solve_events},
    {"GET", "/api/v1/campaigns", "", Cost::quick, Keep::never, get_campaigns},
    {"DELETE", "/api/v1/solves/{id}", "", Cost::quick, Keep::never, delete_solve},
};

// The names in braces that the path gives a value; none if it does not match.
bool matches(const Route& route, const Target& target, std::string& game, std::string& id) {
  std::string_view pattern = route.path;
  for (const auto& part : target.path) {
    if (pattern.empty()) return false;
    pattern.remove_prefix(1);
    const auto end = std::min(pattern.find('/'), pattern.size());
    const auto wanted = pattern.substr(0, end);
    if (wanted.starts_with('{') && part.empty()) return false;
    if (wanted == "{game}")
      game = part;
    else if (wanted == "{id}")
      id = part;
    else if (wanted != part)
      return false;
    pattern.remove_prefix(end);
  }
  return pattern.empty();
}

bool is_api(const Target& target) { return target.path.size() > 1 && target.path.front() == "api"; }

void check_parameters(const Route& route, const Target& target) {
  const std::string known = " " + std::string(route.parameters) + " ";
  for (const auto& [key, value] : target.query)
    if (key.empty() || key.find(' ') != std::string::npos || known.find(" " + key + " ") == std::string::npos)
      throw Problem(400, "there is no such parameter here",
                    *route.parameters == 0 ? "This address takes none." : "It takes: " + std::string(route.parameters) + ".");
}

// A page of somebody else's must not make a browser work here in its user's name: the type of the body makes the browser ask
// first, and it says where a request comes from.
void check_origin(const Request& request) {
  if (request.method == "GET" || request.method == "HEAD") return;
  if (request.fetch_site == "cross-site" || request.fetch_site == "same-site")
    throw Problem(403, "a page of another site must not ask for this");
  if (request.method == "POST" && !request.content_type.starts_with("application/json"))
    throw Problem(400, "the body must be JSON", "Send it with Content-Type: application/json.");
}

void check_host(const Site& site, const Request& request) {
  if (!site.hosts.admits(request.host))
    throw Problem(421, "this server does not answer to that host name",
                  "Use its address, or start it with 'zermelo serve --host NAME'.");
}

std::string tag_of(const Site& site, const Route& route, const ServedGame* game) {
  if (route.keep == Keep::never) return "";
  const u64 learned = game == nullptr || game->table() != nullptr ? 0 : game->learned();
  return fmt::format("\"{}-{}-{}\"", site.version, route.keep == Keep::build || game == nullptr ? "build" : game->fingerprint(),
                     learned);
}

Response answer_api(const Site& site, const Request& request, const Routed& found) {
  const Target& target = *found.target;
  if (found.route == nullptr && !found.allowed.empty()) {
    Response r = response_of(Problem(405, "this method is not allowed for this address"));
    r.allow = found.allowed == "GET" ? "GET, HEAD" : found.allowed == "POST" ? "POST" : "DELETE";
    return r;
  }
  if (found.route == nullptr) throw Problem(404, "there is no such address", "/api/v1/openapi.json describes them all.");
  const Route& route = *found.route;
  Call call{site, request, target, nullptr, found.id};
  if (!found.game.empty()) {
    call.game = site.find(found.game);
    if (call.game == nullptr) throw Problem(404, "there is no such game here", "/api/v1/games lists them.", "no_game");
  } else if (std::string_view(route.path).find("{game}") != std::string_view::npos) {
    throw Problem(404, "there is no such game here", "/api/v1/games lists them.", "no_game");
  }
  check_parameters(route, target);
  check_origin(request);
  const std::string tag = tag_of(site, route, call.game);
  Response r;
  if (request.has(tag)) {
    r.status = 304;
  } else {
    r = route.answer(call);
  }
  r.etag = tag;
  const bool lasting = route.keep == Keep::table && call.game->table() != nullptr;
  r.cache = route.keep == Keep::never ? "no-store" : lasting ? "public, max-age=3600" : "no-cache";
  return r;
}

} // namespace

std::span<const Route> routes() { return all_routes; }

Routed find_route(const std::string& method, const std::string& target) {
  Routed found;
  try {
    found.target = parse_target(target);
  } catch (const Problem& p) {
    found.unreadable = p;
    return found;
  }
  for (const Route& route : all_routes) {
    std::string game, id;
    if (!matches(route, *found.target, game, id)) continue;
    const bool head = method == "HEAD" && std::string_view(route.method) == "GET";
    found.allowed = route.method;
    if (!head && method != route.method) continue;
    found.route = &route;
    found.game = std::move(game);
    found.id = std::move(id);
    break;
  }
  return found;
}

u64 Routed::body_limit() const {
  return route != nullptr && (route->answer == post_positions || route->answer == post_replay) ? most_batch_body : most_body;
}
bool Routed::is_slow() const { return route != nullptr && route->cost == Cost::slow; }

Response answer(const Site& site, const Request& request) noexcept {
  try {
    return answer(site, request, find_route(request.method, request.target));
  } catch (...) { // no memory for the route
    Response r;
    r.status = 503;
    return r;
  }
}

Response answer(const Site& site, const Request& request, const Routed& routed) noexcept try {
  check_host(site, request);
  if (routed.unreadable) throw Problem(*routed.unreadable);
  if (is_api(*routed.target)) return answer_api(site, request, routed);
  if (request.method != "GET" && request.method != "HEAD") {
    Response r = response_of(Problem(405, "pages can only be read"));
    r.allow = "GET, HEAD";
    return r;
  }
  return page(site, request, *routed.target);
} catch (...) {
  try {
    return response_of(current_problem());
  } catch (...) {
    Response r; // not even the memory for a sentence
    r.status = 503;
    return r;
  }
}

} // namespace zermelo::serve
