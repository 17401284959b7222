#include "musashi/index.h"

#include <algorithm>
#include <vector>

namespace zermelo::musashi {

Game::Game(int size) : Rules(size) {
  std::vector<SetClass> found;
  auto image = [&](int m, u32 at) { return static_cast<u32>(lowest_bit(board->image(m, u64{1} << at))); };
  for (u32 at = 0; at < board->points; ++at)
    places[at] = classify(at, static_cast<u8>(board->symmetries), image, found, [&](u32 first) { return places[first]; });
  std::copy(found.begin(), found.end(), classes);
  point_classes = static_cast<u32>(found.size());
}

namespace {

PlaneBoard make_planes(const Game& g) {
  const Board& board = *g.board;
  PlaneBoard b;
  b.planes = board.points;
  b.bits = g.bits();
  b.classes = g.point_classes;
  for (u32 c = 0; c < b.classes; ++c) {
    b.first[c] = static_cast<u8>(g.classes[c].first);
  }
  b.symmetries = static_cast<u8>(board.symmetries);
  // The bit of a point in the numbers of a plane.
  auto bit = [&](u32 black, u32 at) { return static_cast<u8>(at == b.bits ? black : at); };
  for (u32 c = 0; c < b.classes; ++c)
    for (u32 m = 1; m < board.symmetries; ++m) {
      if ((g.classes[c].fixing >> m & 1) == 0) continue;
      for (u32 at = 0; at < b.planes; ++at)
        if (at != b.first[c])
          b.images[c][b.image_count[c]][bit(b.first[c], at)] =
              bit(b.first[c], static_cast<u32>(lowest_bit(board.image(static_cast<int>(m), u64{1} << at))));
      ++b.image_count[c];
    }
  auto pair = [](u8 x, u8 y) { return PlaneBoard::Pair{std::min(x, y), std::max(x, y)}; };
  for (u32 black = 0; black < b.planes; ++black) {
    for (u32 at = 0; at < b.planes; ++at)
      for (u64 to = board.beside[at] >> at >> 1 << at << 1; at != black && to != 0; to &= to - 1)
        if (const auto next = static_cast<u32>(lowest_bit(to)); next != black)
          b.exchanges[black][b.exchange_count[black]++] = pair(bit(black, at), bit(black, next));
    for (u64 to = board.beside[black]; to != 0; to &= to - 1) {
      const auto next = static_cast<u32>(lowest_bit(to));
      PlaneBoard::Step& s = b.steps[black][b.step_count[black]++];
      s.plane = static_cast<u8>(next);
      s.closed = bit(black, next);
      // The last point's bit goes from where Black was to where it is; both points are empty otherwise.
      if (black != b.bits && next != b.bits) s.exchange = pair(static_cast<u8>(black), static_cast<u8>(next));
      for (int i = 0; i < most_pairs; ++i)
        if (const u64 both = board.pairs[next][i]; both != 0 && (both >> black & 1) == 0)
          s.taken[i] = pair(bit(next, static_cast<u32>(lowest_bit(both))), bit(next, static_cast<u32>(highest_bit(both))));
    }
  }
  return b;
}

} // namespace

const PlaneBoard& Game::planes() const {
  static const PlaneBoard tiny = make_planes(Game(9)), small = make_planes(Game(25)), middle = make_planes(Game(31)),
                          large = make_planes(Game(33));
  return board->points == 9 ? tiny : board->points == 25 ? small : board->points == 31 ? middle : large;
}

} // namespace zermelo::musashi
