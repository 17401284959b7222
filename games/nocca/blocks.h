// The shapes of NOCCA x NOCCA as blocks: which shapes a shape leads to, and what happens to the strings of owners on the way
// (index/blocks.h). On the CPU and on the GPU; cells are numbered in the order of reading.h.
//
// The rank of a neighbour is not computed from scratch. A step takes a piece from item a and adds one to item b; between
// them the number of pieces so far changes by one, before and behind nothing. With two running sums over the items the rank
// of each neighbour is two look-ups. Where the first uneven pair may change (it decides which of the mirror images
// is numbered) the items that differ are added up one by one.
#pragma once

#include "base/bits.h"
#include "nocca/shapes.h"

namespace zermelo::nocca {

// What does not change on a board; plain data, so that it can be copied to a device.
struct BlockBoard {
  static constexpr bool on_device = true;
  static constexpr int most_cells = Rules::max_columns * Rules::max_rows;
  static constexpr int most_items = (Rules::max_columns + 1) / 2 * Rules::max_rows;
  static constexpr int most_items_of_32 = 18; // 3x9 and 5x6
  // Larger boards of other numbers of pieces have too many shapes for any device, or do not exist.
  static constexpr bool fits_beyond_32(int pieces) { return pieces == 8 || pieces == 10; }
  static constexpr int content_count = 16, per_count = 2 * content_count; // sums for one number of pieces, even or not

