// The contract check of what a device gets: a copy byte by byte, its arrays elsewhere, says the same as the original.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "base/error.h"
#include "game/check/report.h"
#include "game/children.h"
#include "index/moved_copy.h"
#include "index/on_device.h"

namespace zermelo {

// All that a solver asks about a slot, as far as an index has it.
template <class T> class DeviceAnswers {
public:
  using Position = typename T::Position;

  DeviceAnswers(const T& t, Slot s) {
    Position p;
    held_ = t.unrank(s, p);
    if (!held_) return;
    positions.push_back(p);
    if constexpr (requires { t.rank(p); }) numbers_.push_back(t.rank(p));
    bool over = false, settled = false;
    if constexpr (requires { t.outcome(p); }) over = add(t.outcome(p)) != Wdl::unknown;
    if constexpr (requires { t.settle(p); }) settled = add(t.settle(p).wdl) != Wdl::unknown;
    if constexpr (requires { t.settled(p); }) {
      const auto score = t.settled(p);
      settled = score.has_value();
      numbers_.push_back(settled ? static_cast<u64>(*score) : no_slot);
    }
    if (!over) moves(t, p);
    auto emit = [&](Slot to) { numbers_.push_back(to); };
    if constexpr (requires { t.each_return(p, emit); }) t.each_return(p, emit);
    if (over || settled) return;
    if constexpr (Indexed<T>) {
      if constexpr (Reversible<T>) {
        FixedList<Position, T::max_predecessors> list;
        t.predecessors(p, list);
        for (const auto& q : list) positions.push_back(q);
      }
      const Children c = count_children(t, p);
      for (const int n : {c.open, c.longest, int{c.lost}, int{c.drawn}}) numbers_.push_back(static_cast<u64>(n));
    }
    if constexpr (requires { t.each_predecessor(p, emit); }) t.each_predecessor(p, emit);
    if constexpr (requires { t.split(p, emit); }) numbers_.push_back(t.split(p, emit));
    if constexpr (requires { t.each_origin(p, emit); }) t.each_origin(p, emit);
    auto lower = [&](Slot to, i32 pays) {
      numbers_.push_back(to);
      numbers_.push_back(static_cast<u64>(pays));
    };
    if constexpr (requires { t.survey(p, lower); }) {
      const Survey found = t.survey(p, lower);
      numbers_.push_back(static_cast<u64>(found.best));
      numbers_.push_back(static_cast<u64>(found.open));
    }
  }

  friend bool operator==(const DeviceAnswers&, const DeviceAnswers&) = default;

  std::vector<Position> positions; // the first is that of the slot

private:
  Wdl add(Wdl w) {
    numbers_.push_back(static_cast<u64>(w));
    return w;
  }
  void moves(const T& t, const Position& p) {
    if constexpr (Rules<T>) {
      MoveListOf<T> list;
      t.moves(p, list);
      for (const auto& m : list) positions.push_back(t.play(p, m));
    }
  }

  bool held_ = false;
  std::vector<u64> numbers_;
};

template <class G>
  requires Indexed<G> && Text<G> && OnDevice<DeviceIndexOf<G>>
void check_device(const G& game, const CheckOptions& options, CheckReport& report) {
  using Index = DeviceIndexOf<G>;
  const Index& original = DeviceIndex<G>::of(game);
  Promises<G> promises(game, report);
  try {
    const MovedCopy<Index> copy(original);
    promises.expect("on_device: each_array names every array that it points to", copy.strays() == 0, game.start());
    if (copy.strays() != 0) return; // the copy may work here, and nowhere else
    std::mt19937_64 random(options.seed);
    const u64 visits = std::min<u64>(options.samples, 2'000);
    for (u64 i = 0; i < std::min(game.size(), visits); ++i) {
      const Slot s = game.size() <= visits ? i : random() % game.size();
      const DeviceAnswers<Index> here(original, s), there(copy.get(), s);
      promises.expect("on_device: a copy with its arrays elsewhere says the same", here == there,
                      here.positions.empty() ? game.start() : here.positions.front());
    }
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): too large for any device, and refused there as well
  }
}

} // namespace zermelo
