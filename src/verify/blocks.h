// What the successors of all positions over a shape say, for games with blocks: a look at the shape serves all its strings, and
// the strings are followed one by one in plain words. Nothing of the solver; index/block_check.h holds the blocks against the
// rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "base/value.h"
#include "exec/pool.h"
#include "index/block_moves.h"
#include "table/codec.h"

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
      : g_(g), board_(g.blocks().board()), pieces_(g.blocks().pieces()), size_(binomial(pieces_, pieces_ / 2)), string_(size_),
        number_(std::size_t{1} << pieces_), owned_(static_cast<std::size_t>(pieces_)) {
    const Combinations strings(pieces_, pieces_ / 2);
    for (u32 code = 0; code < score_of_byte_.size(); ++code)
      score_of_byte_[code] = score_of_move_to(decode(Encoding::plies8, code));
    for (u64 n = 0; n < size_; ++n) {
      const u32 string = static_cast<u32>(strings.unrank(n));
      string_[n] = static_cast<u16>(string);
      number_[string] = static_cast<u16>(n);
      for (std::size_t place = 0; place < owned_.size(); ++place)
        if ((string >> place & 1) != 0) owned_[place].push_back({static_cast<u16>(n), static_cast<u16>(without(string, place))});
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

  u64 strings() const { return size_; }

  // Over one shape, by the number of the string.
  struct Of {
    std::vector<u8> position;  // whether both players show a piece
    std::vector<u8> settled;   // by the rules, without a look at successors
    std::vector<i32> best;     // scores, see below
    std::vector<Turned> there; // where the steps lead
    bool symmetric = false;    // the shape is its own image, and only one of two strings is a position

    Value expected(u64 n) const { return value_of(best[n]); } // unknown where a successor has no value
  };

  // values.at(slot) is what the table says; `holds_settled` whether it can be asked about what the rules settle.
  template <class At> void read(u32 shape, bool holds_settled, const At& values, Of& out) const {
    const Moves moves(board_, shape);
    out.position.resize(size_);
    out.settled.resize(size_);
    out.best.assign(size_, least);
    out.symmetric = moves.weight() == 1;
    look_ahead(moves, values, out.there);
    Route route;
    std::size_t steps = 0;
    for (const auto& lift : moves.lifts()) {
      for (const auto& step : lift.steps) {
        const Turned& there = out.there[steps++];
        find(route, lift, step, there);
        const Slot first = u64{there.shape} * size_;
        const std::byte* bytes = holds_settled ? values.bytewise(first) : nullptr;
        i32* const best = out.best.data();
        for (const Owned& mine : owned_[lift.place]) {
          const u32 after = route(mine.rest);
          i32 score = unsaid;
          if (bytes != nullptr) { // the usual case in few instructions
            score = score_of_byte_[std::to_integer<u8>(bytes[number_[after]])];
            score = (after & there.tops) == 0 ? dated - 1 : score;
          }
          if (score == unsaid) score = score_of_move_to(slowly(there, after, first + number_[after], holds_settled, values));
          best[mine.number] = std::max(best[mine.number], score);
        }
      }
    }
    for (u64 n = 0; n < size_; ++n) {
      const u32 string = string_[n];
      const bool leaves = (string & moves.goals()) != 0;
      out.position[n] = (string & moves.tops()) != 0 && (~string & moves.tops()) != 0;
      out.settled[n] = leaves || out.best[n] == least;
      if (leaves)
        out.best[n] = dated - 1;
      else if (out.best[n] == least)
        out.best[n] = -dated; // who has no move has lost
    }
  }

private:
  // Larger is better for the player to move: wins from `dated` down, losses from -dated up, those without a distance at the
  // inner end, draws 0. A successor without a value is above everything, so that it shows.
  static constexpr i32 dated = 2'000'000, undated = 1'000'000, unsaid = 3'000'000, least = -3'000'000;

  static i32 score_of_move_to(Value v) {
    constexpr i32 sign[] = {0, -1, 1, 0};
    if (!v.known()) return unsaid;
    return sign[static_cast<std::size_t>(v.wdl)] * (v.plies != no_plies ? dated - v.plies - 1 : undated);
  }
  static Value value_of(i32 score) {
    if (score == unsaid) return unknown_value;
    const i32 size = std::abs(score), plies = size == undated ? no_plies : dated - size;
    return score == 0 ? draw_value : score > 0 ? win_in(plies) : loss_in(plies);
  }

  // The shapes that the steps lead to lie anywhere in memory: all are asked for before the first is needed.
  template <class At> void look_ahead(const Moves& moves, const At& values, std::vector<Turned>& there) const {
    there.clear();
    if (!turned_.empty())
      for (const auto& lift : moves.lifts())
        for (const auto& step : lift.steps) __builtin_prefetch(&turned_[step.shape]);
    for (const auto& lift : moves.lifts()) {
      for (const auto& step : lift.steps) {
        there.push_back(turned_.empty() ? turn(step.shape) : turned_[step.shape]);
        values.expect(u64{there.back().shape} * size_, size_);
      }
    }
  }

  static u32 without(u32 string, std::size_t place) { return (string & ((1U << place) - 1)) | (string >> (place + 1) << place); }
  struct Owned { // a string with a piece of the mover's at some place, and what is left without it
    u16 number, rest;
  };

  // Where a step takes what is left of a string, as the other player reads it: two halves, looked up and put together.
  struct Route {
    std::array<u16, 128> low, high;
    u32 half, flip;
    u32 operator()(u32 rest) const { return (low[rest & ((1U << half) - 1)] | high[rest >> half]) ^ flip; }
  };
  void find(Route& route, const typename Moves::Lift& lift, const typename Moves::Step& step, const Turned& there) const {
    std::array<u32, 16> from{}; // which piece of the rest is at a place
    for (u32 i = 0; i < from.size(); ++i) from[i] = i;
    if (step.image)
      for (auto swap = lift.swaps.rbegin(); swap != lift.swaps.rend(); ++swap) std::swap(from[*swap], from[*swap + 1]);
    auto read_at = [&](u32 place) { return 1U << (there.places >> 4 * place & 15); };
    std::array<u32, 16> to{};
    for (u32 place = 0; place + 1 < static_cast<u32>(pieces_); ++place)
      to[from[place]] = read_at(place < step.place ? place : place + 1);
    route.half = static_cast<u32>(pieces_) / 2;
    route.flip = ((1U << pieces_) - 1) ^ read_at(step.place); // owners change sides, the moved piece among them
    auto fill = [&](std::array<u16, 128>& table, u32 first, u32 count) {
      table[0] = 0;
      for (u32 bit = 0; bit < count; ++bit)
        for (u32 rest = 0; rest < 1U << bit; ++rest) table[1U << bit | rest] = static_cast<u16>(table[rest] | to[first + bit]);
    };
    fill(route.low, 0, route.half);
    fill(route.high, route.half, static_cast<u32>(pieces_) - 1 - route.half);
  }

  Turned turn(u32 shape) const {
    const BlockTurn t = g_.blocks().turned(shape);
    const Moves seen(board_, t.shape);
    Turned out{0, t.shape, static_cast<u16>(seen.tops()), static_cast<u16>(seen.goals()), 0};
    for (int i = 0; i < pieces_; ++i) out.places |= u64{t.place[static_cast<std::size_t>(i)]} << 4 * i;
    for (const auto& lift : seen.lifts())
      if (!lift.steps.empty()) out.movable |= static_cast<u16>(1U << lift.place);
    return out;
  }

  // What the rules say of the player who is then to move.
  static Value rule(const Turned& t, u32 string, bool holds_settled) {
    if ((string & t.tops) == 0) return loss_in(0); // he shows no piece: outside the index
    if (holds_settled) return unknown_value;
    if ((string & t.goals) != 0) return win_in(1);
    return (string & t.movable) == 0 ? loss_in(0) : unknown_value;
  }

  // Over a symmetric shape one of two strings has the value.
  template <class At> Value slowly(const Turned& t, u32 string, Slot slot, bool holds_settled, const At& values) const {
    if (const Value v = rule(t, string, holds_settled); v.known()) return v;
    if (const Value v = values.at(slot); v.known()) return v;
    PositionOf<G> p;
    const Slot numbered = g_.unrank(slot, p) ? slot : g_.rank(p);
    return numbered == no_slot ? unknown_value : values.at(numbered);
  }

  const G& g_;
  typename BlocksOf<G>::Board board_;
  int pieces_;
  u64 size_;
  std::vector<u16> string_, number_;
  std::vector<std::vector<Owned>> owned_; // by place
  std::vector<Turned> turned_;
  std::array<i32, 256> score_of_byte_; // of a move to a position with such a byte
};

} // namespace zermelo
