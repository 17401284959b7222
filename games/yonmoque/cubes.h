// Yonmoque as blocks of occupied squares and cubes of colourings (index/cubes.h). A pair of hands is a layer.
#pragma once

#include "index/cubes.h"
#include "yonmoque/occupancies.h"

namespace zermelo::yonmoque {

class Cubes {
public:
  explicit Cubes(int pieces_each);

  const std::vector<CubeLayer>& layers() const { return layers_; }
  const CubeLayer& layer(u32 blue_hand, u32 white_hand) const { return layers_[number_[blue_hand][white_hand]]; }
  u32 blue_hand(std::size_t layer) const { return hands_[layer][0]; }
  u32 white_hand(std::size_t layer) const { return hands_[layer][1]; }
  u64 slots() const { return slots_; }
  const Occupancies& occupancies() const { return Occupancies::of(each_); }

  bool symmetric(int pieces, u64 block) const { return occupancies().place(occupancies().set(pieces, block)).symmetric(); }

  template <class Visitor> void expand(int pieces, u64 block, Visitor& visitor) const {
    const Occupancies& all = occupancies();
    const u32 set = all.set(pieces, block), empty = board & ~set;
    if (pieces < 2 * each_) placements(all, pieces, set, empty, visitor);
    CubeMove m;
    for (u32 rest = set; rest != 0; rest &= rest - 1, ++m.piece) {
      const u32 from = rest & (0 - rest), blue = targets(from, blue_squares, empty), white = targets(from, white_squares, empty);
      for (u32 to = blue | white; to != 0; to &= to - 1) {
        const u32 here = to & (0 - to), next = (set & ~from) | here;
        const auto place = all.place(next);
        if (!visitor.wants(place.number())) continue;
        m.block = place.number();
        m.by = {(blue & here) != 0, (white & here) != 0};
        arrange(all, pieces, set, from, here, place, m.places);
        find_runs(set, from, here, m);
        find_lines(set, from, here, next, m);
        visitor.move(m);
      }
    }
  }

private:
  static constexpr std::size_t most_hands = 7;

  template <class Visitor> static void placements(const Occupancies& all, int pieces, u32 set, u32 empty, Visitor& visitor) {
    for (u32 to = empty; to != 0; to &= to - 1) {
      const u32 here = to & (0 - to);
      const auto place = all.place(set | here);
      if (!visitor.wants_placement(place.number())) continue;
      CubePlacement p{place.number(), {}};
      const u32 there = all.set(pieces + 1, place.number());
      int n = 0;
      for (u32 rest = set; rest != 0; rest &= rest - 1)
        p.places[static_cast<std::size_t>(n++)] = read_at(all, place, there, rest & (0 - rest));
      p.places[static_cast<std::size_t>(n)] = read_at(all, place, there, here);
      visitor.place(p);
    }
  }

  static u8 read_at(const Occupancies& all, Occupancies::Place place, u32 there, u32 square) {
    return static_cast<u8>(count_ones(there & (all.images()(place.symmetry(), square) - 1)));
  }
  static void arrange(const Occupancies& all, int pieces, u32 set, u32 from, u32 to, Occupancies::Place place,
                      CubePlaces& places) {
    const u32 there = all.set(pieces, place.number());
    std::size_t n = 0;
    for (u32 rest = set; rest != 0; rest &= rest - 1) {
      const u32 piece = rest & (0 - rest);
      places[n++] = read_at(all, place, there, piece == from ? to : piece);
    }
  }

  // The place of a piece before the move; the moved one keeps its own.
  static int place_of(u32 set, u32 from, u32 to, u32 square) { return count_ones(set & ((square == to ? from : square) - 1)); }

  static void find_runs(u32 set, u32 from, u32 to, CubeMove& m) {
    m.runs = 0;
    each_direction<0, directions>([&]<int D>() {
      CubeRun run;
      for (u32 at = step<D>(to); (at & set & ~from) != 0; at = step<D>(at))
        run.pieces[static_cast<std::size_t>(run.length++)] = static_cast<u8>(count_ones(set & (at - 1)));
      if (run.length >= 2) m.run[static_cast<std::size_t>(m.runs++)] = run;
    });
  }

  // Those whose squares are all occupied, with the moved piece or with one that may be flipped.
  static void find_lines(u32 set, u32 from, u32 to, u32 next, CubeMove& m) {
    u32 flippable = 0;
    for (int i = 0; i < m.runs; ++i)
      for (int j = 0; j + 1 < m.run[static_cast<std::size_t>(i)].length; ++j)
        flippable |= u32{1} << m.run[static_cast<std::size_t>(i)].pieces[static_cast<std::size_t>(j)];
    m.lines = 0;
    for (int n = 0; n < Lines::fours + Lines::fives; ++n) {
      const u32 line = all_lines.line[n];
      if ((line & ~next) != 0) continue;
      CubeLine found{0, n >= Lines::fours, (line & to) != 0};
      for (u32 rest = line; rest != 0; rest &= rest - 1) found.pieces |= u32{1} << place_of(set, from, to, rest & (0 - rest));
      if (found.moved || (found.pieces & flippable) != 0) m.line[static_cast<std::size_t>(m.lines++)] = found;
    }
  }

  int each_;
  std::vector<CubeLayer> layers_;
  std::vector<std::array<u32, 2>> hands_;
  std::array<std::array<u8, most_hands>, most_hands> number_{}; // [Blue's hand][White's]
  u64 slots_ = 0;
};

} // namespace zermelo::yonmoque
