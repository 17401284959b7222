// What an attacker in a game of lines still needs: of each window without a stone of the defender's, the set of its empty cells.
// The defender only has to meet every set; whoever ignores the defender's own lines plays this game (Maker and Breaker).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "base/key.h"
#include "game/lines.h"

namespace zermelo {

// None of the sets is within another: one that contains another is of no use.
struct LineSets {
  static constexpr int most = 256;
  int size = 0;
  std::array<u64, most> of; // the first `size`

  LineSets() {}
  LineSets(const LineSets& other) { *this = other; }
  LineSets& operator=(const LineSets& other) {
    size = other.size;
    std::copy_n(other.of.begin(), size, of.begin());
    return *this;
  }

  std::span<u64> all() { return {of.data(), static_cast<std::size_t>(size)}; }
  std::span<const u64> all() const { return {of.data(), static_cast<std::size_t>(size)}; }
  void add(u64 set) { of[static_cast<std::size_t>(size++)] = set; }
  template <class F> void keep_if(F&& f) {
    int n = 0;
    for (const u64 set : all())
      if (f(set)) of[static_cast<std::size_t>(n++)] = set;
    size = n;
  }
  u64 cells() const {
    u64 cells = 0;
    for (const u64 set : all()) cells |= set;
    return cells;
  }

  // The attacker holds these cells. Sets that lose one stay what they are to each other; others may now contain one of them.
  void attack(u64 cells) {
    std::array<u64, most> smaller;
    std::size_t n = 0;
    int rest = 0;
    for (const u64 set : all())
      if ((set & cells) != 0)
        smaller[n++] = set & ~cells;
      else
        of[static_cast<std::size_t>(rest++)] = set;
    size = rest;
    if (std::popcount(cells) > 1) n = least(smaller, n); // two cells: one set may come to lie in another
    for (std::size_t i = 0; i < n; ++i) keep_if([&](u64 set) { return (smaller[i] & ~set) != 0; });
    for (std::size_t i = 0; i < n; ++i) add(smaller[i]);
  }
  void defend(int cell) {
    keep_if([&](u64 set) { return (set >> cell & 1) == 0; });
  }
  // The defender answers one of two cells with the other, whatever else happens.
  void pair(u64 both) {
    keep_if([&](u64 set) { return (set & both) != both; });
    attack(both);
  }

  // The sum of 2^-size over the sets, times `one`: below one the defender, to move, meets all of them, and below a half if the
  // attacker is to move (Erdős and Selfridge 1973).
  static constexpr u64 one = u64{1} << 32;
  static u64 weight(u64 set) { return one >> std::popcount(set); }
  u64 sum() const {
    u64 sum = 0;
    for (const u64 set : all()) sum += weight(set);
    return sum;
  }
  // The cells that are needed where the sum is below the bound: the rule of the checker.
  u64 needed(u64 bound) const {
    LineSets left = *this;
    u64 total = sum(), zone = cells();
    for (u64 rest = zone; rest != 0; rest &= rest - 1) {
      const u64 cell = rest & -rest;
      u64 more = 0;
      for (const u64 set : left.all())
        if ((set & cell) != 0) more += weight(set);
      if (total + more >= bound) continue;
      total += more;
      zone &= ~cell;
      for (u64& set : left.all()) set &= ~cell;
    }
    return zone;
  }

