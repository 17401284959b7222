// Statistics as `stats`, `solve` and `demo` show them.
#pragma once

#include "table/findings.h"
#include "view/published.h"

namespace zermelo {

struct ReportStyle {
  bool unicode = false;
  int bar_width = 40;
  bool logarithmic = false;  // bars grow by the digits of a count
  std::size_t most_rows = 0; // of the distribution; neighbouring distances are joined to keep to it; 0: no limit
};

std::string totals_text(const std::string& set, const Statistics& s);
// Of a game of scores by score.
std::string by_plies_text(const Statistics& s, const ReportStyle& style);

// Every row beside the published one, with a mark where they differ and what is known about it. False where none is published.
bool has_distribution(const std::vector<Published>& figures);
std::string by_plies_beside(const Statistics& s, const std::vector<Published>& figures);

// The single figures; a published distribution is summed up in a line.
std::string published_text(const std::vector<Published>& figures);

// What a solver told beyond the statistics: the moves of the initial position by value, the longest wins, the mean of moves.
std::string findings_text(const Findings& f);

// {"legal", "best", "wins", "draws", "losses"}: the moves of the initial position counted. `best` have the value of the first,
// distance included; null where distances are not known.
nlohmann::json move_counts(const Findings& f);

} // namespace zermelo
