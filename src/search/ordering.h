// Which moves are tried first: that of the table of positions, those that refuted a neighbour at the same depth (killers), then
// those that refuted most (history, by the bits of the move: a game need not say what a move is made of).
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "base/key.h"

namespace zermelo {

template <class Move> class Ordering {
public:
  static constexpr i32 first = 1 << 30, killing = 1 << 28;

  explicit Ordering(std::size_t plies) : killers_(plies) {}

  void begin() {
    for (auto& k : killers_) k = Killers(); // GCC 12 refuses {} for a move whose members have values of their own
    for (auto& h : history_) h = {};
  }

  i32 order(const Move& m, i32 ply, bool first_player) const {
    const Killers& k = killers_[static_cast<std::size_t>(ply)];
    for (int i = 0; i < k.used; ++i)
      if (k.move[i] == m) return killing - i;
    return history_[first_player ? 1 : 0][cell(m)];
  }

  void refuted(const Move& m, i32 ply, int depth, bool first_player) {
    Killers& k = killers_[static_cast<std::size_t>(ply)];
    if (k.used == 0 || !(k.move[0] == m)) {
      k.move[1] = k.move[0];
      k.move[0] = m;
      k.used = k.used == 0 ? 1 : 2;
    }
    auto& side = history_[first_player ? 1 : 0];
    i32& h = side[cell(m)];
    h += depth * depth;
    if (h >= killing / 2)
      for (i32& other : side) other /= 2;
  }

  static u64 bits(const Move& m) {
    u64 bits = 0;
    std::memcpy(&bits, &m, sizeof m);
    return bits;
  }

private:
  static constexpr std::size_t cells = 4096;
  static std::size_t cell(const Move& m) { return static_cast<std::size_t>(mix_bits(bits(m)) % cells); }

  struct Killers {
    int used = 0;
    Move move[2] = {};
  };
  std::vector<Killers> killers_;
  std::array<std::array<i32, cells>, 2> history_{};
};

} // namespace zermelo
