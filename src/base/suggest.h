// "Did you mean …?" for a misspelt name.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

// Edits (insert, delete, replace, swap neighbours) that turn a into b.
inline int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = static_cast<int>(i + j);
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// The nearest of the names, if it is near enough to be a slip of the hand.
inline std::optional<std::string> suggest(std::string_view typed, const std::vector<std::string>& names) {
  if (typed.size() > 64) return std::nullopt;
  std::optional<std::string> best;
  int least = static_cast<int>(typed.size()) / 3 + 2;
  for (const auto& name : names) {
    if (std::abs(static_cast<int>(name.size()) - static_cast<int>(typed.size())) >= least) continue; // so many edits at least
    const int d = edit_distance(typed, name);
    if (d < least) {
      least = d;
      best = name;
    }
  }
  return best;
}

} // namespace zermelo
