// The files of the web app, compiled in: a fixed map, so that no file path ever comes from a request.
#pragma once

#include <string_view>

#include "serve/message.h"
#include "serve/served_game.h"
#include "serve/target.h"

namespace zermelo::serve {

// An asset, or index.html for a page of the app; throws Problem(404).
Response page(const Site& site, const Request& request, const Target& target);

} // namespace zermelo::serve
