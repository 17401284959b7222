// The shapes of NOCCA x NOCCA: how high every cell is, one of each mirror pair, numbered without gaps.
//
// The heights are read in the order of reading.h. As long as both halves have been equal the left cell of a pair must not be the
// higher one: so of a shape and its mirror image exactly one is read. A pair is one item of index/frontier.h, with the content 4
// * left + right.
#pragma once

#include <array>
#include <bit>
#include <map>
#include <vector>

#include "index/frontier.h"
#include "nocca/rules.h"

namespace zermelo::nocca {

class Shapes {
public:
  // What the automaton of index/frontier.h reads.
  struct Spec {
    int columns;
    int rows;
    struct State {
      int pieces;
      bool symmetric;
      auto operator<=>(const State&) const = default;
    };
    int pairs() const { return (columns + 1) / 2; }
    int items() const { return rows * pairs(); }
    int contents() const { return 16; }
    State start() const { return {0, true}; }
    std::optional<State> step(int item, State s, int content) const {
      const bool middle = 2 * (item % pairs()) == columns - 1;
      const int l = content / 4, r = content % 4;
      if (middle ? l > 0 : s.symmetric && l > r) return std::nullopt;
      s.pieces += l + r;
      s.symmetric = s.symmetric && (middle || l == r);
      if (s.pieces > 2 * columns) return std::nullopt;
      return s;
    }
    u64 leaves(const State& s) const { return s.pieces == 2 * columns ? 1 : 0; }
  };

  struct Found {
    u64 rank;
    bool mirrored;  // the image is the one that is numbered
    bool symmetric; // it is its own image
  };

  explicit Shapes(const Rules& rules)
      : columns_(rules.columns), rows_(rules.rows), pairs_((columns_ + 1) / 2), rows_per_word_(16 / pairs_) {
    flatten(Spec{columns_, rows_});
    // The contents of a row's pairs, four bits each, if every set bit is one piece: the sum over the levels gives the
    // heights. The images' contents stand in the upper half.
    for (u64 bits = 0; bits < u64{1} << columns_; ++bits) {
      u64 contents = 0;
      for (int c = 0; c < columns_; ++c) {
        if ((bits >> c & 1) == 0) continue;
        const int other = columns_ - 1 - c;
        contents += place(c) + (place(other) << 32);
      }
      contents_of_.push_back(contents);
    }
  }

  u64 size() const { return size_; }

  // The shape must have the right number of pieces.
  Found rank(const u64 (&held)[levels]) const {
    std::array<u64, max_words> here, image;
    const u64 row_mask = (u64{1} << columns_) - 1;
    for (int w = 0, row = 0, shift = 0; row < rows_; ++w) {
      u64 h = 0, i = 0;
      for (int place = 0; place < 4 * pairs_ * rows_per_word_ && row < rows_; place += 4 * pairs_, ++row, shift += columns_) {
        const u64 both = contents_of_[held[0] >> shift & row_mask] + contents_of_[held[1] >> shift & row_mask] +
                         contents_of_[held[2] >> shift & row_mask];
        h |= (both & 0xFFFFFFFF) << place;
        i |= (both >> 32) << place;
      }
      here[at(w)] = h;
      image[at(w)] = i;
    }
    // Which of the two is numbered: decided at the first pair whose sides differ. `even` marks the pairs up to that one.
    // From here on no branch depends on the position; mispredicted ones would cost more than all the look-ups.
    const int per_word = rows_per_word_ * pairs_, items = rows_ * pairs_;
    std::array<u64, max_words> even;
    u64 undecided = ~u64{0}, swap = 0; // all ones or none
    for (int w = 0; w * per_word < items; ++w) {
      const u64 differ = here[at(w)] ^ image[at(w)];
      const int low = std::countr_zero(differ | u64{1} << 63) & ~3;
      const u64 higher = 0 - u64{(here[at(w)] >> low & 15) > (image[at(w)] >> low & 15)};
      const u64 same = 0 - u64{differ == 0};
      swap |= undecided & higher;
      even[at(w)] = undecided & (same | ((u64{16} << low) - 1));
      undecided &= same;
    }
    // A sum has at most 14 pieces, so one multiplication adds up the pieces before each of the sixteen pairs in a word.
    Found found{0, swap != 0, undecided != 0};
    const u64* sums = before_.data();
    const int stride = (2 * columns_ + 1) * 32;
    for (int w = 0, item = 0, earlier = 0; item < items; ++w) {
      u64 word = here[at(w)] ^ ((here[at(w)] ^ image[at(w)]) & swap), flags = even[at(w)];
      const u64 totals = ((word & threes) + (word >> 2 & threes)) * ones;
      u64 pieces = (totals << 4) + static_cast<u64>(earlier) * ones;
      earlier += static_cast<int>(totals >> 60);
      for (const int end = std::min(items, item + per_word); item < end; ++item, sums += stride) {
        found.rank += sums[(pieces & 15) << 5 | (flags & 1) << 4 | (word & 15)];
        word >>= 4, pieces >>= 4, flags >>= 4;
      }
    }
    return found;
  }

