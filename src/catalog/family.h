// A folder under games/ introduces itself with one function `Family family()` in its own namespace.
#pragma once

#include <functional>
#include <vector>

#include "catalog/typed.h"

namespace zermelo {

struct Variant {
  std::string name;    // empty for the published game
  std::string summary; // one line
};

struct Family {
  std::string name; // the folder's
  std::string title;
  std::vector<Variant> variants; // those worth listing; make may accept more
  // The entry of a variant; null if there is no such variant, or an Error that says why.
  std::function<std::unique_ptr<Entry>(std::string_view variant)> make;
};

} // namespace zermelo
