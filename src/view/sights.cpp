#include "view/sights.h"

#include <algorithm>

#include "base/error.h"

namespace zermelo {

std::vector<std::string> longest_wins(const AnyGame& game, const Table& table, std::size_t most) {
  std::vector<std::string> found = table.header().findings.longest_positions;
  const i32 plies = table.header().statistics.longest_win().plies;
  if (!found.empty() || plies <= 0 || !table.has_distances() || table.header().losses_only || table.slots() > most_scanned)
    return found;
  const u32 wanted = encode(table.header().encoding, win_in(plies));
  std::vector<u32> codes;
  for (u64 block = 0; block < table.blocks() && found.size() < most; ++block) {
    try {
      table.read_codes(block, codes);
    } catch (const Error&) { // a damaged block; there are others
      continue;
    }
    for (auto at = std::find(codes.begin(), codes.end(), wanted); at != codes.end() && found.size() < most;
         at = std::find(at + 1, codes.end(), wanted)) {
      const u64 slot = block * table.slots_per_block() + static_cast<u64>(at - codes.begin());
      if (const auto p = game.unrank(slot)) found.push_back(game.print(*p));
    }
  }
  return found;
}

} // namespace zermelo
