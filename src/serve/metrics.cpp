#include "serve/metrics.h"

#include <algorithm>
#include <fmt/format.h>

namespace zermelo::serve {

void Metrics::count_answer(int status, double seconds) {
  const auto kind = status >= 200 && status < 600 ? static_cast<std::size_t>(status / 100 - 2) : answers_.size() - 1;
  add_shared(answers_[kind], u64{1});
  const auto bound = std::lower_bound(bounds.begin(), bounds.end(), seconds) - bounds.begin();
  add_shared(within_[static_cast<std::size_t>(bound)], u64{1});
  add_shared(microseconds_, static_cast<u64>(seconds * 1e6));
}

std::string Metrics::text() const {
  std::string out = "# HELP zermelo_responses_total Answers by kind of status.\n# TYPE zermelo_responses_total counter\n";
  constexpr const char* kinds[] = {"2xx", "3xx", "4xx", "5xx", "other"};
  for (std::size_t i = 0; i < answers_.size(); ++i)
    out += fmt::format("zermelo_responses_total{{status=\"{}\"}} {}\n", kinds[i], load_shared(answers_[i]));
  out += "# HELP zermelo_response_seconds Time from the first byte of a request to its answer.\n"
         "# TYPE zermelo_response_seconds histogram\n";
  u64 sum = 0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    sum += load_shared(within_[i]);
    out += fmt::format("zermelo_response_seconds_bucket{{le=\"{}\"}} {}\n", bounds[i], sum);
  }
  sum += load_shared(within_.back());
  out += fmt::format("zermelo_response_seconds_bucket{{le=\"+Inf\"}} {}\nzermelo_response_seconds_sum {:.6f}\n"
                     "zermelo_response_seconds_count {}\n",
                     sum, static_cast<double>(load_shared(microseconds_)) / 1e6, sum);
  out += fmt::format("# HELP zermelo_connections Open connections.\n# TYPE zermelo_connections gauge\nzermelo_connections {}\n"
                     "# HELP zermelo_connections_total Connections accepted.\n# TYPE zermelo_connections_total counter\n"
                     "zermelo_connections_total {}\n"
                     "# HELP zermelo_refused_total Requests and connections turned away: too many at once, or too quick.\n"
                     "# TYPE zermelo_refused_total counter\nzermelo_refused_total {}\n"
                     "# HELP zermelo_dropped_total Slow answers that were not computed: who asked had gone, or it was too late.\n"
                     "# TYPE zermelo_dropped_total counter\nzermelo_dropped_total {}\n",
                     open_connections(), load_shared(connections_), load_shared(refused_), load_shared(dropped_));
  return out;
}

} // namespace zermelo::serve
