// Numbers the ways to place everything but the lions, for each pair of lion squares, without gaps and up to the mirror.
//
// For one pair of lion squares the other ten cells are read in order (board.h). The state of the automaton counts the
// elephants, giraffes and chicks met so far (0-2 each, a hen is a chick); at the end the pieces not met are in the hands.
// index/frontier.h counts the completions. Because the state is a sum over the men met, the counts are copied into flat tables
// in which a rank needs no chain of look-ups: the addresses of all entries are known from the board alone. Unranking reads
// cell by cell; ranking adds one entry for each two cells, that is for each byte of the board, without a branch.
//
// The mirror: a pair of lion squares and its mirror image share one number. Where both lions are in column B the pair is
// its own image, and after column B the cells are read as mirrored pairs (A1 C1, A2 C2, ...): as long as all pairs so far
// were equal, only left <= right is allowed. So every class is met once. "Still equal" and the left content are modes of the
// state.
#pragma once

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "dobutsu/board.h"
#include "index/frontier.h"
#include "index/hands.h"

namespace zermelo::dobutsu {

struct LionPair {
  int own, other; // cells
};

// The automaton of one pair of lion squares, as index/frontier.h wants it. Content 0 is empty, 1-8 content + 1 of board.h.
struct Placements {
  using State = int;                                                           // counts + 27 * mode
  static constexpr int plain = 0, equal = 1, pending = 2, modes = pending + 9; // pending + left content
  LionPair lions;
  bool quiet; // none of the mover's men attacks the other lion
  bool folds; // both lions in column B

  int items() const { return cells; }
  int contents() const { return 9; }
  State start() const { return folds ? 27 * equal : 0; }

  static constexpr int weight(int kind) { return kind == elephant ? 1 : kind == giraffe ? 3 : 9; }
  static constexpr std::array<int, 3> off_board(int counts) { return {2 - counts % 3, 2 - counts / 3 % 3, 2 - counts / 9}; }

  std::optional<State> step(int cell, State s, int content) const {
    int counts = s % 27, mode = s / 27;
    if (content != 0) {
      if (cell == lions.own || cell == lions.other) return std::nullopt;
      const int kind = (content - 1) % others;
      if (off_board(counts)[static_cast<std::size_t>(in_hand(kind))] == 0) return std::nullopt;
      if (quiet && content <= others && (attackers_of(static_cast<u64>(kind), lions.other) & mask_of(cell)) != 0)
        return std::nullopt;
      counts += weight(kind);
    }
    if (mode == equal && column_of(cell) != 1) {
      mode = pending + content;
    } else if (mode >= pending) {
      if (content < mode - pending) return std::nullopt;
      mode = content == mode - pending ? equal : plain;
    }
    return counts + 27 * mode;
  }

  u64 leaves(State s) const { return Hands<3>(off_board(s % 27)).size(); }
};

// Plain data, so that a device can have a copy; the tables belong to NumberingTables.
class Numbering {
public:
  ZERMELO_HD u64 size() const { return size_; }

  // A board turned to the image that is numbered, and its pair of lion squares; negative where that has no number.
  struct Placed {
    u64 board;
    int pair;
  };
  ZERMELO_HD Placed place(u64 board) const {
    const int pair = pair_of(first_cell(own_lions(board)), first_cell(other_lions(board)));
    if (pair < 0) return {board, -1};
    return {(pair & image) != 0 ? mirror(board) : board, pair & ~image};
  }

  // The number of a placed board. The board must be quiet if the numbering is.
  ZERMELO_HD Slot rank(Placed p) const {
    const u32* plain = &bytes_[index(p.pair) * byte_block];
    return p.pair < folding_ ? rank_folding(plain, p) : add_up(p, [&](u32) { return plain; });
  }

  // The board of a number, the first player to move.
  ZERMELO_HD u64 unrank(Slot slot) const {
    const u32 s = static_cast<u32>(slot);
    const int pair = pair_with(s);
    u32 rest = s - base_[index(pair)];
    u64 board = lions_[index(pair)];
    const u32* table = &table_[block(pair)];
    u32 state = 0;
    const auto& order = order_[index(pair)];
    std::size_t i = 0;
    if (pair < folding_) i = unrank_equal(order, table, board, state, rest);
    for (; i < 10; ++i) {
      const u32 shift = order[i];
      read(table + row(shift), board, state, rest, shift);
    }
    return board | u64{hands_[(state / 8) * 27 + rest]} << 48;
  }

