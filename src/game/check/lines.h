// The contract check of games of lines: a proof with zones believes the windows, not the rules.
#pragma once

#include <algorithm>
#include <random>
#include <set>

#include "game/check/report.h"
#include "game/lines.h"

namespace zermelo {

// Random games from the start, to their end.
template <Lined G> void check_lines(const G& game, const CheckOptions& options, CheckReport& report) {
  using Position = PositionOf<G>;
  Promises<G> promises(game, report);
  const LineBoard& board = game.lines();

  std::set<std::vector<u8>> windows;
  bool inside = true;
  auto sorted = [](std::vector<u8> cells) {
    std::sort(cells.begin(), cells.end());
    return cells;
  };
  for (const auto& w : board.windows) {
    inside = inside && w.cells.size() == static_cast<std::size_t>(board.length);
    for (const u8 cell : w.cells) inside = inside && cell < board.cells;
    windows.insert(sorted(w.cells));
  }
  promises.expect("lines: windows have one length and lie on the board", inside, game.start());
  if (!inside) return;
  for (const auto& image : board.symmetries)
    for (const auto& w : board.windows) {
      std::vector<u8> cells = w.cells;
      for (u8& cell : cells) cell = image[cell];
      promises.expect("lines: a symmetry takes windows to windows", windows.contains(sorted(cells)), game.start());
    }

  auto look = [&](const Position& p) {
    const LineStones s = game.stones(p);
    promises.expect("stones: a cell holds one stone", (s.mover & s.other).empty(), p);
    const int left = board.cells - s.mover.count() - s.other.count();
    const Wdl expected = board.line_in(s.other) ? Wdl::loss : left == 0 ? Wdl::draw : Wdl::unknown;
    promises.expect("lines: who completes a window wins, and a full board is drawn", game.outcome(p) == expected, p);
    if (game.outcome(p) != Wdl::unknown) return;
    MoveListOf<G> moves;
    game.moves(p, moves);
    std::set<CellSet> after;
    bool added = true;
    for (const auto& m : moves) {
      const LineStones next = game.stones(game.play(p, m));
      added = added && next.mover == s.other && (next.other & s.mover) == s.mover && next.other.count() == s.mover.count() + 1;
      after.insert(next.other);
    }
    promises.expect("stones: a move adds one stone of the mover", added, p);
    promises.expect("lines: every empty cell is a move", static_cast<int>(after.size()) == left, p);
  };
  std::mt19937_64 random(options.seed);
  // A look plays every move of a position.
  for (u64 seen = 0; seen < options.samples / 16 + 1;) {
    Position p = game.start();
    for (look(p); game.outcome(p) == Wdl::unknown; look(p), ++seen) {
      MoveListOf<G> moves;
      game.moves(p, moves);
      p = game.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    }
  }
}

} // namespace zermelo
