// The index of a game in figures, and its decision diagram where it has one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/diagram.h"
#include "index/zdd_count.h"

namespace zermelo {

struct IndexReport {
  struct Slots {
    u64 size = 0;
    bool folded = false;                   // a slot is a class of symmetric positions
    std::optional<u64> positions, classes; // counted slot by slot, where asked for
  };
  struct Size {
    u64 nodes = 0, bytes = 0; // the leaves included
  };
  struct Diagram {
    int items = 0, symmetries = 1;
    u64 positions = 0, classes = 0;
    Size by_state, reduced;    // see ZddMerge
    std::vector<u64> by_nodes; // [n] positions whose path visits n nodes
    std::string divided_by;
    std::vector<std::pair<std::string, u64>> strata;
  };
  std::optional<Slots> slots;     // none for a game without an index
  std::optional<Diagram> diagram; // none for a game that describes none

  std::optional<u64> positions() const { return diagram ? std::optional(diagram->positions) : counted(&Slots::positions); }
  std::optional<u64> classes() const { return diagram ? std::optional(diagram->classes) : counted(&Slots::classes); }
  std::optional<u64> empty_slots() const {
    const auto held = !slots || slots->folded ? classes() : positions();
    return slots && held ? std::optional(slots->size - *held) : std::nullopt;
  }
  // Both accounts of the set come to the same, as far as both were made.
  bool agrees() const {
    return !diagram || ((!slots || !slots->positions || *slots->positions == diagram->positions) &&
                        (!slots || !slots->classes || *slots->classes == diagram->classes));
  }

private:
  std::optional<u64> counted(std::optional<u64> Slots::* which) const { return slots ? (*slots).*which : std::nullopt; }
};

template <Indexed G> IndexReport::Slots count_slots(const G& game, u64 count_up_to) {
  IndexReport::Slots report{game.size(), G::folded, {}, {}};
  if (game.size() > count_up_to) return report;
  u64 positions = 0, classes = 0;
  Walker<G> walker(game);
  for (Slot s = 0; s < game.size(); ++s) {
    PositionOf<G> p;
    if (!walker.unrank(s, p)) continue;
    positions += G::folded ? static_cast<u64>(orbit(game, p)) : 1;
    classes += G::folded || canonical(game, p) == p;
  }
  report.positions = positions;
  report.classes = classes;
  return report;
}

// Classes by the orbit-counting lemma: the positions that a symmetry leaves as they are, on average over the symmetries.
template <Diagrammed G> IndexReport::Diagram diagram_figures(const G& game) {
  const auto description = game.diagram();
  auto size_of = [](const Zdd& zdd) { return IndexReport::Size{zdd.nodes().size(), zdd.bytes()}; };
  const Zdd zdd = build_zdd(description.spec(0));
  IndexReport::Diagram report;
  report.items = zdd.items();
  report.symmetries = description.symmetries();
  report.positions = zdd.size();
  report.by_state = size_of(build_zdd(description.spec(0), ZddMerge::by_state));
  report.reduced = size_of(zdd);
  const u64 symmetries = static_cast<u64>(report.symmetries);
  u64 remainder = 0;
  for (int s = 0; s < report.symmetries; ++s) {
    const u64 own_images = s == 0 ? zdd.size() : build_zdd(description.spec(s)).size();
    report.classes += own_images / symmetries; // the sum itself might not fit
    remainder += own_images % symmetries;
  }
  report.classes += remainder / symmetries;
  report.by_nodes = path_lengths(zdd);
  report.divided_by = description.strata();
  const auto sums = count_by_sum(zdd, [](u32) { return 0; }, [&](u32 item) { return description.tally(item); });
  for (std::size_t sum = 0; sum < sums.size(); ++sum)
    if (sums[sum] != 0) report.strata.emplace_back(description.stratum(sum), sums[sum]);
  return report;
}

template <Rules G> IndexReport index_figures(const G& game, u64 count_up_to) {
  IndexReport report;
  if constexpr (Indexed<G>) report.slots = count_slots(game, count_up_to);
  if constexpr (Diagrammed<G>) report.diagram = diagram_figures(game);
  return report;
}

} // namespace zermelo
