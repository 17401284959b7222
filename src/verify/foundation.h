// Whether scores that agree with their successors also come about.
//
// A score that is what its successors say can still be wrong: two positions of a layer that lean on each other in a circle, +2
// and -2, agree. What is missing is that somebody ever gets the stones; endless play is worth 0. Call a position founded if
//   it is over, or its score is 0; or
//   its score is positive, and a move of that worth leaves the layer, ends the game or leads to a founded position; or
//   its score is negative, and every move leaves the layer, ends the game or leads to a founded position;
// the least such set. If every score agrees with its successors and every position is founded, the scores are right, given the
// rules. Lower layers first: by induction on the stage at which a position of positive score is founded, its mover can force that
// much, and at one of negative score the other can. For the other direction nothing has to come about: whoever always plays a
// move of the score shown gets that score when the layer is left, and 0 if it never is; a player to whom a negative or zero score
// is ascribed is satisfied with that, and so is, one ply later, the opponent of one with a positive score.
//
// Founded positions are found by passes over those that are not yet, with nothing but moves: the solver works from the other end.
#pragma once

#include <cstring>
#include <functional>
#include <vector>

#include "exec/ranks.h"
#include "exec/shared.h"
#include "game/scored.h"
#include "verify/values.h"

namespace zermelo {

template <Scored G> class Foundation {
public:
  Foundation(const G& g, const Values& values, Pool& pool, Ranks& ranks)
      : g_(g), values_(values), pool_(pool), ranks_(ranks), founded_(words_for(g)) {}

  static u64 bytes_for(const G& g) { return words_for(g) * sizeof(u64); }

  // The slots of all positions that are not founded, in rising order, at most so many; `between` is called between passes.
  std::vector<Slot> missing(u64 most, u64& count, const std::function<void()>& between) {
    std::vector<Slot> slots;
    count = 0;
    for (int layer = 0; layer < g_.layers(); ++layer) {
      begin_ = g_.layer_begin(layer);
      size_ = g_.layer_begin(layer + 1) - begin_;
      for (u64 w = 0; w < words(); ++w) founded_[w] = 0;
      do between();
      while (pass(between));
      for (u64 i = 0; i < size_; ++i) {
        if (has(i)) continue;
        if (count++ < most) slots.push_back(begin_ + i);
      }
    }
    return slots;
  }

private:
  static u64 words_for(const G& g) {
    u64 most = 0;
    for (int i = 0; i < g.layers(); ++i) most = std::max(most, g.layer_begin(i + 1) - g.layer_begin(i));
    return (most + 63) / 64;
  }
  u64 words() const { return (size_ + 63) / 64; }
  bool has(u64 i) const { return (load_shared(founded_.data()[i / 64]) >> (i % 64) & 1) != 0; }

  bool pass(const std::function<void()>& between) {
    u8 changed = 0;
    auto look = [&](u64 first, u64 last, int worker) {
      bool any = false;
      Walker<G> walker(g_);
      for (u64 w = first; w < last; ++w) {
        for (u64 open = ~load_shared(founded_[w]); open != 0; open &= open - 1) {
          const u64 i = w * 64 + static_cast<u64>(std::countr_zero(open));
          if (i >= size_) break;
          PositionOf<G> p;
          const bool founded = !walker.unrank(begin_ + i, p) || is_founded(p, values_.own(begin_ + i, worker).score, worker);
          if (founded && !values_.asking()) any = set_shared_bit(founded_.data(), i) || any;
        }
      }
      if (any) store_shared(changed, u8{1});
    };
    const u64 stretches = ranks_.alone() || values_.in_batches() ? 1 : 16;
    for (u64 k = 0; k < stretches; ++k) {
      first_ = part_border(words(), stretches, k);
      last_ = part_border(words(), stretches, k + 1);
      values_.each(pool_, words_before(ranks_.rank()), words_before(ranks_.rank() + 1),
                   values_.in_batches() ? Values::piece / 64 : 64, look, [&](u64) { between(); });
      if (!ranks_.alone()) bring_together();
    }
    return ranks_.alone() ? changed != 0 : ranks_.sum(changed) != 0;
  }

  // Each rank looks at a part of the words of a stretch, and learns of the others after it: what one finds serves the next
  // stretch, as it does in one process, or there would be twice as many passes.
  u64 words_before(int rank) const {
    return first_ + part_border(last_ - first_, static_cast<u64>(ranks_.size()), static_cast<u64>(rank));
  }
  void bring_together() {
    const std::span<const u64> mine(founded_.data() + words_before(ranks_.rank()),
                                    words_before(ranks_.rank() + 1) - words_before(ranks_.rank()));
    std::vector<Message> out;
    out.reserve(static_cast<std::size_t>(ranks_.size()));
    for (int r = 0; r < ranks_.size(); ++r) out.push_back(r == ranks_.rank() ? Message{} : bytes_of(mine));
    const std::vector<Message> in = ranks_.exchange(std::move(out));
    for (int r = 0; r < ranks_.size(); ++r)
      if (const Message& m = in[static_cast<std::size_t>(r)]; !m.empty())
        std::memcpy(founded_.data() + words_before(r), m.data(), m.size());
  }

  bool is_founded(const PositionOf<G>& p, i32 score, int worker) const {
    if (score == 0 || g_.settled(p)) return true;
    MoveListOf<G> moves;
    g_.moves(p, moves);
    bool pays = false;
    for (const auto& m : moves) {
      const auto q = g_.play(p, m);
      const auto over = g_.settled(q);
      const Slot s = g_.rank(q);
      const bool stands = over || s < begin_ || has(s - begin_);
      if (score < 0 && !stands) return false;
      if (score < 0 || !(stands || values_.in_batches())) continue;
      pays = (g_.pays(p, m) - (over ? *over : values_.at(s, worker).score) == score && stands) || pays;
      if (pays && !values_.in_batches()) return true; // in batches as many are asked for whatever is founded meanwhile
    }
    return score < 0 || pays;
  }

  const G& g_;
  const Values& values_;
  Pool& pool_;
  Ranks& ranks_;
  Pages founded_; // of the layer that is looked at
  Slot begin_ = 0;
  u64 size_ = 0;
  u64 first_ = 0, last_ = 0; // words of the stretch
};

} // namespace zermelo
