// A game that numbers the positions outside its index, so that those that can be reached are counted.
#pragma once

#include "game/concepts.h"

namespace zermelo {

// census_size(), census_rank(p): an injective numbering of the classes of positions that can occur outside the index, so that
// they can be counted; no_slot for those that shall not count.
template <class G>
concept Census = Indexed<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.census_size() } -> std::same_as<u64>;
  { g.census_rank(p) } -> std::same_as<u64>;
};

} // namespace zermelo
