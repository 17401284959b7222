// What a page says about itself to programs that show links: title, sentence and picture (Open Graph).
#pragma once

#include <string>

#include "serve/message.h"
#include "serve/served_game.h"
#include "serve/target.h"

namespace zermelo::serve {

// Tags for the head of a game's page; empty for others. Everything in them is escaped.
std::string preview_tags(const Site& site, const Request& request, const Target& target);

} // namespace zermelo::serve
