// Virtual connections of one player on a board of at most 64 cells: what he can join whatever the other does.
//
// Ends are empty cells, chains of his own stones, and his two edges. A full connection between two ends is one that he makes even if
// the other moves first, a semi-connection one that he makes if he does; its carrier is the set of empty cells that this may take.
// Three rules find them (the H-search of V. Anshelevich):
//
//   touch   two ends that touch are fully connected, with no carrier
//   and     full connections a-k and k-b with disjoint carriers: where k is his, a full one a-b; where it is empty, a semi one, k in
//           its carrier
//   or      semi-connections a-b whose carriers have no cell in common: a full one, with all of them as carrier
//
// A stone of his keeps all that there is, and adds what it joins; a stone of the other's takes away what it stands in. So a position
// is made from the one before it. Lists are short, so not all connections are found; those that are found hold, and each knows how
// it came about (Steps), so that a proof can say so.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "game/connection.h"

namespace zermelo {

// A board in words of 64 bits.
struct SmallBoard {
  static constexpr int most_cells = 64, most_ends = most_cells + 2;

  explicit SmallBoard(const ConnectionBoard& board);
  int cells;
  u64 all;
  std::array<u64, most_cells> next{};
  u64 edges[2][2];
};

// How connections came about, in the order in which they did.
class Steps {
public:
  enum Kind : u8 { touch, both, either };
  struct Step {
    u32 first = 0, second = 0; // of `both`: the two; of `either`: where they begin among the others, and how many
    Kind kind = touch;
    u8 a = 0, b = 0; // the ends of a touch; a: the end that two have in common
    u8 unused = 0;
  };

  u32 add_touch(int a, int b);
  u32 add_both(u32 first, u32 second, int common);
  u32 add_either(const u32* begin, u32 count);
  const Step& operator[](u32 i) const { return steps_[i]; }
  u32 part(u32 i) const { return parts_[i]; } // of an `either`

  struct Mark {
    std::size_t steps, parts;
  };
  Mark mark() const { return {steps_.size(), parts_.size()}; }
  void forget(const Mark& m) { // what came after
    steps_.resize(m.steps);
    parts_.resize(m.parts);
  }

private:
  std::vector<Step> steps_;
  std::vector<u32> parts_;
};

class VirtualConnections {
public:
  struct Connection {
    u64 carrier = 0;
    u32 step = 0;
  };

  void begin(const SmallBoard& board, int player, u64 own, u64 other, Steps& steps); // from nothing
  void after_own(const VirtualConnections& before, int cell, Steps& steps);
  void after_other(const VirtualConnections& before, int cell);

  bool joined() const { return joined_; } // by stones
  bool won() const { return won_; }       // even if the other moves
  const Connection& winning() const { return winning_; }
  const std::vector<Connection>& threats() const { return threats_; } // semi-connections of the edges
  u64 must_play() const { return must_play_; } // the cells that all threats have in common; all that are empty, if there is none

private:
  static constexpr int most_full = 10, most_semi = 20, most_threats = 200, most_parts = 4;
  template <int Most> struct List {
    int count = 0;
    u64 carriers[static_cast<std::size_t>(Most)];
    u32 steps[static_cast<std::size_t>(Most)];

    bool has_within(u64 carrier) const {
      for (int i = 0; i < count; ++i)
        if ((carriers[i] & ~carrier) == 0) return true;
      return false;
    }
    void drop_around(u64 carrier) { // those that it lies within
      int kept = 0;
      for (int i = 0; i < count; ++i) {
        if ((carrier & ~carriers[i]) == 0) continue;
        carriers[kept] = carriers[i];
        steps[kept++] = steps[i];
      }
      count = kept;
    }
    // False if one within it is there, or only smaller ones are: of a full list the largest gives way.
    bool add(u64 carrier, u32 step) {
      if (has_within(carrier)) return false;
      drop_around(carrier);
      int at = count;
      if (count == Most) {
        at = 0;
        for (int i = 1; i < count; ++i)
          if (std::popcount(carriers[i]) > std::popcount(carriers[at])) at = i;
        if (std::popcount(carrier) >= std::popcount(carriers[at])) return false;
      } else {
        ++count;
      }
      carriers[at] = carrier;
      steps[at] = step;
      return true;
    }
  };
  struct Waiting {
    u8 a, b;
    u32 step;
    u64 carrier;
  };

  std::size_t pair(int a, int b) const {
    return static_cast<std::size_t>(a < b ? a * (board_->cells + 2) + b : b * (board_->cells + 2) + a);
  }
  bool edges_of(int a, int b) const { return a >= board_->cells && b >= board_->cells; }
  bool is_empty_cell(int end) const { return end < board_->cells && (own_ >> end & 1) == 0; }
  u64 bit(int end) const { return end < board_->cells ? u64{1} << end : 0; }
  void find_ends();
  void copy_state(const VirtualConnections& before);
  void add_full(int a, int b, u64 carrier, u32 step);
  void add_semi(int a, int b, u64 carrier, u32 step);
  void add_threat(u64 carrier, u32 step);
  void set_must_play();
  void combine(int a, int b, const List<most_semi>& list, u64 common, u64 all, u32* parts, u32 count, int from);
  void extend(const Waiting& w);
  void run();

  const SmallBoard* board_ = nullptr;
  Steps* made_ = nullptr;
  int player_ = 0;
  u64 own_ = 0, other_ = 0;
  std::array<u8, SmallBoard::most_ends> chain_{}; // of each own stone and edge: the end that stands for its chain
  int end_count_ = 0;
  std::array<u8, SmallBoard::most_ends> ends_{};
  std::vector<List<most_full>> full_;
  std::vector<List<most_semi>> semi_;
  std::vector<Connection> threats_;
  Connection winning_;
  u64 must_play_ = 0;
  bool joined_ = false, won_ = false;
  std::vector<Waiting> waiting_;
};

} // namespace zermelo
