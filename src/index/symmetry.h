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

// The symmetries of a board of columns x rows cells, numbered row by row, where the size is chosen at run time: eight of a
// square, four of another rectangle. Member 0 changes nothing. Plain data, so that it goes to a device.
class GridSymmetries {
public:
  static constexpr int most = 8, most_cells = 64;

  GridSymmetries() = default;
  GridSymmetries(int columns, int rows) : cells_(columns * rows), order_(columns == rows ? 8 : 4) {
    ensure(columns > 0 && rows > 0 && cells_ <= most_cells, "a board has 1 to 64 cells");
    for (int member = 0; member < order_; ++member)
      for (int cell = 0; cell < cells_; ++cell) {
        int x = cell % columns, y = cell / columns;
        if ((member & 1) != 0) x = columns - 1 - x;
        if ((member & 2) != 0) y = rows - 1 - y;
        if ((member & 4) != 0) std::swap(x, y);
        to_[member][cell] = static_cast<u8>(y * columns + x);
      }
  }

  ZERMELO_HD int size() const { return order_; }
  ZERMELO_HD int to(int member, int cell) const { return to_[member][cell]; }
  ZERMELO_HD u64 image(int member, u64 set) const {
    u64 out = 0;
    for (int i = 0; i < cells_; ++i) out |= (set >> i & 1) << to_[member][i];
    return out;
  }

  // The least number among the images of something; and how many different ones there are: the size of its class.
  template <class NumberOf> ZERMELO_HD u64 least(NumberOf&& number_of) const {
    u64 best = number_of(0);
    for (int m = 1; m < order_; ++m)
      if (const u64 n = number_of(m); n < best) best = n;
    return best;
  }
  template <class NumberOf> int orbit(NumberOf&& number_of) const {
    std::array<u64, most> all{};
    for (int m = 0; m < order_; ++m) all[static_cast<std::size_t>(m)] = number_of(m);
    std::sort(all.begin(), all.begin() + order_);
    return static_cast<int>(std::unique(all.begin(), all.begin() + order_) - all.begin());
  }

private:
  int cells_ = 0, order_ = 1;
  u8 to_[most][most_cells] = {};
};

// Images of sets of cells by a look for each of their bytes. Plain data.
template <class Word, std::size_t Bytes, std::size_t Order> struct ByteImages {
  Word of[Order][Bytes][256] = {};

  constexpr ByteImages() = default;
  // to(member, cell): where a cell goes, of so many members of the group.
  template <class To> constexpr ByteImages(int cells, int order, const To& to) {
    for (int m = 0; m < order; ++m)
      for (int cell = 0; cell < cells; ++cell)
        for (u32 value = 0; value < 256; ++value)
          if ((value >> cell % 8 & 1) != 0)
            of[m][cell / 8][value] = static_cast<Word>(of[m][cell / 8][value] | Word{1} << to(m, cell));
  }
  ZERMELO_HD constexpr Word operator()(int m, Word set) const {
    Word out = 0;
    for (std::size_t byte = 0; byte < Bytes; ++byte) out = static_cast<Word>(out | of[m][byte][set >> 8 * byte & 255]);
    return out;
  }
};

// Of a position whose two sides have these sets: the least image, in the order of the first set, then of the second.
template <class Word, class Image> void take_least_image(Word& first, Word& second, int order, const Image& image) {
  const Word a = first, b = second;
  for (int m = 1; m < order; ++m) {
    const Word x = image(m, a);
    if (x > first) continue;
    if (const Word y = image(m, b); x < first || y < second) first = x, second = y;
  }
}
// How many different images it has: the size of its class.
template <class Word, class Image> int count_images(Word first, Word second, int order, const Image& image) {
  int fixing = 0;
  for (int m = 0; m < order; ++m) fixing += image(m, first) == first && image(m, second) == second ? 1 : 0;
  return order / fixing;
}

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