  int columns, rows, cells, items, pieces;
  u32 shapes;
  u64 home, far;          // the rows of the first and of the second player
  u64 left;               // the left cells of the pairs
  u64 around[most_cells]; // a king step away
  u8 item[most_cells];    // of a cell
  u8 unit[most_cells];    // what a piece on a cell adds to its item's content: 4 on the left cell of a pair, else 1
  u8 first[most_items];   // cell of an item
  u8 pair[most_items];    // whether an item is a pair
  const u32* sums;        // of Shapes, with room in front and behind for one piece too few and too many
};

// Where a shape finds its board: on the CPU behind a pointer.
struct HostBoard {
  const BlockBoard* host;
  ZERMELO_HD const BlockBoard& board() const { return *host; }
  ZERMELO_HD u32 sum(i32 at) const { return host->sums[at]; }
  static constexpr bool walks = false;                   // from shape to shape: block_walk.h
  ZERMELO_HD static bool any(bool here) { return here; } // whether it holds for one of the threads that go in step
};

// `Items` is room for the items; a board may have fewer.
template <class Plane, int Items = BlockBoard::most_items, class Where = HostBoard> class BlockShape : protected Where {
public:
  ZERMELO_HD BlockShape(const Where& where, u32 rank) : Where(where), rank_(rank) {
    first_ = this->board().items;
    read(0, 0, rank);
  }

  // The next shape: most of its items are those of this one. Returns the first that is not.
  int advance() {
    static_assert(Where::walks);
    const auto& b = this->board();
    ++rank_;
    int i = b.items;
    while (i > 0 && rank_ >= until_[i - 1]) --i; // the limits never rise from one item to the next
    if (i == b.items) --i;
    const Plane kept = (Plane{1} << b.first[i]) - 1;
    for (Plane& plane : held_) plane &= kept;
    if (first_ >= i) first_ = b.items;
    read(i, below(held_, b.cells), rank_ - before_[i]);
    return i;
  }

protected:
  // Reads the items from one on; `rank` is what is left of it there, n the pieces before.
  ZERMELO_HD void read(const int from, int n, u32 rank) {
    const auto& b = this->board();
    bool even = first_ == b.items;
    u32 before = rank_ - rank;
    for (int i = from; i < b.items; ++i) {
      const u32 row = static_cast<u32>((i * (b.pieces + 1) + n) * 2) * BlockBoard::content_count;
      const u32 sums = row + (even ? BlockBoard::content_count : 0);
      u32 content = 0;
      for (u32 step = 8; step != 0; step /= 2)
        if (sum(sums + content + step) <= rank) content += step;
      if constexpr (Where::walks) {
        before_[i] = before;
        before += sum(sums + content);
        u32 next = content + 1;
        while (next < 16 && sum(sums + next) == sum(sums + content)) ++next;
        const u32 end = i == 0 ? ~u32{0} : until_[i - 1];
        until_[i] = next < 16 && sum(sums + next) != ~u32{0} ? before_[i] + sum(sums + next) : end;
      }
      rank -= sum(sums + content);
      at_[i] = static_cast<u16>(sums + content);
      const u32 l = content / 4, r = content % 4;
      const int pair = b.pair[i];
      if (even && pair != 0 && l != r) {
        even = false;
        first_ = i;
      }
      n += static_cast<int>(l + r);
      const int cell = b.first[i], other = cell + pair;
      for (u32 k = 0; k < levels; ++k)
        held_[k] |= static_cast<Plane>(l > k ? Plane{1} << cell : 0) | static_cast<Plane>(r > k ? Plane{1} << other : 0);
    }
    u32 one_less = 0, one_more = 0;
    if (from > 0) {
      const u32 at = at_[from - 1];
      one_less = later_[from - 1] + sum(at - BlockBoard::per_count);
      one_more = 0 - earlier_[from - 1] - sum(at);
    }
    for (int i = from; i < b.items; ++i) {
      const u32 at = at_[i], here = sum(at), more = sum(at + BlockBoard::per_count);
      later_[i] = one_less - here;
      earlier_[i] = 0 - one_more - more;
      one_less += sum(at - BlockBoard::per_count) - here;
      one_more += more - here;
    }
    if constexpr (Where::walks) {
      if (from == 0) image_[0] = 0;
      for (int i = from; i < b.items; ++i) image_[i + 1] = image_[i] + sum(imaged(i, at_[i])) - sum(at_[i]);
    }
  }

public:
  ZERMELO_HD u32 rank() const { return rank_; }
  ZERMELO_HD int weight() const { return first_ == this->board().items ? 1 : 2; } // of it and its mirror image
  ZERMELO_HD int height(int cell) const { return height(held_, cell); }
  ZERMELO_HD Plane plane(int level) const { return held_[level]; }

  // The places in a string that belong to the top pieces; to those from which the player leaves the board.
  ZERMELO_HD u32 tops() const { return tops_of(held_[0]); }
  ZERMELO_HD u32 goals(int mover) const {
    return tops_of(held_[0] & static_cast<Plane>(mover == 1 ? this->board().far : this->board().home));
  }

  // Where the mirror image of this shape, if that is the same shape, reads the piece at a place.
  ZERMELO_HD int mirrored_place(int place) const {
    const auto& b = this->board();
    int cell = 0;
    while (place >= height(cell)) place -= height(cell++);
    if (b.pair[b.item[cell]] != 0) cell += b.unit[cell] == 4 ? 1 : -1;
    return below(held_, cell) + place;
  }

  // Calls v.lift(place) for each top piece, then v.step(shape, place, image) for each cell it can be dropped on, then
  // v.swap(place) as often as needed to turn what was lifted off images into this shape's order, and v.done().
  // Threads that go in step stay together: those that have nothing to do are called with false at the end.
  template <class V> ZERMELO_HD void expand(V& v, bool wanted = true) const {
    const auto& board = this->board();
    Plane tops = wanted ? held_[0] : 0;
    while (Where::any(tops != 0)) {
      const bool lifting = tops != 0;
      const int x = lifting ? lowest_bit(tops) : 0, a = board.item[x];
      tops &= tops - 1;
      Plane room = lifting ? static_cast<Plane>(board.around[x]) & ~held_[2] : 0;
      v.lift(below(held_, x) + height(x) - 1, room != 0);
      const u32 at = at_[a], taken = at - board.unit[x], here = sum(at);
      const u32 to_later = rank_ + sum(taken) - later_[a] - here - sum(at - BlockBoard::per_count);
      const u32 to_earlier = rank_ - earlier_[a] - sum(at + BlockBoard::per_count) + sum(taken + BlockBoard::per_count) - here;
      bool images = false;
      while (Where::any(room != 0)) {
        const bool stepping = room != 0;
        const int y = stepping ? lowest_bit(room) : x, b = board.item[y];
        room &= room - 1;
        Step step{0, below(held_, y) + height(y) - (y > x ? 1 : 0), false};
        bool near = is_near(a, b);
        if (!near && stepping) {
          int last = 0;
          near = !far_step<true>(x, y, step, last);
          images |= step.image;
        }
        if (near) {
          const u32 added = at_[b] + board.unit[y];
          step.shape = b > a   ? to_later + later_[b] + sum(added - BlockBoard::per_count)
                       : b < a ? to_earlier + earlier_[b] + sum(added)
                               : rank_ + sum(taken + board.unit[y]) - here;
        }
        v.step(step.shape, step.place, step.image, stepping);
      }
      if (Where::any(images)) each_swap(v, x, images);
      v.done(lifting);
    }
  }

  // The places in a string that belong to top pieces which can be moved.
  ZERMELO_HD u32 movable() const {
    Plane cells = 0;
    for (Plane left = held_[0]; Where::any(left != 0); left &= left - 1) {
      const int x = left != 0 ? lowest_bit(left) : 0;
      if (left != 0 && (static_cast<Plane>(this->board().around[x]) & ~held_[2]) != 0) cells |= Plane{1} << x;
    }
    return tops_of(cells);
  }

  // The rows in the opposite order: a half turn up to the mirror image, whose value is the same. The rank of that shape; and for each
  // piece the place where it is read there.
  template <class Places> ZERMELO_HD u32 turned(Places& places) const {
    const auto& b = this->board();
    const Plane row = (Plane{1} << b.columns) - 1;
    Plane held[levels] = {};
    for (int k = 0; k < levels; ++k)
      for (int r = 0; r < b.rows; ++r)
        held[k] |= static_cast<Plane>((held_[k] >> (b.columns * r) & row) << (b.columns * (b.rows - 1 - r)));
    bool image = false;
    const u32 shape = rank_of(held, image); // mirrors held where the image is numbered
    int place = 0;
    for (int cell = 0; cell < b.cells; ++cell) {
      const int high = height(cell);
      if (high == 0) continue;
      int to = cell + b.columns * (b.rows - 1 - 2 * (cell / b.columns));
      if (image && b.pair[b.item[to]] != 0) to += b.unit[to] == 4 ? 1 : -1;
      const int first = below(held, to);
      for (int level = 0; level < high; ++level) places(place++, first + level);
    }
    return shape;
  }

  // The rank of another shape, from scratch. Mirrors it where its image is the one that is numbered.
  ZERMELO_HD u32 rank_of(Plane (&held)[levels], bool& image) const {
    const auto& b = this->board();
    const int first = first_uneven(held, image);
    if (image) {
      const Plane left = static_cast<Plane>(b.left);
      for (Plane& plane : held)
        plane = static_cast<Plane>((plane & ~(left | left << 1)) | (plane >> 1 & left) | (plane & left) << 1);
    }
    u32 rank = 0;
    for (int i = 0, n = 0; i < b.items; ++i) {
      const int cell = b.first[i];
      const u32 h = static_cast<u32>(height(held, cell));
      const u32 r = b.pair[i] != 0 ? static_cast<u32>(height(held, cell + 1)) : h, l = b.pair[i] != 0 ? h : 0;
      rank += sum(static_cast<u32>((i * (b.pieces + 1) + n) * 2 + (i <= first ? 1 : 0)) * BlockBoard::content_count + 4 * l + r);
      n += static_cast<int>(l + r);
    }
    return rank;
  }

  // Pieces in the cells that are read before this one.
  ZERMELO_HD static int below(const Plane (&held)[levels], int cell) {
    const Plane mask = (Plane{1} << cell) - 1;
    return count_ones(held[0] & mask) + count_ones(held[1] & mask) + count_ones(held[2] & mask);
  }

protected:
  struct Step {
    u32 shape;
    int place;
    bool image;
  };

  ZERMELO_HD u32 sum(u32 at) const { return Where::sum(static_cast<i32>(at)); }

  ZERMELO_HD static int height(const Plane (&held)[levels], int cell) {
    return static_cast<int>((held[0] >> cell & 1) + (held[1] >> cell & 1) + (held[2] >> cell & 1));
  }
  ZERMELO_HD u32 tops_of(Plane cells) const {
    u32 places = 0;
    while (Where::any(cells != 0)) {
      const int x = cells != 0 ? lowest_bit(cells) : 0;
      if (cells != 0) places |= u32{1} << (below(held_, x) + height(x) - 1);
      cells &= cells - 1;
    }
    return places;
  }

  ZERMELO_HD void lifted(int x, Plane (&held)[levels]) const {
    const int top = height(x) - 1;
    for (int k = 0; k < levels; ++k) held[k] = held_[k] ^ static_cast<Plane>(k == top ? Plane{1} << x : 0);
  }

  // The item of the first pair whose cells differ in height; the image is the one that is numbered if the left is higher.
  ZERMELO_HD int first_uneven(const Plane (&held)[levels], bool& image) const {
    const auto& b = this->board();
    const Plane left = static_cast<Plane>(b.left);
    Plane differ = 0, higher = 0;
    for (int k = 0; k < levels; ++k) {
      const Plane l = held[k] & left, r = held[k] >> 1 & left;
      differ |= l ^ r;
      higher |= l & ~r;
    }
    const Plane lowest = differ & (0 - differ);
    image = (higher & lowest) != 0;
    return differ != 0 ? b.item[lowest_bit(differ)] : b.items;
  }

  // Whether a step between two items leaves the first uneven pair as it is, without a look at heights.
  ZERMELO_HD bool is_near(int a, int b) const {
    const auto& board = this->board();
    return (a > first_ || board.pair[a] == 0) && (b > first_ || board.pair[b] == 0);
  }

  // A step that may change which pair is the first uneven one. False if it does not, and nothing is done. Behind `last` the
  // child differs only in being an image; what that adds to its rank is left out if not `whole`.
  template <bool whole> ZERMELO_HD bool far_step(int x, int y, Step& step, int& last) const {
    const auto& board = this->board();
    Plane child[levels];
    lifted(x, child);
    const int level = height(child, y), a = board.item[x], b = board.item[y];
    for (int k = 0; k < levels; ++k) child[k] |= static_cast<Plane>(k == level ? Plane{1} << y : 0);
    const int first = first_uneven(child, step.image);
    if (!step.image && first == first_) return false;
    if (step.image && board.pair[b] != 0) step.place += board.unit[y] == 4 ? height(child, y + 1) : -height(child, y - 1);
    // An image differs in every item, another shape only between the first and the last that changes anything.
    const int low = step.image ? 0 : a < b ? a : b, high = a > b ? a : b, uneven = first > first_ ? first : first_;
    const int change = high > uneven ? high : uneven < board.items ? uneven : board.items - 1;
    last = whole && step.image ? board.items - 1 : change;
    u32 rank = rank_;
    for (int i = low; i <= last; ++i) {
      const u32 old = at_[i];
      u32 at =
          (old & ~u32{BlockBoard::content_count}) - (a < i ? BlockBoard::per_count : 0) + (b < i ? BlockBoard::per_count : 0);
      at = at - (i == a ? board.unit[x] : 0) + (i == b ? board.unit[y] : 0);
      if (step.image) at = imaged(i, at);
      rank += sum(at + (i <= first ? BlockBoard::content_count : 0)) - sum(old);
    }
    step.shape = rank;
    return true;
  }

  // Where the sums of an item's mirror image are.
  ZERMELO_HD u32 imaged(int i, u32 at) const {
    return this->board().pair[i] != 0 ? (at & ~u32{15}) | (at & 3) << 2 | (at >> 2 & 3) : at;
  }

  // The image of what is left reads the right cell of each pair first; its pieces are moved behind those of the left one.
  template <class V> ZERMELO_HD void each_swap(V& v, int x, bool wanted) const {
    Plane held[levels];
    lifted(x, held);
    Plane both = wanted ? held[0] & static_cast<Plane>(this->board().left) & held[0] >> 1 : 0;
    while (Where::any(both != 0)) {
      const bool swapping = both != 0;
      const int cell = swapping ? lowest_bit(both) : 0, first = below(held, cell);
      const int l = swapping ? height(held, cell) : 0, r = swapping ? height(held, cell + 1) : 0;
      both &= both - 1;
      int k = 0, p = first + r;
      while (Where::any(k < l)) {
        v.swap(p - 1, k < l);
        if (--p == first + k) p = first + r + ++k;
      }
    }
  }

  static constexpr std::size_t walked = Where::walks ? static_cast<std::size_t>(Items) + 1 : 1;
  u32 rank_;
  int first_; // item of the first uneven pair
  Plane held_[levels] = {};
  u16 at_[static_cast<std::size_t>(Items)];      // where the item's sum is
  u32 later_[static_cast<std::size_t>(Items)];   // what a piece taken from an earlier item changes up to here
  u32 image_[walked];                            // how much higher the mirror image counts up to an item
  u32 before_[walked];                           // shapes that agree up to an item and come before,
  u32 until_[walked];                            // and the first one that differs there
  u32 earlier_[static_cast<std::size_t>(Items)]; // what a piece taken from a later item changes behind
};

} // namespace zermelo::nocca