  // [cell]: the cells that are in all sets that it is in.
  using Companions = std::array<u64, 64>;
  void companions(Companions& with) const {
    with.fill(~u64{0});
    for (const u64 set : all())
      for (u64 rest = set; rest != 0; rest &= rest - 1) with[static_cast<std::size_t>(std::countr_zero(rest))] &= set;
  }
  // The cells that are worth a move of either side: for another there is one in all of its sets. Of two that are in the same
  // sets, the lower.
  u64 worthy(const Companions& with) const {
    const u64 all_cells = cells();
    u64 worthy = all_cells;
    for (u64 rest = all_cells; rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      for (u64 other = with[static_cast<std::size_t>(cell)] & ~(u64{1} << cell); other != 0; other &= other - 1) {
        const int than = std::countr_zero(other);
        if (than < cell || (with[static_cast<std::size_t>(than)] >> cell & 1) == 0) worthy &= ~(u64{1} << cell);
      }
    }
    return worthy;
  }
  // Two cells that are in the same sets, which the defender can pair for nothing; 0 if there are none.
  u64 twins(const Companions& with) const {
    for (u64 rest = cells(); rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      for (u64 other = with[static_cast<std::size_t>(cell)] & (rest & (rest - 1)); other != 0; other &= other - 1)
        if ((with[static_cast<std::size_t>(std::countr_zero(other))] >> cell & 1) != 0) return (rest & -rest) | (other & -other);
    }
    return 0;
  }
  // Pairs all twins; their cells.
  u64 pair_twins() {
    u64 paired = 0;
    Companions with;
    for (;;) {
      companions(with);
      const u64 both = twins(with);
      if (both == 0) return paired;
      paired |= both;
      keep_if([&](u64 set) { return (set & both) == 0; });
    }
  }

  // Takes out the sets that are joined to the first by common cells.
  LineSets take_part() {
    u64 cells = of[0], before = 0;
    while (cells != std::exchange(before, cells))
      for (const u64 set : all())
        if ((set & cells) != 0) cells |= set;
    LineSets part;
    for (const u64 set : all())
      if ((set & cells) != 0) part.add(set);
    keep_if([&](u64 set) { return (set & cells) == 0; });
    return part;
  }

  static LineSets of_board(const LineBoard& board, const CellSet& attacker, const CellSet& defender) {
    LineSets sets;
    std::vector<u64> found;
    for (const auto& w : board.windows) {
      u64 set = 0;
      bool blocked = false;
      for (const u8 cell : w.cells) {
        blocked = blocked || defender.has(cell);
        if (!attacker.has(cell)) set |= u64{1} << cell;
      }
      if (!blocked) found.push_back(set);
    }
    const std::size_t n = least(found, found.size());
    for (std::size_t i = 0; i < n; ++i) sets.add(found[i]);
    return sets;
  }

private:
  // The least of the first n, in front; how many.
  template <class Sets> static std::size_t least(Sets& sets, std::size_t n) {
    const auto first = sets.begin(), last = first + static_cast<std::ptrdiff_t>(n);
    std::sort(first, last, [](u64 a, u64 b) { return std::popcount(a) < std::popcount(b); });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const u64 set = sets[i];
      bool useful = true;
      for (std::size_t j = 0; j < kept && useful; ++j) useful = (sets[j] & ~set) != 0;
      if (useful) sets[kept++] = set;
    }
    return kept;
  }
};

// Images of sets of cells under the symmetries of a board, by tables of bytes.
class CellImages {
public:
  explicit CellImages(const LineBoard& board) {
    for (const auto& to : board.symmetries) {
      auto& image = to_.emplace_back();
      auto& back = back_.emplace_back();
      for (std::size_t cell = 0; cell < to.size(); ++cell)
        for (std::size_t byte = 0; byte < 256; ++byte) {
          if ((byte >> (cell % 8) & 1) != 0) image[cell / 8][byte] |= u64{1} << to[cell];
          if ((byte >> (to[cell] % 8) & 1) != 0) back[to[cell] / 8][byte] |= u64{1} << cell;
        }
    }
  }
  std::size_t size() const { return to_.size(); }
  u64 to(std::size_t symmetry, u64 cells) const { return mapped(to_[symmetry], cells); }
  u64 back(std::size_t symmetry, u64 cells) const { return mapped(back_[symmetry], cells); }

private:
  using Map = std::array<std::array<u64, 256>, 8>;
  static u64 mapped(const Map& map, u64 cells) {
    u64 image = 0;
    for (std::size_t i = 0; i < 8; ++i) image |= map[i][cells >> (8 * i) & 255];
    return image;
  }
  std::vector<Map> to_, back_;
};

} // namespace zermelo
