#include "view/sights.h"

#include "base/error.h"

namespace zermelo {

std::vector<std::string> longest_wins(const AnyGame& game, const Table& table, std::size_t most) {
  std::vector<std::string> found = table.header().findings.longest_positions;
  const i32 plies = table.header().statistics.longest_win().plies;
  if (!found.empty() || plies <= 0 || !table.has_distances() || table.slots() > most_scanned) return found;
  const u32 wanted = encode(table.header().encoding, win_in(plies));
  std::vector<u32> codes;
  for (u64 block = 0; block < table.blocks() && found.size() < most; ++block) {
    try {
      table.read_codes(block, codes);
    } catch (const Error&) { // a damaged block; there are others
      continue;
    }
    for (u64 k = 0; k < codes.size() && found.size() < most; ++k) {
      if (codes[k] != wanted) continue;
      if (const auto p = game.unrank(block * table.slots_per_block() + k)) found.push_back(game.print(*p));
    }
  }
  return found;
}

} // namespace zermelo
