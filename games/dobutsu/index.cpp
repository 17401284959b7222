// The two sets of positions, numbered once for the whole program.
#include "dobutsu/index.h"

namespace zermelo::dobutsu {
namespace {

// Lion squares that can occur: while nothing is decided, the mover's lion is not on its last row.
template <class Allowed> std::vector<LionPair> lion_pairs(Allowed&& allowed) {
  std::vector<LionPair> pairs;
  for (int own = 0; own < cells; ++own)
    for (int other = 0; other < cells; ++other)
      if (own != other && (last_row & mask_of(own)) == 0 && allowed(own, other)) pairs.push_back({own, other});
  return pairs;
}

} // namespace

const Numbering& open_positions() {
  static const NumberingTables tables(
      lion_pairs([](int own, int other) { return ((home_row | around(own)) & mask_of(other)) == 0; }), true, true);
  return tables.numbering();
}

const Numbering& census() {
  static const NumberingTables tables(lion_pairs([](int, int) { return true; }), false, true);
  return tables.numbering();
}

} // namespace zermelo::dobutsu
