// A small game with everything that layers may hold: a token that the players move in turn along floors, or down by one.
//
// The mover loses at the left end of the lowest floor, wins at its right end (a win in 0), and floor 1 has a hole whose slots are
// empty. What is wrong with it, if anything, says `flaw`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/layers.h"

namespace zermelo::testing {

enum class Flaw {
  none,
  forgotten_exit,   // split leaves out the way down
  miscounted,       // split counts one way that stays too many
  forgotten_return, // each_return leaves out the left neighbour
  doubled_return,
  foreign_return, // each_return emits a slot of another layer
  invented_return,
  gap,             // layers leave slots out
  upside_down,     // a move leads to a later layer
  hole,            // split emits an empty slot
  endless_deferral // everything is left to its successors
};

template <Flaw flaw> struct UnsettledStairs {
  struct Position {
    u8 floor = 0, place = 0, second = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  enum Move : u8 { left, right, down, up };
  static constexpr int max_moves = 4;
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = false;
  static constexpr int floors = 3, places = 6, hole = 3;

  static bool is_hole(int floor, int place) { return floor == 1 && place == hole; }
  static bool is_free(int floor, int place) {
    return floor >= 0 && floor < floors && place >= 0 && place < places && !is_hole(floor, place);
  }
  static Position after(const Position& p, Move m) {
    auto moved = [](u8 n, int by) { return static_cast<u8>(n + by); };
    return {moved(p.floor, m == down ? -1
                           : m == up ? 1
                                     : 0),
            moved(p.place, m == left    ? -1
                           : m == right ? 1
                                        : 0),
            static_cast<u8>(1 - p.second)};
  }
  static bool may(const Position& p, Move m) {
    if (m == up && flaw != Flaw::upside_down) return false;
    if (p.floor == 0 && m == down) return false;
    if (p.place == 0 && m == left) return false;
    const Position q = after(p, m);
    return is_free(q.floor, q.place);
  }

  Position start() const { return {floors - 1, 2, 0}; }
  Wdl outcome(const Position& p) const {
    return p.floor != 0 || (p.place > 0 && p.place < places - 1) ? Wdl::unknown : p.place == 0 ? Wdl::loss : Wdl::win;
  }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (const Move m : {left, right, down, up})
      if (may(p, m)) out.push(m);
  }
  Position play(const Position& p, Move m) const { return after(p, m); }

  std::string print(const Position& p) const {
    return std::to_string(p.floor) + '.' + std::to_string(p.place) + (p.second != 0 ? 'b' : 'a');
  }
  std::optional<Position> parse(std::string_view text, std::string& why) const {
    why = "no position";
    if (text.size() != 4 || text[1] != '.' || (text[3] != 'a' && text[3] != 'b')) return {};
    const int floor = text[0] - '0', place = text[2] - '0';
    if (!is_free(floor, place)) return {};
    return Position{static_cast<u8>(floor), static_cast<u8>(place), static_cast<u8>(text[3] == 'b')};
  }
  std::string move_name(const Position&, Move m) const { return std::to_string(m); }
  std::string draw(const Position& p) const { return print(p) + '\n'; }
  bool first_to_move(const Position& p) const { return p.second == 0; }

  u64 size() const { return u64{floors} * places * 2; }
  Slot rank(const Position& p) const { return (u64{p.floor} * places + p.place) * 2 + p.second; }
  bool unrank(Slot s, Position& p) const {
    p = {static_cast<u8>(s / 2 / places), static_cast<u8>(s / 2 % places), static_cast<u8>(s % 2)};
    return is_free(p.floor, p.place);
  }
  bool deferred(const Position& p) const { return flaw == Flaw::endless_deferral || (p.floor > 0 && p.place == 0); }

  const std::vector<TableLayer>& layers() const {
    static const std::vector<TableLayer> all = [] {
      std::vector<TableLayer> list;
      for (u64 i = 0; i < floors; ++i) {
        const Slot first = i * places * 2, last = first + places * 2;
        list.push_back({first, last, last, "floor " + std::to_string(i)});
      }
      if (flaw == Flaw::gap) list[1].first += 2;
      return list;
    }();
    return all;
  }
  template <class Emit> u32 split(const Position& p, Emit&& emit) const {
    if (flaw != Flaw::forgotten_exit && may(p, down)) emit(rank(after(p, down)));
    if (flaw == Flaw::hole && p.floor == 2) emit(rank({1, hole, 0}));
    if (outcome(p) != Wdl::unknown) return 0;
    return static_cast<u32>(may(p, left)) + static_cast<u32>(may(p, right)) + (flaw == Flaw::miscounted ? 1U : 0U);
  }
  template <class Emit> void each_return(const Position& p, Emit&& emit) const {
    for (const Move m : {left, right}) {
      if (!may(p, m) || (m == left && flaw == Flaw::forgotten_return)) continue;
      const Position q = after(p, m);
      if (outcome(q) == Wdl::unknown) emit(rank(q));
      if (flaw == Flaw::doubled_return && outcome(q) == Wdl::unknown) emit(rank(q));
    }
    if (flaw == Flaw::foreign_return && p.floor == 2) emit(rank({0, 2, 0}));
    if (flaw == Flaw::invented_return && p.floor == 2) emit(rank({2, static_cast<u8>((p.place + 3) % places), p.second}));
  }
};

template <Flaw flaw> struct StairsGame : UnsettledStairs<flaw> {
  Value settle(const typename UnsettledStairs<flaw>::Position& p) const { return {this->outcome(p), 0}; }
};

} // namespace zermelo::testing
