// What a search remembers of positions, in bounded memory: the score as far as it is known, how deep that was looked for, and the
// best move. A bucket has four entries; what was searched least gives way, and first what earlier moves of the game left.
//
// 64 bits of the key are compared beside the bucket, so two positions are taken for one once in about 2^64 look-ups.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "base/key.h"

namespace zermelo {

enum class Bound : u8 { none, lower, upper, exact }; // none: only the move is known

template <class Move> class SearchTable {
public:
  struct Entry {
    u64 low = 0;   // half of the key
    i32 score = 0; // counted from the position (score.h)
    u8 depth = 0;
    Bound bound = Bound::none;
    u8 turn = 0; // of the game, when it was written; 0: an empty place
    bool has_move = false;
    Move move{};
  };

  explicit SearchTable(u64 bytes) : places_(std::bit_floor(std::max<u64>(per_bucket, bytes / sizeof(Entry)))) {}

  u64 bytes() const { return places_.size() * sizeof(Entry); }

  // Another move of the game: what is there already may give way.
  void next_turn() { turn_ = static_cast<u8>(turn_ % 255 + 1); }

  const Entry* find(Key key) const {
    const u64 at = bucket(key);
    for (u64 i = at; i < at + per_bucket; ++i)
      if (places_[i].low == key.low && places_[i].turn != 0) return &places_[i];
    return nullptr;
  }

  void store(Key key, i32 score, int depth, Bound bound, const Move* move) {
    const u64 at = bucket(key);
    Entry* chosen = &places_[at];
    for (u64 i = at; i < at + per_bucket; ++i) {
      Entry& e = places_[i];
      if (e.turn == 0 || e.low == key.low) {
        chosen = &e;
        break;
      }
      if (worth(e) < worth(*chosen)) chosen = &e;
    }
    if (chosen->turn == 0 || chosen->low != key.low) *chosen = {.low = key.low};
    chosen->turn = turn_;
    if (move != nullptr) {
      chosen->move = *move;
      chosen->has_move = true;
    }
    if (bound == Bound::none) return; // a bound that is known stays
    chosen->score = score;
    chosen->depth = static_cast<u8>(depth);
    chosen->bound = bound;
  }

private:
  static constexpr u64 per_bucket = 4;

  u64 bucket(Key key) const { return key.high & (places_.size() - 1) & ~(per_bucket - 1); }
  int worth(const Entry& e) const { return e.depth + (e.turn == turn_ ? 256 : 0); }

  std::vector<Entry> places_;
  u8 turn_ = 1;
};

} // namespace zermelo
