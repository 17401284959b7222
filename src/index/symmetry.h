// Symmetries of a board as permutations of its cells: images of sets of cells, the least of them, the size of a class.
// For folding an index: one slot per class, that of the least image. Where the symmetry is a single mirror, an automaton can
// fold it without leaving empty slots (index/frontier.h).
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/error.h"
#include "base/types.h"

namespace zermelo {

template <std::size_t Cells, std::size_t Order> class Symmetries {
public:
  static_assert(Cells <= 64);
  using Permutation = std::array<u8, Cells>; // cell i goes to permutation[i]

  // The group that some permutations generate; it must have exactly `Order` members. Member 0 changes nothing.
  constexpr Symmetries(std::initializer_list<Permutation> generators) {
    std::size_t n = 1;
    for (std::size_t i = 0; i < Cells; ++i) members_[0][i] = static_cast<u8>(i);
    for (std::size_t done = 0; done < n; ++done) {
      for (const auto& g : generators) {
        const Permutation p = composed(members_[done], g);
        if (std::find(members_.begin(), members_.begin() + static_cast<std::ptrdiff_t>(n), p) !=
            members_.begin() + static_cast<std::ptrdiff_t>(n))
          continue;
        if (n == Order) throw Error(Exit::runtime, "the symmetries of a board are more than it states");
        members_[n++] = p;
      }
    }
    if (n != Order) throw Error(Exit::runtime, "the symmetries of a board are fewer than it states");
  }

  ZERMELO_HD static constexpr std::size_t size() { return Order; }
  ZERMELO_HD constexpr const Permutation& operator[](std::size_t member) const { return members_[member]; }

  // Where a set of cells goes.
  ZERMELO_HD constexpr u64 image(std::size_t member, u64 set) const {
    u64 out = 0;
    for (std::size_t i = 0; i < Cells; ++i) out |= (set >> i & 1) << members_[member][i];
    return out;
  }

  // All images of something, one per member: image_of(member) makes them.
  template <class ImageOf> ZERMELO_HD constexpr auto images(ImageOf&& image_of) const {
    std::array<decltype(image_of(std::size_t{0})), Order> all{};
    for (std::size_t m = 0; m < Order; ++m) all[m] = image_of(m);
    return all;
  }

private:
  static constexpr Permutation composed(const Permutation& first, const Permutation& then) {
    Permutation p{};
    for (std::size_t i = 0; i < Cells; ++i) p[i] = then[first[i]];
    return p;
  }

  std::array<Permutation, Order> members_{};
};

// How many different ones there are among the images of something: the size of its class.
template <class T, std::size_t Order> constexpr int count_distinct(std::array<T, Order> images) {
  std::sort(images.begin(), images.end());
  return static_cast<int>(std::unique(images.begin(), images.end()) - images.begin());
}

// The eight symmetries of a square board, cells numbered row by row.
template <std::size_t Side> constexpr Symmetries<Side * Side, 8> square_symmetries() {
  typename Symmetries<Side * Side, 8>::Permutation turn{}, mirror{};
  for (std::size_t row = 0; row < Side; ++row) {
    for (std::size_t column = 0; column < Side; ++column) {
      turn[Side * row + column] = static_cast<u8>(Side * column + Side - 1 - row);
      mirror[Side * row + column] = static_cast<u8>(Side * row + Side - 1 - column);
    }
  }
  return {turn, mirror};
}

} // namespace zermelo
