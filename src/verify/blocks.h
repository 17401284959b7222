// What the successors of all positions over a shape say, for games with blocks: a look at the shape serves all its strings, and
// the strings are followed one by one in plain words. Nothing of the solver; index/block_check.h holds the blocks against the
// rules.
#pragma once

#include <bit>
#include <vector>

#include "base/value.h"
#include "exec/pool.h"
#include "index/block_moves.h"

namespace zermelo {

template <Blocked G> class BlockSuccessors {
  using Moves = BlockMoves<BlocksOf<G>>;

public:
  // The shape as the other player sees it.
  struct Turned {
    u64 places = 0; // four bits each: where the piece at a place is then read
    u32 shape = 0;
    u16 tops = 0, goals = 0, movable = 0; // places of pieces that show, that can leave the board, that can step
  };

  explicit BlockSuccessors(const G& g)
      : g_(g), board_(g.blocks().board()), pieces_(g.blocks().pieces()), strings_(pieces_, pieces_ / 2),
        number_(std::size_t{1} << pieces_) {
    for (u64 n = 0; n < strings_.size(); ++n) {
      string_.push_back(static_cast<u16>(strings_.unrank(n)));
      number_[string_.back()] = static_cast<u16>(n);
    }
  }

  static u64 bytes_for(const G& g) { return g.blocks().shapes() * sizeof(Turned); }
  // Turns every shape beforehand; without it each is turned when it is needed.
  void turn_all(Pool& pool) {
    turned_.resize(g_.blocks().shapes());
    pool.for_ranges(0, turned_.size(), 1024, [&](u64 first, u64 last, int) {
      for (u64 s = first; s < last; ++s) turned_[s] = turn(static_cast<u32>(s));
    });
  }

  u64 strings() const { return strings_.size(); }

  // Over one shape, by the number of the string.
  struct Of {
    std::vector<Value> expected; // unknown where a successor has no value
    std::vector<u8> position;    // whether both players show a piece
    std::vector<u8> settled;     // by the rules, without a look at successors
    bool symmetric = false;      // the shape is its own image, and only one of two strings is a position
    std::vector<u32> turning;    // room for work
  };

  // value_at(slot) is what the table says; `holds_settled` whether it can be asked about what the rules settle.
  template <class At> void read(u32 shape, bool holds_settled, At&& value_at, Of& out) const {
    const Moves moves(board_, shape);
    const u64 size = strings_.size();
    out.expected.assign(size, loss_in(0)); // who has no move has lost
    out.position.resize(size);
    out.settled.resize(size);
    out.symmetric = moves.weight() == 1;
    u32 movable = 0;
    for (const auto& lift : moves.lifts()) movable |= lift.steps.empty() ? 0 : 1U << lift.place;
    for (u64 n = 0; n < size; ++n) {
      const u32 string = string_[n];
      out.position[n] = (string & moves.tops()) != 0 && (~string & moves.tops()) != 0;
      out.settled[n] = (string & moves.goals()) != 0 || (string & movable) == 0;
      if ((string & moves.goals()) != 0) {
        out.expected[n] = win_in(1);
      } else if ((string & movable) != 0) {
        out.expected[n] = {Wdl::loss, worst};
      }
    }
    for (const auto& lift : moves.lifts()) {
      for (const auto& step : lift.steps) {
        const Turned there = turned_.empty() ? turn(step.shape) : turned_[step.shape];
        fill(there, out.turning);
        for (u64 n = 0; n < size; ++n) {
          const u32 string = string_[n];
          if ((string >> lift.place & 1) == 0 || !out.position[n] || out.expected[n] == win_in(1)) continue;
          const u32 after = turned(out.turning, Moves::string_after(lift, step, string));
          Value v = rule(there, after, holds_settled);
          if (!v.known()) v = held(u64{there.shape} * size + number_[after], value_at);
          v = value_of_move_to(v);
          Value& best = out.expected[n];
          if (!best.known()) continue;
          if (!v.known()) {
            best = unknown_value;
          } else if (best.plies == worst || better(v, best)) {
            best = v;
          }
        }
      }
    }
  }

private:
  static constexpr i32 worst = -2; // no successor has been looked at

  Turned turn(u32 shape) const {
    const BlockTurn t = g_.blocks().turned(shape);
    const Moves seen(board_, t.shape);
    Turned out{0, t.shape, static_cast<u16>(seen.tops()), static_cast<u16>(seen.goals()), 0};
    for (int i = 0; i < pieces_; ++i) out.places |= u64{t.place[static_cast<std::size_t>(i)]} << 4 * i;
    for (const auto& lift : seen.lifts())
      if (!lift.steps.empty()) out.movable |= static_cast<u16>(1U << lift.place);
    return out;
  }

  // The other player's string: pieces read in his order, owners exchanged. Seven bits at a time.
  static constexpr u32 part_bits = 7;
  void fill(const Turned& t, std::vector<u32>& tables) const {
    tables.resize(2U << part_bits);
    for (u32 part = 0; part < 2; ++part) {
      u32* table = tables.data() + (part << part_bits);
      table[0] = 0;
      for (u32 bit = 0; bit < part_bits && part * part_bits + bit < static_cast<u32>(pieces_); ++bit)
        for (u32 rest = 0; rest < 1U << bit; ++rest)
          table[1U << bit | rest] = table[rest] | 1U << (t.places >> 4 * (part * part_bits + bit) & 15);
    }
  }
  u32 turned(const std::vector<u32>& tables, u32 string) const {
    const u32 mask = (1U << part_bits) - 1;
    return (tables[string & mask] | tables[(1U << part_bits) + (string >> part_bits)]) ^ ((1U << pieces_) - 1);
  }

  // What the rules say of the player who is then to move.
  static Value rule(const Turned& t, u32 string, bool holds_settled) {
    if ((string & t.tops) == 0) return loss_in(0); // he shows no piece: outside the index
    if (holds_settled) return unknown_value;
    if ((string & t.goals) != 0) return win_in(1);
    return (string & t.movable) == 0 ? loss_in(0) : unknown_value;
  }

  // Over a symmetric shape one of two strings has the value.
  template <class At> Value held(Slot slot, At& value_at) const {
    const Value v = value_at(slot);
    if (v.known()) return v;
    PositionOf<G> p;
    const Slot numbered = g_.unrank(slot, p) ? slot : g_.rank(p);
    return numbered == no_slot ? unknown_value : value_at(numbered);
  }

  const G& g_;
  typename BlocksOf<G>::Board board_;
  int pieces_;
  Combinations strings_;
  std::vector<u16> string_, number_;
  std::vector<Turned> turned_;
};

} // namespace zermelo
