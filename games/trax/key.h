// The key of a position: not its tiles, but what they leave open.
//
// Two positions have the same future if the same side is to move, the same cells are taken, the same colours enter the empty
// cells that can still be filled, the lines that end there are paired in the same way, and those of which only one end is there
// touch the same border with the other. For a move asks nothing else: which tiles match and what is forced depends on the
// colours that enter cells; a tile joins lines of which only the ends matter, closes a loop if both are ends of one line, and
// completes a line if the ends lie on opposite borders; and the move leaves two positions of which all this is true again.
// An end on a border that the box has reached on both sides stays there whatever its row or column, and a line with both ends
// on such borders is done with. key_test.cpp compares the values of all positions of small boards that share a key.
#pragma once

#include "base/key.h"
#include "trax/images.h"

namespace zermelo::trax {

class FrontierKey {
public:
  FrontierKey(const Board& board, int side)
      : board_(board), side_(static_cast<std::size_t>(side)),
        closed_((board.width == side ? 0b1010 : 0) | (board.height == side ? 0b0101 : 0)) {}

  // The same for all images: of those whose cells are the least number (mostly one) the least key.
  Key key() const {
    const CellImages images(board_.held(), board_.width, board_.height);
    Key best{~u64{0}, ~u64{0}};
    for (int s = 0; s < symmetries; ++s)
      if (images.cells[s] == images.least) best = std::min(best, of_image(s, images.least));
    return best;
  }

private:
  // [symmetry][end]: its image if the box is the whole frame.
  static constexpr auto image_of_end = [] {
    std::array<std::array<u8, 256>, symmetries> to{};
    for (int s = 0; s < symmetries; ++s)
      for (int end = 0; end < 256; ++end) {
        const u64 cell = image_of_cells(s, u64{1} << end / 4, 8, 8);
        to[static_cast<std::size_t>(s)][static_cast<std::size_t>(end)] =
            static_cast<u8>(4 * std::countr_zero(cell) + image_of_direction(s, end % 4));
      }
    return to;
  }();
  // Random numbers: [0, 1] for an end of a red, of a white line, [2] for the end or the border where that line leads.
  static constexpr auto numbers = [] {
    std::array<std::array<u64, 256 + 4>, 3> all{};
    u64 n = 0;
    for (auto& some : all)
      for (u64& number : some) number = mix_bits(++n * 0x9e3779b97f4a7c15);
    return all;
  }();

  bool closed(std::size_t end) const { return (borders[side_][end] & closed_) != 0; }

  // A sum over the open ends, so that their order does not matter, of products, so that what belongs together does.
  Key of_image(int symmetry, u64 cells) const {
    const auto& images = image_of_end[static_cast<std::size_t>(symmetry)];
    const bool turned = (symmetry & 4) != 0;
    const int w = turned ? board_.height : board_.width, h = turned ? board_.width : board_.height;
    const unsigned moved =
        static_cast<unsigned>(((symmetry & 1) != 0 ? 4 * (8 - w) : 0) + ((symmetry & 2) != 0 ? 32 * (8 - h) : 0));
    unsigned __int128 sum = static_cast<u64>(board_.red_to_move) | static_cast<u64>(board_.over) << 1;
    for (int d = 0; d < 4; ++d) {
      const u64 whites = d == west ? board_.white_west() : board_.white[d];
      u64 ends = board_.held() & ~stepped(board_.held(), opposite(d));
      if ((closed_ >> d & 1) != 0) ends &= ~border_cells(d);
      for (; ends != 0; ends &= ends - 1) {
        const int cell = lowest_bit(ends);
        const std::size_t end = 4 * static_cast<std::size_t>(cell) + static_cast<std::size_t>(d), other = board_.other_end(end);
        const unsigned to = closed(other) ? 256U + (images[other] & 3U) : images[other] - moved;
        sum += static_cast<unsigned __int128>(numbers[whites >> cell & 1][images[end] - moved]) * numbers[2][to];
      }
    }
    KeyMaker maker;
    maker.add(cells);
    maker.add(static_cast<u64>(sum));
    maker.add(static_cast<u64>(sum >> 64));
    return maker.key();
  }
  u64 border_cells(int d) const {
    const int last = static_cast<int>(side_) - 1;
    return d == north ? first_row : d == west ? first_column : d == south ? first_row << 8 * last : first_column << last;
  }

  const Board& board_;
  std::size_t side_;
  int closed_; // directions in which the box can grow no more
};

} // namespace zermelo::trax
