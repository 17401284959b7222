// Campaigns that the explorer shows: what the API asks of the program, which knows their stores.
#pragma once

#include <nlohmann/json.hpp>

namespace zermelo::serve {

class Campaigns {
public:
  virtual ~Campaigns() = default;
  virtual std::size_t size() const = 0;
  virtual nlohmann::json list() const = 0; // of each what it was when its store was read last, as `GET /campaigns` has it
};

} // namespace zermelo::serve
