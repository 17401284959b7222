// Quixo with at least so many marks on the board, group after group (index.h): marks never disappear, so no move leads back.
#pragma once

#include <vector>

#include "index/layers.h"
#include "quixo/index.h"

namespace zermelo::quixo {

struct MarksGame : Game {
  // Of the first two thirds of quixo:5-24 on two cores (docs/results/quixo.md); tables as large as that of 4x4.
  static constexpr double solving_seconds_a_slot = 1.2e-6, table_bytes_a_slot = 0.31;

  explicit MarksGame(int n, int least_marks) : Game(n, least_marks) {}

  const std::vector<TableLayer>& layers() const; // index.cpp

  // A blank that is taken leads to one mark more, which is an earlier layer; an own mark stays.
  template <class Emit> ZERMELO_HD u32 split(const Position& p, Emit&& emit) const {
    FixedList<Slot, max_moves> stay;
    each_child(p, [&](const Push& push, const Position& q) {
      const Slot s = rank(q);
      if ((push.from & p.own) != 0) {
        stay.push(s);
      } else {
        emit(s);
      }
    });
    distinct(stay);
    return static_cast<u32>(stay.size());
  }

  template <class Emit> ZERMELO_HD void each_return(const Position& p, Emit&& emit) const {
    const Board& b = board();
    FixedList<Slot, max_moves> before;
    for (int i = 0; i < b.push_count; ++i) {
      const Push& push = b.pushes[i];
      if ((push.to & p.other) != 0) before.push(rank({push.pulled(p.other) | push.from, push.pulled(p.own), 0}));
    }
    distinct(before);
    for (const Slot s : before) emit(s);
  }
};

} // namespace zermelo::quixo
