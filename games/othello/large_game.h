// Othello on boards that are searched only.
#pragma once

#include "othello/searched.h"

namespace zermelo::othello {

struct LargeGame : Searched {
  using Searched::Searched;
};

} // namespace zermelo::othello
