// The index of NOCCA x NOCCA: shape x fibre, one slot per mirror pair. Slot = shape * strings + string.
// Empty slots: strings that hide one colour, and over a symmetric shape the larger of a string and its image.
#pragma once

#include <memory>

#include "game/children.h"
#include "nocca/fibre.h"
#include "nocca/shapes.h"

namespace zermelo::nocca {

struct Game : Rules {
  static constexpr bool folded = true;

  Game(int c, int r) : Rules(c, r), tables_(std::make_shared<const Tables>(*this)) {}

  const Shapes& shapes() const { return tables_->shapes; }
  const Fibre& fibre() const { return tables_->fibre; }

  u64 size() const { return shapes().size() * fibre().size(); }

  Slot rank(const Position& p) const {
    if (!member(p)) return no_slot;
    const auto shape = shapes().rank(p.held);
    u64 string = fibre().read(shape.mirrored ? mirrored(p) : p);
    if (shape.symmetric) string = std::min(string, fibre().read(mirrored(p)));
    return shape.rank * fibre().size() + fibre().number(string);
  }

  bool unrank(Slot s, Position& p) const {
    const bool symmetric = shapes().unrank(s / fibre().size(), p.held);
    const u64 string = fibre().string(s % fibre().size());
    fibre().write(string, p);
    p.mover = 0;
    return p.my_tops() != 0 && p.their_tops() != 0 && (!symmetric || string <= fibre().read(mirrored(p)));
  }

  // All pieces on the board, both colours visible.
  bool member(const Position& p) const {
    return p.pieces() == 2 * columns && p.my_pieces() == columns && p.my_tops() != 0 && p.their_tops() != 0;
  }

  // Un-moves are the steps of the player who moved, seen from his side: the cell he left has room for the piece, the one he
  // went to had room without it. At most eight for each of his pieces, as for moves.
  static constexpr int max_predecessors = max_moves;

  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const Position seen = turned(p);
    for (u64 tops = seen.my_tops(); tops != 0; tops &= tops - 1) {
      const u8 here = static_cast<u8>(std::countr_zero(tops));
      for (u64 from = around(tops & (0 - tops)) & ~seen.held[2]; from != 0; from &= from - 1)
        out.push(stepped(seen, {here, static_cast<u8>(std::countr_zero(from))}));
    }
  }

  // Different steps lead to different shapes, and to mirrored shapes only if this one is at most four pieces away from its
  // own image. The only successors outside the index cover the last piece that the opponent shows.
  Children count_children(const Position& p) const {
    int uneven = 0;
    for (const u64 plane : p.held) uneven += std::popcount(plane ^ mirrored(plane));
    if (uneven <= 4) {
      FixedList<Slot, max_moves> slots;
      return list_children(*this, p, slots);
    }
    Children found;
    const u64 theirs = p.their_tops(), last = (theirs & (theirs - 1)) == 0 ? theirs : 0;
    for (u64 tops = p.my_tops(); tops != 0; tops &= tops - 1) {
      const u64 piece = tops & (0 - tops), to = around(piece) & ~p.held[2];
      found.open += std::popcount(to);
      if ((to & last) != 0 && !uncovers(p, piece)) found.lost = true, --found.open;
    }
    return found;
  }

  Position canonical(Position p) const {
    p.mover = 0;
    const Position image = mirrored(p);
    for (int k = 0; k < levels; ++k) {
      if (p.held[k] != image.held[k]) return p.held[k] < image.held[k] ? p : image;
      if (p.mine[k] != image.mine[k]) return p.mine[k] < image.mine[k] ? p : image;
    }
    return p;
  }
  int orbit(const Position& p) const { return mirrored(p) == p ? 1 : 2; }

private:
  struct Tables {
    explicit Tables(const Rules& rules) : shapes(rules), fibre(rules) {}
    Shapes shapes;
    Fibre fibre;
  };

  // Whether the piece stands on an enemy.
  static bool uncovers(const Position& p, u64 piece) {
    if ((p.held[1] & piece) == 0) return false;
    return ((p.held[2] & piece) != 0 ? p.mine[1] & piece : p.mine[0] & piece) == 0;
  }

  u64 mirrored(u64 plane) const {
    u64 out = 0, column = left;
    for (int c = 0; c < columns; ++c, column <<= 1) {
      const int shift = columns - 1 - 2 * c;
      out |= shift >= 0 ? (plane & column) << shift : (plane & column) >> -shift;
    }
    return out;
  }
  Position mirrored(Position p) const {
    for (int k = 0; k < levels; ++k) {
      p.held[k] = mirrored(p.held[k]);
      p.mine[k] = mirrored(p.mine[k]);
    }
    return p;
  }

  std::shared_ptr<const Tables> tables_;
};

} // namespace zermelo::nocca
