// Exact values that are looked for while pages show a position: what the API asks of the program, which knows the searches.
#pragma once

#include <string>
#include <vector>

#include "game/any.h"

namespace zermelo::serve {

class ServedGame;

class Searches {
public:
  virtual ~Searches() = default;

  struct Order {
    const ServedGame* game = nullptr;
    AnyPosition position;          // that somebody looks at
    std::vector<AnyPosition> open; // where its moves lead whose value is not known
    std::string address;           // of who looks
    bool local = false;            // from this machine itself, as a proxy for many
  };
  // They are searched one after the other, and what is found the game knows from then on (ServedGame::known), until nobody has
  // ordered it again for some seconds. False if there is no room for it.
  virtual bool want(const Order& order) = 0;
};

} // namespace zermelo::serve
