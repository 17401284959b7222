// The contract check of marks: over sampled slots their links lead where the rules lead, and slots are as marks have them.
#pragma once

#include <algorithm>
#include <random>
#include <set>

#include "game/check/report.h"
#include "index/mark_vector.h"
#include "index/moved_copy.h"

namespace zermelo {

template <class G>
  requires Marked<G> && Text<G>
void check_marks(const G& game, const CheckOptions& options, CheckReport& report) {
  Promises<G> promises(game, report);
  std::mt19937_64 random(options.seed);
  const MovedCopy<MarkBoardOf<G>> copy(game.marks()); // like a device's
  const auto& board = copy.get();
  const std::vector<MarkLayer> layers = game.mark_layers();
  bool right = !layers.empty() && board.moves() <= most_mark_moves;
  for (std::size_t i = 0; i < layers.size(); ++i)
    right = right && layers[i].marks <= most_marks &&
            layers[i].first == (i == 0 ? 0 : layers[i - 1].first + layers[i - 1].slots()) &&
            (i == 0 || layers[i].marks + 1 == layers[i - 1].marks);
  right = right && layers.front().marks == board.cells() && layers.back().first + layers.back().slots() == game.size();
  promises.expect("marks: layers are sets x colourings, a mark less from one to the next, all cells first", right, game.start());
  if (!right) return;
  auto layer_with = [&](int marks) -> const MarkLayer& { return layers[static_cast<std::size_t>(layers.front().marks - marks)]; };
  // Over a symmetric set colourings may stand for each other.
  auto without_images = [&](const MarkLayer& l, u64 number, u32 colouring) {
    if (number >= l.sets) return no_slot;
    return l.first + (number << l.marks | (board.symmetric(board.set(l.marks, number)) ? (u32{1} << l.marks) - 1 : colouring));
  };
  for (u64 i = 0; i < std::min(game.size(), options.samples); ++i) {
    const Slot slot = game.size() <= options.samples ? i : random() % game.size();
    const auto& layer =
        *(std::upper_bound(layers.begin(), layers.end(), slot, [](Slot s, const MarkLayer& l) { return s < l.first; }) - 1);
    const u64 number = (slot - layer.first) >> layer.marks;
    const u32 colouring = static_cast<u32>((slot - layer.first) & ((u64{1} << layer.marks) - 1));
    const u32 set = board.set(layer.marks, number), other = marks_of_colouring(board, set, colouring), own = set & ~other;
    PositionOf<G> p;
    const bool stands = board.place(set).number == number;
    const bool there = game.unrank(slot, p);
    promises.expect("marks: a set has as many cells as marks", count_ones(set) == layer.marks, game.start());
    promises.expect(
        "marks: only a set that has its number holds positions, and each of its colourings is one or stands for another",
        stands ? there || board.symmetric(set) : !there, game.start());
    if (!there) continue;
    promises.expect("marks: the marks of a colouring are found again", colouring_of_marks(board, set, other) == colouring, p);
    promises.expect("marks: who has won is as the rules say", board.over(own, other) == game.outcome(p), p);
    if (!board.symmetric(set)) promises.expect("marks: mark_orbit is the size of a class", orbit(game, p) == G::mark_orbit, p);
    if (game.outcome(p) != Wdl::unknown) continue;
    std::set<Slot> by_rules, by_links;
    MoveListOf<G> list;
    game.moves(p, list);
    for (const auto& m : list) {
      const Slot s = game.rank(game.play(p, m));
      const auto& to =
          *(std::upper_bound(layers.begin(), layers.end(), s, [](Slot t, const MarkLayer& l) { return t < l.first; }) - 1);
      by_rules.insert(
          without_images(to, (s - to.first) >> to.marks, static_cast<u32>((s - to.first) & ((u64{1} << to.marks) - 1))));
    }
    const u32 mine = colouring_of_marks(board, set, own);
    for (int m = 0; m < board.moves(); ++m) {
      MarkLink link;
      find_link(board, set, m, link);
      if (link.own >= 0 && (mine >> link.own & 1) == 0) continue;
      const int marks = layer.marks + (link.later ? 1 : 0);
      by_links.insert(marks > board.cells() ? no_slot : without_images(layer_with(marks), link.number, link.there(mine)));
    }
    promises.expect("marks: their links lead where the moves lead", by_rules == by_links, p);
  }
}

} // namespace zermelo
