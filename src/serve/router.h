// From a request to its answer. Everything is decided here; nothing of it knows a socket or a clock.
#pragma once

#include <optional>
#include <span>

#include "serve/call.h"

namespace zermelo::serve {

struct Route {
  const char* method;
  const char* path;       // "/api/v1/games/{game}/position"
  const char* parameters; // of the query, separated by spaces; others are refused
  // quick: answered at once. slow: takes long enough to wait in a queue that others do not stand in.
  enum class Cost : u8 { quick, slow } cost;
  // What a cache may do: never keep it, ask again each time, keep it as long as the table is the same.
  enum class Keep : u8 { never, build, table } keep;
  Response (*answer)(const Call& call);
};

std::span<const Route> routes();

inline constexpr u64 most_body = 4096, most_batch_body = 65536;

// Where a request goes, found once, when its head has come.
struct Routed {
  std::optional<Target> target;      // taken apart
  std::optional<Problem> unreadable; // or why it could not be
  const Route* route = nullptr;      // null: a page, or nothing
  std::string game, id;
  std::string_view allowed; // where no route has this method: the method of one with this path

  u64 body_limit() const; // how long the body may be
  bool is_slow() const;   // whether the answer belongs in the queue of slow ones
};
Routed find_route(const std::string& method, const std::string& target);

Response answer(const Site& site, const Request& request, const Routed& routed) noexcept;
Response answer(const Site& site, const Request& request) noexcept; // the same for one who has not asked for the route

} // namespace zermelo::serve
