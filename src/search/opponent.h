// An opponent that searches, as its caller sees it: any game, no table.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "game/any.h"

namespace zermelo {

// What a position counts as that is not looked beyond: a guess, for an opponent; for a solver a little more than a draw for one
// of the two, so that a score which shows no more than a draw for him is certain.
enum class Horizon : u8 { guess, favours_mover, favours_other };

struct Thought;

// Limits hold for one move; a search of one ply is always finished. Without a limit on time the same seed gives the same game.
struct SearchOptions {
  double seconds = 0; // 0: no limit
  u64 nodes = 0;      // positions looked at; 0: no limit
  int depth = 0;      // plies; 0: as many as the search can hold
  u64 memory = u64{64} << 20;
  u64 seed = 1; // decides between equal moves
  Horizon horizon = Horizon::guess;
  std::function<Wdl(const AnyPosition&)> lean_on; // what a table says of a position; unknown if nothing
  std::function<bool()> should_stop;              // polled now and then
  std::function<void(const Thought&)> deepened;   // told of each depth that was searched to the end
};

struct Thought {
  AnyMove move;
  // A win or loss that is certain. Its plies are exact if they are at most depth + 1, else the search was stopped before it knew
  // of no shorter way. Where positions must not occur twice they are the most that it takes.
  Value value;
  i32 score = 0; // for the mover; score.h
  // With a horizon that favours one: whether he wins is certain, and the value says how; unknown if it is a draw or worse for
  // him.
  bool decided = false;
  int depth = 0; // plies that were searched to the end
  u64 nodes = 0;
  double seconds = 0;
};

class Opponent {
public:
  virtual ~Opponent() = default;

  // A move in the last of the positions of a game. What it learnt helps with the next move of that game, or of another.
  virtual Thought think(std::span<const AnyPosition> game) = 0;

  virtual bool evaluates() const = 0; // the game says how good a position looks; else the number of moves has to do

  // Other limits, as in SearchOptions, for the moves from now on.
  virtual void limit(double seconds, u64 nodes, int depth) = 0;
};

} // namespace zermelo
