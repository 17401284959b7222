// The index of NOCCA x NOCCA: shape x fibre, one slot per mirror pair. Slot = shape * strings + string.
// Empty slots: strings that hide one colour, and over a symmetric shape the larger of a string and its image.
#pragma once

#include <memory>

#include "game/children.h"
#include "nocca/block_index.h"
#include "nocca/fibre.h"
#include "nocca/zdd.h"

namespace zermelo::nocca {

struct Game : Rules {
  static constexpr bool folded = true;

  Game(int c, int r) : Rules(c, r), tables_(std::make_shared<const Tables>(*this)) {}

  const Shapes& shapes() const { return tables_->shapes; }
  const Fibre& fibre() const { return tables_->fibre; }
  const Blocks& blocks() const { return tables_->blocks; }
  Diagram diagram() const { return Diagram(*this); }
  CellContents sampled() const { return CellContents(*this); }

  u64 size() const { return shapes().size() * fibre().size(); }

  Slot rank(const Position& p) const { return member(p) ? number(p) : no_slot; }

  // Where the opponent covered everything the mover had to show, the game is over outside the set; its slot is an empty one of
  // the index, so that such positions can be counted.
  u64 census_size() const { return size(); }
  Slot census_rank(const Position& p) const {
    return p.pieces() == 2 * columns && p.my_pieces() == columns ? number(p) : no_slot;
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

  Children count_children(const Position& p) const;

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
  Slot number(const Position& p) const {
    const auto shape = shapes().rank(p.held);
    u64 string = fibre().read(shape.mirrored ? mirrored(p) : p);
    if (shape.symmetric) string = std::min(string, fibre().read(mirrored(p)));
    return shape.rank * fibre().size() + fibre().number(string);
  }

  struct Tables {
    explicit Tables(const Rules& rules) : shapes(rules), fibre(rules), blocks(rules, shapes) {}
    Shapes shapes;
    Fibre fibre;
    Blocks blocks;
  };

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
