// The order in which the cells of a board of NOCCA x NOCCA are read: row by row, and in a row by pairs of mirrored columns from
// the edges inwards, the left cell of a pair before the right one, the middle column of an odd board last.
// A pair is one item. Mirroring the board exchanges the two cells of every pair and moves nothing else.
#pragma once

#include <vector>

#include "nocca/rules.h"

namespace zermelo::nocca {

class Reading {
public:
  explicit Reading(const Rules& rules) : columns_(rules.columns), rows_(rules.rows) {
    for (u64 bits = 0; bits < u64{1} << columns_; ++bits) {
      u64 read = 0, written = 0;
      for (int c = 0; c < columns_; ++c) {
        read |= (bits >> c & 1) << place(c);
        written |= (bits >> place(c) & 1) << c;
      }
      read_.push_back(static_cast<u8>(read));
      written_.push_back(static_cast<u8>(written));
    }
  }

  // A plane of the board, cells in the order in which they are read; and back.
  u64 read(u64 plane) const { return permuted(plane, read_); }
  u64 write(u64 plane) const { return permuted(plane, written_); }

  // Where a column is read in its row.
  int place(int column) const {
    const int other = columns_ - 1 - column;
    return column <= other ? 2 * column : 2 * other + 1;
  }

private:
  u64 permuted(u64 plane, const std::vector<u8>& rows) const {
    u64 out = 0;
    for (int shift = 0; shift < columns_ * rows_; shift += columns_)
      out |= u64{rows[plane >> shift & ((u64{1} << columns_) - 1)]} << shift;
    return out;
  }

  int columns_, rows_;
  std::vector<u8> read_, written_;
};

} // namespace zermelo::nocca
