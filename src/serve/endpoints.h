// What the API answers, one function for each endpoint; router.cpp has their addresses.
#pragma once

#include "serve/call.h"

namespace zermelo::serve {

// health.cpp: the server itself
Response get_health(const Call& call);
Response get_metrics(const Call& call);
Response get_openapi(const Call& call);
Response get_errata(const Call& call);

// games.cpp
Response get_games(const Call& call);
Response get_game(const Call& call);
Response get_statistics(const Call& call);
Response get_rules(const Call& call);

// positions.cpp
Response get_position(const Call& call);
Response get_values(const Call& call);
Response post_positions(const Call& call);
Response get_line(const Call& call);
Response get_openings(const Call& call);
Response get_tree(const Call& call);
Response get_reply(const Call& call);
Response post_compose(const Call& call);
Response get_position_svg(const Call& call);
Response get_position_png(const Call& call);
Response post_replay(const Call& call);
// The object of a position: with what it looks like, or without.
nlohmann::json position_json(const ServedGame& game, const Answer& answer, bool drawn);

// presets.cpp: positions that the server chooses
Response get_random(const Call& call);
Response get_presets(const Call& call);

// solves.cpp
Response post_solves(const Call& call);
Response get_solves(const Call& call);
Response get_solve_events(const Call& call);
Response delete_solve(const Call& call);

// campaigns.cpp
Response get_campaigns(const Call& call);

inline constexpr std::size_t most_batch = 256;
inline constexpr int most_line = 500; // plies
inline constexpr int most_tree_plies = 8;
inline constexpr std::size_t most_tree_nodes = 400;
inline constexpr std::size_t most_turns = 1000; // of a game that is replayed
inline constexpr int most_milliseconds = 1000;  // of a reply

} // namespace zermelo::serve
