// Proves that one side of a game of lines does not win: the other blocks every window. df-pn over families of sets (sets.h), in
// which equal families are one position however the stones came there. The defender's own lines are ignored, so a family that
// the attacker wins says nothing about the game.
//
//   closing   a sum below a half, or pairs of cells (the defender answers one with the other) until it is
//   parts     families without a common cell are settled by themselves
//   zones     a proof needs the cells of its replies and pairs alone; a move of the attacker's on another cell has the same answer
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include "exec/pages.h"
#include "solve/dfpn/numbers.h"
#include "solve/dfpn/options.h"
#include "solve/lines/sets.h"

namespace zermelo {

class BlockingSearch {
public:
  static bool can_search(const LineBoard& board) { return board.cells <= 64 && board.windows.size() <= LineSets::most; }

  BlockingSearch(const LineBoard& board, const CellSet& attacker, const CellSet& defender, bool attacker_moves, u64 bytes);

  enum class Found : u8 { unknown, holds, fails }; // fails: blocking alone is not enough
  Found run(u64 most_visits = 0);                  // 0: no limit; may be called again to go on
  Bytes certificate();                             // of a claim that holds (docs/proof-format.md)

  u64 visits() const { return visits_; }
  u64 evaluated() const { return evaluated_; }
  u64 bytes() const { return places_ * words_of_place * sizeof(u64); }
  // What took more than a look: places of the table, true by themselves, for a later search of the same attacker.
  static constexpr u64 words_of_place = 4; // key, zone, numbers, effort
  template <class F> void each_kept(F&& f) const {
    for (u64 i = 0; i < places_; ++i)
      if (const std::span place(table_.data() + i * words_of_place, words_of_place); place[0] != 0 && place[3] > 1) f(place);
  }
  void put_back(std::span<const u64> place);
  double fill() const { return static_cast<double>(used_) / static_cast<double>(places_); }
  Numbers root() const { return root_numbers_; } // `mine` for the defender

  std::function<bool()> should_stop;
  bool stopped() const { return stopped_; }

private:
  // For the defender: `mine` to show that every set is met. The zone is known once that is shown.
  struct Known {
    Numbers numbers;
    u64 zone = 0;
  };
  struct Child {
    LineSets sets;
    u64 key = 0;
    std::size_t symmetry = 0; // the key is of this image
    u64 own = 0;              // cells that belong to its zone
    int cell = -1;            // of the move; -1: a part
    bool attacker_moves = true, lost = false;
  };

  void children(const LineSets& sets, bool attacker_moves, std::vector<Child>& out) const;
  static bool after_attack(Child& child); // a forced reply and twins; false: lost
  Known search(const LineSets& sets, bool attacker_moves, u64 key, std::size_t symmetry, Numbers limit);
  Known look(const Child& child);
  Known first_guess(const LineSets& sets, bool attacker_moves) const;
  u64 name(const LineSets& sets, bool attacker_moves, std::size_t& symmetry) const;
  bool find(u64 key, Known& out) const;
  void store(u64 key, const Known& known, u64 effort);

  static bool pairs(const LineSets& sets, u64& zone, int& budget, std::vector<u64>* found);

  // The proof as the checker asks for it.
  using Family = std::vector<u64>;
  u64 write_attack(const LineSets& sets);
  u64 write_argument(const LineSets& sets);
  u64 write_pair(LineSets sets, u64 both);
  u64 write_defend(const LineSets& sets);
  int best_reply(const LineSets& sets);
  void show_reply(const LineSets& sets);
  void put(int byte) { written_.push_back(static_cast<std::byte>(byte)); }

  const LineBoard& board_;
  CellImages images_;
  LineSets root_;
  bool attacker_moves_;
  int turned_from_; // families with so many sets are named up to symmetry
  static constexpr u64 per_bucket = 4;
  u64 places_;
  Pages table_;
  u64 used_ = 0, visits_ = 0, evaluated_ = 0, last_visit_ = 0;
  bool stopped_ = false;
  u64 root_key_ = 0;
  Numbers root_numbers_;
  Bytes written_;
  std::map<Family, u64> shown_;
};

} // namespace zermelo
