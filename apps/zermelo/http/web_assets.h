// The files of the web app; the build makes their list from apps/web/dist.
#pragma once

#include <vector>

#include "serve/served_game.h"

namespace zermelo {

std::vector<serve::Asset> web_assets();

} // namespace zermelo