  // Whether the class in a slot is its own mirror image.
  ZERMELO_HD bool is_symmetric(Slot slot) const {
    if (slot >= symmetric_end_) return false;
    const u64 board = unrank(slot);
    return mirror(board) == board;
  }

  // Boards of rising slots: what neighbours have in common is read once.
  class Walker;

private:
  using Order = std::array<u8, 10>;
  static constexpr int image = 256; // added to a pair whose mirror image is numbered instead
  static constexpr u32 stride = 27 * 8, block_size = stride * cells;
  static constexpr u32 byte_stride = 27 * 81, byte_block = byte_stride * 6;
  ZERMELO_HD static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  ZERMELO_HD static constexpr std::size_t row(u32 shift) { return std::size_t{shift} * (stride / 4); }

  ZERMELO_HD int pairs() const { return pair_count_; }
  ZERMELO_HD int pair_of(int own, int other) const { return pair_of_[index(own * 16 + other)]; }
  ZERMELO_HD int pair_with(u32 slot) const {
    int pair = -1;
    for (int i = 0; i < bases_; ++i) pair += base_[i] <= slot ? 1 : 0;
    return pair;
  }
  ZERMELO_HD std::size_t block(int pair) const { return blocks_[index(pair)]; }
  ZERMELO_HD const u32* mode(const u32* table, int m) const { return table + std::size_t{block_size} * index(m); }
  ZERMELO_HD static constexpr u32 add(u64 content) { return 0x4848'1808U >> ((content & 3) * 8) & 0xff; } // 8 * weight(kind)

  // Sums one entry for each byte of the board, from the table that `table` gives for it.
  template <class Table> ZERMELO_HD Slot add_up(const Placed& p, Table&& table) const {
    u64 r = base_[index(p.pair)] + leaf_[p.board >> 48 & 0xfff];
    u32 state = 0;
#pragma GCC unroll 6
    for (u32 byte = 0; byte < 6; ++byte) {
      const u32 met = met_[p.board >> (8 * byte) & 0xff];
      r += table(byte)[byte * byte_stride + state + (met & 0xff)];
      state += met >> 8;
    }
    return r;
  }

  // Both lions in column B: that column and the mirrored pairs up to the first that differ are read as equal ones.
  ZERMELO_HD Slot rank_folding(const u32* plain, Placed p) const {
    const u64 differ = (p.board ^ mirror(p.board)) & board_bits;
    const u32 first = static_cast<u32>(lowest_bit(differ | u64{1} << 47)) / 8; // the first byte that differs, or the last
    const u64 pair = p.board >> (8 * first);
    if ((pair & 15) > (pair >> 4 & 15)) p.board = mirror(p.board);
    const u32* equal = &bytes_[index(pairs() + p.pair) * byte_block];
    return add_up(p, [&](u32 byte) { return byte <= first ? equal : plain; });
  }

  // Reads one cell: the entries of a row do not fall, so the content is the number of entries up to the rest.
  ZERMELO_HD static u32 read(const u32* entries, u64& board, u32& state, u32& rest, u32 shift) {
    u32 n = 0;
    for (std::size_t c = 0; c < 8; ++c) n += entries[c + state] <= rest ? 1 : 0;
    if (n == 0) return 0;
    rest -= entries[state + n - 1];
    board |= u64{n + 7} << shift;
    state += add(n - 1);
    return n;
  }

  // Reads column B and mirrored pairs of cells up to the first that are not equal; returns how many cells were read.
  ZERMELO_HD std::size_t unrank_equal(const Order& order, const u32* table, u64& board, u32& state, u32& rest) const {
    const u32* equal = mode(table, Placements::equal);
    for (std::size_t i = 0; i < 2; ++i) read(equal + row(order[i]), board, state, rest, order[i]);
    for (u32 shift = 16; shift < 48; shift += 8) {
      const u32 left = read(equal + row(shift), board, state, rest, shift);
      const u32 right =
          read(mode(table, Placements::pending + static_cast<int>(left)) + row(shift + 4), board, state, rest, shift + 4);
      if (left != right) return shift / 4;
    }
    return 10;
  }

  friend class NumberingTables;
  static constexpr u64 pairs_of_cells = u64{12} * 16;

  u64 size_ = 0;
  u64 symmetric_end_ = 0;          // pairs that fold come first
  int folding_ = 0;                // how many pairs fold
  int pair_count_ = 0, bases_ = 0; // bases: padded to a multiple of 8, so that the search is a few vector steps
  u64 table_size_ = 0, bytes_size_ = 0;
  const i32* pair_of_ = nullptr; // [own cell][other cell]
  const u32* base_ = nullptr;    // [pair] first slot
  const u64* blocks_ = nullptr;  // [pair] where its table starts
  const u64* lions_ = nullptr;   // [pair] the board with the lions only
  const Order* order_ = nullptr; // [pair] shifts of the cells that are read
  const u32* table_ = nullptr;   // [pair][mode][cell][counts][content], for unranking
  const u32* bytes_ = nullptr;   // [pair, then folding pairs as equal][byte][counts][left * 9 + right], for ranking
  const u32* met_ = nullptr;     // [byte] left * 9 + right, and above bit 8 what it adds to the state
  const u8* leaf_ = nullptr;     // [both hands]
  const u16* hands_ = nullptr;   // [counts][leaf] both hands

public:
  // f(pointer, how many of its type are there), to be given another.
  template <class F> void each_array(F&& f) {
    f(pair_of_, pairs_of_cells);
    f(base_, static_cast<u64>(bases_));
    f(blocks_, static_cast<u64>(pair_count_));
    f(lions_, static_cast<u64>(pair_count_));
    f(order_, static_cast<u64>(pair_count_));
    f(table_, table_size_);
    f(bytes_, bytes_size_);
    f(met_, u64{256});
    f(leaf_, u64{4096});
    f(hands_, u64{27} * 27);
  }
};

// The tables of a numbering, and the numbering that reads them.
class NumberingTables {
public:
  // quiet: positions in which the mover cannot take the other lion by a man. Without `folded`, images count separately.
  NumberingTables(const std::vector<LionPair>& pairs, bool quiet, bool folded);
  NumberingTables(const NumberingTables&) = delete; // the numbering points into it
  NumberingTables& operator=(const NumberingTables&) = delete;
  const Numbering& numbering() const { return n_; }

private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int pairs() const { return static_cast<int>(lions_.size()); }
  void fill_hands();
  void fill_bytes();
  void fill(const Frontier<u32>& counts, const Placements& spec, u32* table, int mode_count);
  void point();

