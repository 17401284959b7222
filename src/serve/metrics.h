// Counters of the server, and their text for Prometheus.
#pragma once

#include <array>
#include <string>

#include "base/types.h"
#include "exec/shared.h"

namespace zermelo::serve {

class Metrics {
public:
  void count_answer(int status, double seconds);
  void connected() { add_shared(connections_, u64{1}); }
  void disconnected() { add_shared(closed_, u64{1}); }
  void dropped() { add_shared(dropped_, u64{1}); }
  void refused() { add_shared(refused_, u64{1}); }

  u64 open_connections() const { return load_shared(connections_) - load_shared(closed_); }
  std::string text() const;

private:
  static constexpr std::array<double, 8> bounds = {0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1}; // seconds
  std::array<u64, 5> answers_{};                                                                   // 2xx, 3xx, 4xx, 5xx, other
  std::array<u64, bounds.size() + 1> within_{};                                                    // by time
  u64 microseconds_ = 0;
  u64 connections_ = 0, closed_ = 0, refused_ = 0, dropped_ = 0;
};

} // namespace zermelo::serve
