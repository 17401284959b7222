// What the slots of a solution add up to; one for each thread, added together in the end. Of a game with layers also each layer,
// and some of the positions with the longest win.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.h"
#include "exec/ranks.h"
#include "index/cubes.h"
#include "index/layers.h"
#include "index/marks.h"
#include "table/codec.h"
#include "table/findings.h"

namespace zermelo {

// A layer, as far as its sums are concerned.
struct SummedLayer {
  std::string name;
  Slot first = 0;
  Slot second =
      0; // slots from here on are the second player's to move; where pieces >= 0, those with bit `pieces` from `first` on
  int pieces = -1;
  bool second_moves(Slot s) const { return pieces >= 0 ? ((s - first) >> pieces & 1) != 0 : s >= second; }
  // The first slot behind s, of this layer, that is not the same player's to move; or one beyond the layer.
  Slot other_from(Slot s) const {
    if (pieces >= 0) return first + ((((s - first) >> pieces) + 1) << pieces);
    return s < second ? second : ~Slot{0};
  }
};

class Sums {
public:
  Sums(bool folded, std::vector<SummedLayer> layers) : layers_(std::move(layers)), all_(folded), parts_(layers_.size()) {}

  // Slots in rising order, as far as one stretch of them goes. Unknown: the slot holds no position.
  void add(Slot s, Value v, int orbit) {
    all_.add(v, orbit);
    if (!parts_.empty() && v.known()) add_to_part(s, v, static_cast<u64>(orbit));
  }
  // So many slots with one value and classes of one size; s is the first of them, and no other of a game with layers.
  void add(Slot s, Value v, int orbit, u64 slots) {
    all_.add(v, orbit, slots);
    if (!parts_.empty() && v.known()) add_to_part(s, v, static_cast<u64>(orbit) * slots);
  }
  // The same of slots one after the other, by their codes (table/codec.h: one byte plies8, two plies16); classes are of one size.
  // What comes is counted by code and looked at once a code; so `close` comes after the last.
  void add(Slot first, std::span<const u8> codes, int orbit) { add_codes(first, codes, orbit); }
  void add(Slot first, std::span<const u16> codes, int orbit) { add_codes(first, codes, orbit); }
  void close();
  void add(const Sums& other);

  // As words, for another process to add; names of parts are not among them.
  std::vector<u64> pack() const;
  void unpack(const u64* in);

  Statistics statistics(Value initial) const { return all_.finish(initial); }
  Findings findings(FunctionRef<std::string(Slot)> print) const; // print: the position in a slot, empty where there is none

private:
  void add_to_part(Slot s, Value v, u64 count);
  void find_layer(Slot s);
  template <class Code> void add_codes(Slot first, std::span<const Code> codes, int orbit);
  template <class Code> void look_for_longest(Slot first, std::span<const Code> codes);
  void keep_longest(Slot s, i32 plies);
  void trim();

  std::vector<SummedLayer> layers_;
  StatisticsBuilder all_;
  std::vector<Findings::Part> parts_;
  std::size_t layer_ = 0; // of the last slot
  std::vector<Slot> longest_;
  i32 plies_ = 0;

  struct Counted { // codes of one layer, with classes of one size
    std::size_t layer = 0;
    int orbit = 0;
    Encoding encoding = Encoding::plies8;
    std::array<std::vector<u64>, 2> times; // [who moves]: how often each code came, in several places
  };
  Counted counted_;
};

// Adds what the other ranks have found; `none` has nothing yet. The value of the start is known to the rank that has it.
void add_ranks(Ranks& ranks, Sums& sums, Value& initial, const Sums& none);

// Those of a type of game: of cubes or marks, or of a table in layers; else none.
template <Indexed G> Sums sums_of(const G& g) {
  std::vector<SummedLayer> layers;
  if constexpr (Cubed<G>) {
    const auto& all = g.cubes().layers();
    for (std::size_t i = 0; i < all.size(); ++i) layers.push_back({g.cubes().name(i), all[i].first, 0, all[i].pieces});
  } else if constexpr (Marked<G>) {
    for (const MarkLayer& l : g.mark_layers())
      layers.push_back({std::to_string(l.marks) + " marks", l.first, l.first + l.slots()});
  } else if constexpr (LayeredTable<G>) {
    for (const TableLayer& l : g.layers()) layers.push_back({l.name, l.first, l.second});
  }
  return {G::folded, std::move(layers)};
}

} // namespace zermelo
