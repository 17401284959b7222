// Positions as shape x fibre. A shape says which cells are occupied and how high; the fibre over it are the strings of owners
// (index/strings.h). A move changes the shape in one way for all strings and takes strings to strings, so one look at a
// shape serves all positions over it, and their values are one vector of bits.
//
// Both players' positions are kept over the same shapes, seen from the same side: (shape, string, who is to move). So a move
// never turns the board. A game whose index counts positions as the side to move sees them says how a shape turns.
//
// A game offers
//
//   g.blocks()                 const B&, with
//     B::Board                 plain data that a device can be given (b.board())
//     B::Shape                 Shape(B::where(board), rank): expand(visitor), tops(), goals(mover), movable(), weight(),
//                              turned(places): see games/nocca/blocks.h
//     B::Walk                  the same for shapes one after the other: advance() goes on to the next, rank() says which it is
//     b.shapes()               how many; shapes above 2^32 are refused before anything else is asked
//     b.pieces()               length of the strings; half of the pieces are each player's
//     b.turned(shape)          the shape as the other player sees it, and where each piece is then read
//
// A slot of the game's index is shape x strings + string, for the first player to move.
#pragma once

#include <array>
#include <concepts>
#include <type_traits>

#include "game/concepts.h"
#include "index/strings.h"

namespace zermelo {

struct BlockTurn {
  u32 shape = 0;
  std::array<u8, 16> place{}; // the piece at place i is read at place[i]; owners change sides
};

template <class G>
concept Blocked = Indexed<G> && requires(const G& g, u32 shape) {
  requires std::is_lvalue_reference_v<decltype(g.blocks())>; // boards point into it
  { g.blocks().shapes() } -> std::same_as<u64>;
  { g.blocks().pieces() } -> std::same_as<int>;
  { g.blocks().turned(shape) } -> std::same_as<BlockTurn>;
  g.blocks().board();
};

template <Blocked G> using BlocksOf = std::remove_cvref_t<decltype(std::declval<const G&>().blocks())>;

// Shapes are numbered with 32 bits; a board with more could not be held in memory anyway.
template <Blocked G> bool blocks_are_possible(const G& g) { return g.blocks().shapes() < ~u32{0} && g.blocks().pieces() <= 14; }

// Calls f with Strings of the given length.
template <class F> decltype(auto) with_strings(int pieces, F&& f) {
  switch (pieces) {
  case 4: return f(Strings<4, 2>{});
  case 6: return f(Strings<6, 3>{});
  case 8: return f(Strings<8, 4>{});
  case 10: return f(Strings<10, 5>{});
  case 12: return f(Strings<12, 6>{});
  case 14: return f(Strings<14, 7>{});
  default: throw Error(Exit::usage, "boards with " + std::to_string(pieces) + " pieces are not solved by blocks");
  }
}

// The numbers of a shape's strings after a move.
template <class S> class TurnedStrings {
public:
  TurnedStrings() : strings_(S::pieces, S::owned), number_(std::size_t{1} << S::pieces) {
    for (u64 n = 0; n < strings_.size(); ++n) {
      string_.push_back(static_cast<u16>(strings_.unrank(n)));
      number_[string_.back()] = static_cast<u16>(n);
    }
  }

  void turn(const BlockTurn& t) {
    for (unsigned half = 0; half < 2; ++half) {
      part_[half][0] = 0;
      for (unsigned bit = 0; bit < half_bits; ++bit)
        for (unsigned rest = 0; rest < 1U << bit; ++rest)
          part_[half][1U << bit | rest] = static_cast<u16>(part_[half][rest] | 1U << t.place[half * half_bits + bit]);
    }
  }
  u32 operator()(u32 number) const {
    const unsigned string = string_[number], mask = (1U << half_bits) - 1;
    return number_[(part_[0][string & mask] | part_[1][string >> half_bits]) ^ ((1U << S::pieces) - 1)];
  }

private:
  static constexpr unsigned half_bits = S::pieces / 2;
  Combinations strings_;
  std::vector<u16> string_, number_;
  u16 part_[2][1U << half_bits];
};

} // namespace zermelo
