// What a position looks like, as JSON, and the way back for the position editor.
#pragma once

#include <nlohmann/json.hpp>

#include "game/any.h"

namespace zermelo::serve {

bool is_pictured(const AnyGame& game);
nlohmann::json picture_json(const AnyGame& game, const AnyPosition& p); // null where the game has no picture
// The kind of the piece that a move moves; empty where no piece does.
std::string moved_piece(const AnyGame& game, const AnyPosition& p, AnyMove m);
nlohmann::json clicks_json(const AnyGame& game, const AnyPosition& p, AnyMove m);

// {"cells", "hands", "to_move"} as a position; throws Problem(400) or, with the reason, Problem(422).
AnyPosition composed(const AnyGame& game, const nlohmann::json& body);

} // namespace zermelo::serve
