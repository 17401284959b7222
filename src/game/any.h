// A game with its types erased: what probing, drawing and playing need, once per position rather than once per node.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"
#include "base/value.h"
#include "game/picture.h"

namespace zermelo {

// Any game's position and move, held by value. Only the game that made one can read it.
struct AnyPosition {
  alignas(16) std::array<std::byte, 112> bytes{};
};
struct AnyMove {
  u64 bits = 0;
};

class AnyGame {
public:
  virtual ~AnyGame() = default;

  virtual AnyPosition start() const = 0;
  virtual Wdl outcome(const AnyPosition& p) const = 0;
  virtual Value settle(const AnyPosition& p) const = 0;
  virtual std::vector<AnyMove> moves(const AnyPosition& p) const = 0; // none when the game is over
  virtual AnyPosition play(const AnyPosition& p, AnyMove m) const = 0;
  virtual AnyPosition canonical(const AnyPosition& p) const = 0; // the same for all that are symmetric to p

  virtual std::string print(const AnyPosition& p) const = 0;
  virtual std::optional<AnyPosition> parse(std::string_view text, std::string& why) const = 0; // "initial" included
  virtual std::string move_name(const AnyPosition& p, AnyMove m) const = 0;
  virtual std::string draw(const AnyPosition& p) const = 0;
  virtual bool first_to_move(const AnyPosition& p) const = 0;

  virtual bool pictured() const = 0; // the next three are for pictured games only
  virtual Picture picture(const AnyPosition& p) const = 0;
  virtual std::vector<std::string> clicks(const AnyPosition& p, AnyMove m) const = 0;
  virtual std::optional<AnyPosition> compose(const Picture& picture, bool first_to_move, std::string& why) const = 0;

  // Of a game of scores; else false and 0.
  virtual bool scored() const = 0;
  virtual i32 pays(const AnyPosition& p, AnyMove m) const = 0;
  virtual i32 lead(const AnyPosition& p) const = 0;

  virtual bool indexed() const = 0; // the rest is for indexed games only
  virtual bool folded() const = 0;
  virtual u64 slots() const = 0;
  virtual Slot rank(const AnyPosition& p) const = 0;
  virtual bool deferred(const AnyPosition& p) const = 0; // a table of values may leave it to its successors
  virtual std::optional<AnyPosition> unrank(Slot s) const = 0;
};

} // namespace zermelo
