// Which squares are occupied, up to the symmetries of the board: the classes of each number of squares, numbered.
#pragma once

#include <vector>

#include "yonmoque/cube_board.h"
#include "yonmoque/symmetry.h"

namespace zermelo::yonmoque {

class Occupancies {
public:
  // Sets of up to so many squares.
  explicit Occupancies(int most);
  Occupancies(const Occupancies&) = delete;
  Occupancies& operator=(const Occupancies&) = delete;

  // Built when it is first asked for, once for each number of pieces of each player, twice as many squares at most.
  static const Occupancies& of(int pieces_each);

  // How many classes there are, without building them: by the cycles of each symmetry, of which a set that it keeps is made
  // (Burnside).
  static u64 count(int pieces);

  ClassOfSet place(u32 set) const { return board_.place(set); }
  u64 classes(int pieces) const {
    const auto n = static_cast<std::size_t>(pieces);
    return board_.first_set[n + 1] - board_.first_set[n];
  }
  u32 set(int pieces, u64 number) const { return board_.set(pieces, number); }
  const Images& images() const { return images_; }
  const CubeBoard& board() const { return board_; } // points into this

private:
  const Images& images_;
  std::vector<u32> ranks_, firsts_, places_, sets_, image_words_, lines_;
  CubeBoard board_{};
};

} // namespace zermelo::yonmoque
