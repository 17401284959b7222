// Positions as block x cube. A block says which squares are occupied, up to symmetry; the cube over it are the colourings of the
// pieces: bit i of a colouring says that piece i is the first player's. A turn goes from one cube to another in one way for all
// colourings, but for the pieces that it flips; so one look at a block serves all positions over it, and values are vectors of
// bits.
//
// Blocks come in layers that play never enters again. A placement leads to another layer, everything else stays.
//
// A game offers g.cubes(), with
//
//   layers()                         the layers, those that others lead to first
//   expand(pieces, block, visitor)   for every empty square: if visitor.wants_placement(block after it),
//   visitor.place(placement);
//                                    for every move that some colouring allows: if visitor.wants(block after it),
//                                    visitor.move(move)
//   symmetric(pieces, block)         whether colourings may be images of each other; only the least of them is a position's slot
//
// and G::cube_orbit, the size of the class of a position over a block that is not symmetric.
//
// A slot of the game's index is layer.first + ((block x 2 + side to move) << pieces | colouring); side 0 is the first player's.
#pragma once

#include <array>
#include <concepts>
#include <vector>

#include "game/concepts.h"

namespace zermelo {

struct CubeLayer {
  int pieces = 0; // on the board
  u64 blocks = 0;
  Slot first = 0;
  std::array<int, 2> after{-1, -1}; // the layer that a placement by each player leads to; -1: none in hand
};

inline constexpr int most_cube_pieces = 12;

// Where the piece at each place is read in another block.
using CubePlaces = std::array<u8, most_cube_pieces + 1>;

struct CubeRun {
  int length = 0;
  std::array<u8, 4> pieces{}; // next to where the moved piece arrives, nearest first
};

struct CubeLine {
  u32 pieces = 0;     // set of places
  bool five = false;  // loses for its maker; others win
  bool moved = false; // the moved piece is in it: it is new whenever it is there
};

// A move of one piece. In each run the other's pieces before the mover's first are flipped. Then a new line ends the game.
struct CubeMove {
  u32 block = 0; // it leads to
  u8 piece = 0;
  std::array<bool, 2> by{}; // which player may make it, if the piece is his
  CubePlaces places{};
  int runs = 0, lines = 0;
  std::array<CubeRun, 8> run;
  std::array<CubeLine, 40> line;
};

struct CubePlacement {
  u32 block = 0;       // of the layer that it leads to
  CubePlaces places{}; // the placed piece comes last
};

template <class G>
concept Cubed = Indexed<G> && requires(const G& g) {
  { g.cubes().layers() } -> std::convertible_to<const std::vector<CubeLayer>&>;
  { g.cubes().symmetric(0, u64{0}) } -> std::same_as<bool>;
  { G::cube_orbit } -> std::convertible_to<int>;
};

template <Cubed G> using CubesOf = std::remove_cvref_t<decltype(std::declval<const G&>().cubes())>;

} // namespace zermelo
