// Solves that are started from a page: what the API asks of the program, which knows the solvers.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include "game/any.h"
#include "serve/message.h"
#include "serve/served_game.h"

namespace zermelo::serve {

struct SolveOrder {
  const ServedGame* game = nullptr;
  bool prove = false;
  AnyPosition position; // to prove
  std::string claim;    // "win", "not-loss", or empty: the value
  std::string address;  // of who asks
};

// What a solve from a page may take.
struct SolveLimits {
  u64 memory = 0;
  double seconds = 0;
};

class Solves {
public:
  virtual ~Solves() = default;

  // The id of what was begun; throws Problem(503) while another one runs, Problem(422) for what would be too much.
  virtual std::string begin(const SolveOrder& order) = 0;
  // By who has begun it, or from this machine itself.
  enum class Stopped : u8 { yes, unknown, forbidden };
  virtual Stopped stop(const std::string& id, const std::string& address, bool local) = 0;
  virtual SolveLimits limits() const { return {}; }
  // Those that run, and the last one that has ended, as `GET /solves` lists them.
  virtual nlohmann::json list() const = 0;
  // What has happened since event `from`, as server-sent events; from 0 the last one, so that who
  // comes late sees how it stands. None if there is no solve of this id.
  virtual std::optional<EventPiece> events(const std::string& id, u64 from) = 0;
};

} // namespace zermelo::serve
