// The contract check of games of connection: a proof with carriers believes the board, not the rules.
#pragma once

#include <random>
#include <set>

#include "game/check/report.h"
#include "game/connection.h"

namespace zermelo {

// Random games from the start, to their end; then the board is filled at random.
template <Connecting G> void check_connections(const G& game, const CheckOptions& options, CheckReport& report) {
  using Position = PositionOf<G>;
  Promises<G> promises(game, report);
  const ConnectionBoard& board = game.connections();
  const Position start = game.start();

  bool mutual = board.cells <= ConnectionBoard::most_cells && board.next.size() == static_cast<std::size_t>(board.cells);
  for (int cell = 0; mutual && cell < board.cells; ++cell)
    board.next[static_cast<std::size_t>(cell)].each([&](int near) {
      mutual = mutual && near < board.cells && near != cell && board.next[static_cast<std::size_t>(near)].has(cell);
    });
  promises.expect("connections: cells touch each other", mutual, start);
  if (!mutual) return;

  for (const auto& image : board.symmetries) {
    auto moved = [&](const CellSet& set) {
      CellSet out;
      set.each([&](int cell) { out.add(image[static_cast<std::size_t>(cell)]); });
      return out;
    };
    bool same = image.size() == static_cast<std::size_t>(board.cells);
    for (std::size_t cell = 0; same && cell < image.size(); ++cell)
      same = image[cell] < board.cells && board.next[image[cell]] == moved(board.next[cell]);
    for (const auto& edges : board.edges)
      same = same && ((moved(edges[0]) == edges[0] && moved(edges[1]) == edges[1]) ||
                      (moved(edges[0]) == edges[1] && moved(edges[1]) == edges[0]));
    promises.expect("connections: a symmetry leaves the board and the edges of each player as they are", same, start);
  }

  auto look = [&](const Position& p) {
    const auto s = game.joining(p);
    if (!s) return;
    promises.expect("joining: a cell holds one stone", (s->of[0] & s->of[1]).empty(), p);
    const int mover = game.first_to_move(p) ? 0 : 1;
    promises.expect("connections: who joins his edges has won", !board.joined(s->of[mover], mover), p);
    const Wdl expected = board.joined(s->of[1 - mover], 1 - mover) ? Wdl::loss : Wdl::unknown;
    promises.expect("connections: nothing else ends the game", game.outcome(p) == expected, p);
    if (game.outcome(p) != Wdl::unknown) return;
    MoveListOf<G> moves;
    game.moves(p, moves);
    std::set<CellSet> after;
    bool added = true;
    for (const auto& m : moves) {
      const auto next = game.joining(game.play(p, m));
      added = added && next && next->of[1 - mover] == s->of[1 - mover] && (next->of[mover] & s->of[mover]) == s->of[mover] &&
              next->of[mover].count() == s->of[mover].count() + 1;
      if (next) after.insert(next->of[mover]);
    }
    promises.expect("joining: a move adds one stone of the mover", added, p);
    promises.expect("connections: every empty cell is a move",
                    static_cast<int>(after.size()) == board.cells - s->of[0].count() - s->of[1].count(), p);
  };
  std::mt19937_64 random(options.seed);
  for (u64 seen = 0; seen < options.samples / 16 + 1;) {
    Position p = start;
    for (look(p); game.outcome(p) == Wdl::unknown; look(p), ++seen) {
      MoveListOf<G> moves;
      game.moves(p, moves);
      p = game.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    }
    CellSet full[2];
    for (int cell = 0; cell < board.cells; ++cell) full[random() % 2].add(cell);
    promises.expect("connections: on a full board one player has joined his edges, and only one",
                    board.joined(full[0], 0) != board.joined(full[1], 1), start);
  }
}

} // namespace zermelo
