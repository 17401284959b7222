// The value of a position, or the verdict on a claim, from searches for wins: which ones, and in which order.
#pragma once

#include <functional>
#include <string>

#include "solve/dfpn/options.h"

namespace zermelo {

struct Attacks {
  // Whether the mover (true) or the other can force a win.
  std::function<Verdict(bool mover_attacks, WinBy by)> attack;
  // Whether play that goes on for ever is a draw, or cannot be: then who has no win that comes nearer may still win by the
  // other's running out of positions.
  bool endless = true;
  bool draws = true; // whether there are any: if not, who cannot force a win has lost
};

Wdl search_value(const Attacks& attacks, bool history);
Verdict search_claim(const Attacks& attacks, const std::string& claim, bool history); // "win" or "not-loss"

} // namespace zermelo
