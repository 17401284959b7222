// A game that tells its set of positions a second time, as a decision diagram: what its index is held against, and what counts
// the set where there are too many slots to visit.
//
//   diagram()            an object that describes the set:
//     symmetries()       how many the game has; number 0 changes nothing
//     spec(symmetry)     the positions that a symmetry leaves as they are, for index/zdd_build.h: spec(0) is the whole set
//     items_of(p, set)   the items of a position in spec(0), rising; some other set for one that is not in the set
//     position_of(set)   the position with these items, as unrank would give it
//     strata()           by what the set is divided, in words
//     tally(item)        a small number; the sum over the items of a position tells its stratum
//     stratum(sum)       the name of a stratum
#pragma once

#include <string>

#include "game/concepts.h"
#include "index/zdd_build.h"

namespace zermelo {

template <class D, class P>
concept DescribesPositions = requires(const D& d, const P& p, ItemSet& set, u32 item, u64 sum) {
  { d.symmetries() } -> std::same_as<int>;
  { d.spec(0) } -> ZddSpec;
  { d.items_of(p, set) } -> std::same_as<void>;
  { d.position_of(set) } -> std::same_as<P>;
  { d.strata() } -> std::convertible_to<std::string>;
  { d.tally(item) } -> std::same_as<u64>;
  { d.stratum(sum) } -> std::convertible_to<std::string>;
};

template <class G>
concept Diagrammed = Rules<G> && requires(const G& g) {
  { g.diagram() } -> DescribesPositions<PositionOf<G>>;
};

// Positions numbered by the paths of a diagram of their set; for one thread. Not folded, no empty slots.
template <Diagrammed G> class DiagramIndex {
public:
  using Position = PositionOf<G>;

  DiagramIndex(const G& game, const Zdd& zdd) : description_(game.diagram()), zdd_(zdd) {}

  u64 size() const { return zdd_.size(); }

  Slot rank(const Position& p) {
    description_.items_of(p, set_);
    return zdd_.rank(set_);
  }

  Position unrank(Slot s) {
    zdd_.unrank(s, set_);
    return description_.position_of(set_);
  }

  // Every position of the set with the same probability.
  template <class Random> Position sample(Random& random) {
    zdd_.sample(random, set_);
    return description_.position_of(set_);
  }

private:
  decltype(std::declval<const G&>().diagram()) description_;
  const Zdd& zdd_;
  ItemSet set_;
};

} // namespace zermelo
