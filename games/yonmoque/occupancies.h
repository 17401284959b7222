// Which squares are occupied, up to the symmetries of the board: the classes of each number of squares, numbered.
#pragma once

#include <vector>

#include "yonmoque/symmetry.h"

namespace zermelo::yonmoque {

class Occupancies {
public:
  // Sets of up to so many squares.
  explicit Occupancies(int most);

  // Built when it is first asked for, once for each number of pieces of each player, twice as many squares at most.
  static const Occupancies& of(int pieces_each);

  // How many classes there are, without building them: by the cycles of each symmetry, of which a set that it keeps is made
  // (Burnside).
  static u64 count(int pieces);

  struct Place {
    u32 word = 0;
    u32 number() const { return word >> 4; }
    bool symmetric() const { return (word & 8) != 0; } // some symmetry leaves the class's set as it is
    std::size_t symmetry() const { return word & 7; }  // turns the set into that of its class
  };
  Place place(u32 set) const {
    const auto n = static_cast<std::size_t>(count_ones(set));
    return places_[n][first_[n][set >> low_bits] + rank_[set & (low - 1)]];
  }

  u64 classes(int pieces) const { return sets_[static_cast<std::size_t>(pieces)].size(); }
  u32 set(int pieces, u64 number) const { return sets_[static_cast<std::size_t>(pieces)][number]; }
  const Images& images() const { return images_; }

private:
  static constexpr int low_bits = 13;
  static constexpr u32 low = u32{1} << low_bits, high = u32{1} << (squares - low_bits);

  const Images& images_;
  std::vector<u32> rank_;               // of the lower squares among as many of them
  std::vector<std::vector<u32>> first_; // [pieces][upper squares]: how many sets come before
  std::vector<std::vector<Place>> places_;
  std::vector<std::vector<u32>> sets_; // the least of each class, rising
};

} // namespace zermelo::yonmoque
