// Statistics as `stats`, `solve` and `demo` show them.
#pragma once

#include "table/statistics.h"
#include "view/published.h"

namespace zermelo {

struct ReportStyle {
  bool unicode = false;
  int bar_width = 40;
  std::size_t most_rows = 0; // of the distribution; neighbouring distances are joined to keep to it; 0: no limit
};

std::string totals_text(const std::string& set, const Statistics& s);
std::string by_plies_text(const Statistics& s, const ReportStyle& style);
std::string published_text(const std::vector<Published>& figures);

} // namespace zermelo