  // Returns whether the shape is its own image.
  bool unrank(u64 rank, u64 (&held)[levels]) const {
    bool symmetric = true;
    int pieces = 0;
    for (u64& plane : held) plane = 0;
    for (int row = 0, item = 0; row < rows_; ++row) {
      for (int c = 0; c < pairs_; ++c, ++item) {
        const u64* sums = before(item, pieces, symmetric);
        int content = -1;
        for (int k = 0; k < 16; ++k) content += sums[k] <= rank;
        rank -= sums[content];
        const int other = columns_ - 1 - c, l = content / 4, r = content % 4;
        pieces += l + r;
        symmetric = symmetric && (c == other || l == r);
        for (int k = 0; k < levels; ++k) held[k] |= u64{l > k} << (columns_ * row + c) | u64{r > k} << (columns_ * row + other);
      }
    }
    return symmetric;
  }

  // For each item, number of pieces before it and whether the halves were equal so far: 16 sums by content. How many shapes agree
  // before the item and have a smaller content there; for a content that is not allowed, the sum of the next that is.
  const std::vector<u64>& sums() const { return before_; }
  int items() const { return rows_ * pairs_; }

private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static constexpr std::size_t max_words = 3; // 16 pairs in each; 9 rows of 4 are the most
  static constexpr u64 ones = 0x1111111111111111, threes = 3 * ones;

  // One piece on a column: 4 for the left one of a pair, 1 for the right one or the middle.
  u64 place(int column) const {
    const int other = columns_ - 1 - column;
    return (column < other ? u64{4} : u64{1}) << (4 * std::min(column, other));
  }

  // How many shapes agree before the item and have a smaller content there: 16 sums that never fall.
  const u64* before(int item, int pieces, bool symmetric) const {
    return &before_[at(((item * (2 * columns_ + 1) + pieces) * 2 + symmetric) * 16)];
  }

  // Copies the automaton's table with the state spelled out. The state before an item needs no walk then: the look-ups of
  // one rank do not wait for each other. A content that is not allowed gets the sum of the next that
  // is, so that a search finds the latter.
  void flatten(const Spec& spec) {
    const Frontier<u64> frontier(spec);
    size_ = frontier.size();
    std::map<Spec::State, u32> id = {{spec.start(), frontier.root().state}};
    before_.assign(at(spec.items() * (2 * columns_ + 1) * 2 * 16), ~u64{0});
    for (int item = 0; item < spec.items(); ++item) {
      for (const auto& [state, number] : std::map(id)) {
        u64* sums = const_cast<u64*>(before(item, state.pieces, state.symmetric));
        u64 next = ~u64{0};
        for (int content = 15; content >= 0; --content) {
          const auto cursor = frontier.advance({0, number}, item, content);
          if (const auto after = spec.step(item, state, content); after && cursor.alive()) {
            id.emplace(*after, cursor.state);
            next = cursor.rank;
          }
          sums[content] = next;
        }
      }
    }
  }

  int columns_, rows_, pairs_, rows_per_word_;
  u64 size_ = 0;
  std::vector<u64> contents_of_;
  std::vector<u64> before_; // [item][pieces so far][still symmetric][content]
};

} // namespace zermelo::nocca