  Numbering n_;
  std::vector<i32> pair_of_ = std::vector<i32>(Numbering::pairs_of_cells, -1);
  std::vector<u32> base_;
  std::vector<u64> blocks_, lions_;
  std::vector<Numbering::Order> order_;
  std::vector<u32> table_, bytes_;
  std::vector<u32> met_ = std::vector<u32>(256);
  std::vector<u8> leaf_ = std::vector<u8>(4096);
  std::vector<u16> hands_ = std::vector<u16>(std::size_t{27} * 27);
};

// Keeps, for the board of the last slot, the range of slots that agree with it in the first 0, 1, ... 10 cells.
class Numbering::Walker {
public:
  explicit Walker(const Numbering& numbering) : n_(&numbering) {}

  u64 unrank(Slot slot) {
    if (slot < n_->symmetric_end_) return n_->unrank(slot);
    const u32 s = static_cast<u32>(slot);
    int known = 10;
    while (known >= 0 && s - at_[index(known)].first >= at_[index(known)].count) --known;
    if (known < 0) {
      pair_ = n_->pair_with(s);
      const u32 first = n_->base_[index(pair_)], next = n_->base_[index(pair_ + 1)];
      at_[0] = {first, std::min(next, static_cast<u32>(n_->size_)) - first, 0, n_->lions_[index(pair_)]};
      known = 0;
    }
    const u32* table = &n_->table_[n_->block(pair_)];
    const auto& order = n_->order_[index(pair_)];
    for (; known < 10; ++known) {
      const Level& l = at_[index(known)];
      const u32 shift = order[index(known)], rest = s - l.first;
      const u32* entries = table + row(shift) + l.state;
      u32 n = 0;
      for (std::size_t c = 0; c < 8; ++c) n += entries[c] <= rest ? 1 : 0;
      const u32 from = n == 0 ? 0 : entries[n - 1], to = n == 8 ? l.count : std::min(entries[n], l.count);
      at_[index(known) + 1] = {l.first + from, to - from, n == 0 ? l.state : l.state + add(n - 1),
                               n == 0 ? l.board : l.board | u64{n + 7} << shift};
    }
    const Level& l = at_[10];
    return l.board | u64{n_->hands_[l.state / 8 * 27 + s - l.first]} << 48;
  }

private:
  struct Level {
    u32 first = 0, count = 0; // slots
    u32 state = 0;
    u64 board = 0;
  };
  const Numbering* n_;
  int pair_ = 0;
  std::array<Level, 11> at_{};
};

} // namespace zermelo::dobutsu
