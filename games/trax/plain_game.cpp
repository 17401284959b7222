#include "trax/plain_game.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace zermelo::trax {

namespace {

std::array<Grid, 8> images(const PlainPosition& p) {
  std::array<Grid, 8> all;
  all[0] = PlainGame::unpacked(p);
  for (std::size_t i = 0; i < 8; i += 2) {
    if (i > 0) all[i] = turned(all[i - 2]);
    all[i + 1] = mirrored(all[i]);
  }
  return all;
}

} // namespace

PlainPosition PlainGame::packed(const Grid& grid) {
  auto p = frame_of<Position>(grid);
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c)
      for (int d = 0; d < 3; ++d) p.tiles[d][r / 4] |= (grid.tiles[r][c] >> d & u64{1}) << (16 * (r % 4) + c);
  return p;
}

Grid PlainGame::unpacked(const Position& p) {
  Grid grid = empty_grid(p);
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c) {
      unsigned bits = 0;
      for (int d = 0; d < 3; ++d) bits |= static_cast<unsigned>(p.tiles[d][r / 4] >> (16 * (r % 4) + c) & 1) << d;
      grid.tiles[r][c] = tile_of(bits);
    }
  return grid;
}

Wdl PlainGame::outcome(const Position& p) const {
  if (p.over != Wdl::unknown) return p.over;
  bool stuck = true;
  expand(p, [&stuck](Move, const Position&) { return stuck = false; });
  return stuck ? Wdl::loss : Wdl::unknown;
}

void PlainGame::moves(const Position& p, FixedList<Move, max_moves>& out) const {
  out.clear();
  expand(p, [&out](Move m, const Position&) {
    out.push(m);
    return true;
  });
}

PlainPosition PlainGame::play(const Position& p, Move m) const {
  Grid grid = unpacked(p);
  rules.play(grid, m.row - 1, m.column - 1, m.tile);
  return packed(grid);
}

PlainPosition PlainGame::canonical(const Position& p) const {
  const auto all = images(p);
  return packed(*std::min_element(
      all.begin(), all.end(), [](const Grid& a, const Grid& b) { return std::memcmp(a.tiles, b.tiles, sizeof a.tiles) < 0; }));
}

int PlainGame::orbit(const Position& p) const {
  const auto all = images(p);
  return static_cast<int>(8 / (1 + std::count(all.begin() + 1, all.end(), all[0])));
}

Key PlainGame::key(const Position& p) const {
  const Position least = canonical(p);
  KeyMaker maker;
  for (const auto& plane : least.tiles)
    for (const u64 word : plane) maker.add(word);
  maker.add(static_cast<u64>(least.red_to_move) | static_cast<u64>(least.over) << 1);
  return maker.key();
}

} // namespace zermelo::trax
