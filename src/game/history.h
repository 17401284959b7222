// A game that is being played: its positions so far, and what the rule about repeated positions makes of them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "game/any.h"
#include "game/concepts.h"

namespace zermelo {

// How often a position must have occurred before a move that leads to it again falls under the rule. Where a repetition is a
// draw, the position is given a second chance: the third time ends the game, as people play.
constexpr int times_before(Repetition r) { return r == Repetition::draw ? 2 : 1; }

// Why a game is over.
enum class Ending : u8 { none, rules, repetition, no_turn };

constexpr const char* name_of(Ending e) {
  switch (e) {
  case Ending::none: return "unfinished";
  case Ending::rules: return "rules";
  case Ending::repetition: return "repetition";
  case Ending::no_turn: return "no turn left";
  }
  return "unfinished";
}

class History {
public:
  History(const AnyGame& game, Repetition repetition, const AnyPosition& start);

  const AnyGame& game() const { return *game_; }
  const AnyPosition& now() const { return positions_.back(); }
  std::span<const AnyPosition> positions() const { return positions_; } // the present one last
  int plies() const { return static_cast<int>(positions_.size()) - 1; }

  // The legal moves, without those that the rule forbids; none when the game is over.
  std::vector<AnyMove> moves() const;
  bool legal(const AnyPosition& after) const; // whether the rule lets a move lead there

  struct End {
    Ending why = Ending::none;
    Wdl wdl = Wdl::unknown; // for the side to move
    bool over() const { return why != Ending::none; }
  };
  End end() const;

  int times(const AnyPosition& p) const; // how often it has occurred, now included

  void play(AnyMove m) { enter(game_->play(now(), m)); }
  void take_back(); // the last move

private:
  Wdl final_value(Wdl w) const;
  void enter(const AnyPosition& p);

  const AnyGame* game_;
  Repetition repetition_;
  std::vector<AnyPosition> positions_;
  std::map<std::string, int> times_; // by the text of a position, which says all of it
};

} // namespace zermelo
