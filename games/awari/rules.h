// Awari: 2 x P pits in a ring, the mover's first. Also with fewer pits a side, and with any number of stones at the start.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/concepts.h"
#include "game/picture.h"

namespace zermelo::awari {

inline constexpr int most_pits = 6;    // a side
inline constexpr int most_stones = 48; // on the board

// One side's pits, a byte each, the pit that is sown first in the lowest. No byte reaches 128, so they can be added and compared
// eight at a time.
using Half = u64;
inline constexpr Half ones = 0x0101010101010101, tops = ones << 7;

constexpr int stones_in(Half h, int pit) { return static_cast<int>(h >> 8 * pit & 0xFF); }
constexpr int stones_in(Half h) { return static_cast<int>(h * ones >> 56); }
constexpr Half stones_at(int pit, int n) { return static_cast<Half>(n) << 8 * pit; }
constexpr Half first_pits(int pits) { return (Half{1} << 8 * pits) - 1; } // their bytes; pits < 8
// The top bit of each of the first pits that is empty.
constexpr Half empty_pits(Half h, int pits) { return ~((h | tops) - ones) & tops & first_pits(pits); }
ZERMELO_HD inline int lowest_pit(Half bits) { return lowest_bit(bits) / 8; }

// The lead and the player are for people: they do not matter for the score.
struct Position {
  Half own = 0;   // the mover's pits, A first
  Half other = 0; // the opponent's, a first
  i32 lead = 0;   // what the mover has captured so far minus what the other has
  u32 second = 0; // whether the second player is to move
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

// What so many stones of a pit add to the pits of both sides, the origin skipped on every lap, and where the last one falls: pits
// are numbered round the ring from the mover's first.
class Sowing {
public:
  explicit Sowing(int pits);
  static const Sowing& of(int pits); // 1 to most_pits

  struct Stones {
    Half own = 0, other = 0;
    int last = 0;
  };
  ZERMELO_HD const Stones& from(int pit, int stones) const {
    return by_[static_cast<std::size_t>(pit)][static_cast<std::size_t>(stones)];
  }

private:
  std::array<std::array<Stones, most_stones + 1>, most_pits> by_{};
};

// After a move, before the board is turned round.
struct Sown {
  Half own, other;
  int captured;
};

struct Rules {
  using Position = awari::Position;
  using Move = u8; // the pit
  static constexpr int max_moves = most_pits;
  static constexpr Repetition repetition = Repetition::draw; // what is left is divided evenly

  int pits = most_pits;     // a side
  int stones = most_stones; // at the start

  // Stones are dealt round from A: four in each pit of the published game.
  Position start() const;

  // Of what is left on the board, as everything here: who cannot move leaves it to the other.
  ZERMELO_HD std::optional<i32> settled(const Position& p) const {
    if (p.own != 0) return std::nullopt;
    return -stones_in(p.other);
  }
  Wdl outcome(const Position& p) const { return p.own != 0 ? Wdl::unknown : p.other != 0 ? Wdl::loss : Wdl::draw; }

  ZERMELO_HD Sown sow(const Position& p, int pit) const {
    const Sowing::Stones& s = sowing->from(pit, stones_in(p.own, pit));
    Sown after{(p.own & ~stones_at(pit, 0xFF)) + s.own, p.other + s.other, 0};
    for (int i = s.last - pits; i >= 0; --i) {
      const int n = stones_in(after.other, i);
      if (n != 2 && n != 3) break;
      after.captured += n;
      after.other &= ~stones_at(i, 0xFF);
    }
    return after;
  }

  // A move must leave the opponent a stone, unless none does.
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    bool feeds = false;
    for (int pit = 0; pit < pits; ++pit) {
      if (stones_in(p.own, pit) == 0) continue;
      const bool fed = sow(p, pit).other != 0;
      if (fed && !feeds) out.clear();
      feeds = feeds || fed;
      if (fed || !feeds) out.push(static_cast<Move>(pit));
    }
  }
  Position play(const Position& p, Move pit) const {
    const Sown after = sow(p, pit);
    return {after.other, after.own, -(p.lead + after.captured), 1 - p.second};
  }
  i32 pays(const Position& p, Move pit) const { return sow(p, pit).captured; }
  i32 lead(const Position& p) const { return p.lead; }
  bool first_to_move(const Position& p) const { return p.second == 0; }
  int evaluate(const Position& p) const { return 1000 * p.lead + 10 * (stones_in(p.own) - stones_in(p.other)); }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move pit) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move pit) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

protected:
  const Sowing* sowing = &Sowing::of(pits);
};

} // namespace zermelo::awari
