// The semantic check of a table: every value is recomputed from the values of its successors, with nothing of the solver.
//
// Why agreement everywhere is a proof, given the rules: call a value justified if it is what its successors' values say. By
// induction on the plies every justified win and loss is right, distance included. A justified draw has no losing successor
// and at least one drawn one, so its player can go on for ever without losing and cannot be said to win; nor can the
// opponent, by the same argument one ply later.
// Without distances there is nothing to induce on: wins that lean on each other in a circle are justified, too. A table of
// values only is consistent or not; it is not proved. The same holds of a part of any table.
// A table of scores is checked the same way, and whole also for circles (verify/foundation.h): then it is proved.
// A packed table holds losses alone, and a win is what a reader makes of the moves: of every slot that is no loss. It is checked as
// read so. Where all slots are checked in memory, the wins are put in first, by one look at all of them.
// Where memory does not hold the table, all slots are checked in batches (verify/values.h): each is looked at twice.
// Several processes check a part of the slots each, and agree on one report.
// It shares with the solver the rules, the index, the table reader and the threads, and for games by blocks the moves over a shape
// (index/block_moves.h). The contract check tests rules, index and those moves; checksums guard what is read.
#pragma once

#include <memory>

#include "game/concepts.h"
#include "verify/blocks.h"
#include "verify/foundation.h"
#include "verify/table_check.h"

namespace zermelo {

template <Indexed G> class SemanticCheck final : public TableCheck {
public:
  SemanticCheck(const G& g, const Table& table, const VerifyOptions& options)
      : TableCheck(table, options,
                   {G::folded, Scored<G>, most_asked(table.header().losses_only), bytes_beside(g),
                    !Deferring<G> || table.header().holds_settled}),
        g_(g), packed_(table.header().losses_only) {}

private:
  // The values of so many others; a position outside the index of a game of scores stands for its successors, and of a packed table
  // those of a successor tell whether it is won.
  static u64 most_asked(bool packed) {
    const u64 moves = G::max_moves;
    return Scored<G> ? moves * moves : packed ? moves * (moves + 1) : moves;
  }

  static u64 bytes_beside(const G& g) {
    if constexpr (Scored<G>) return Foundation<G>::bytes_for(g);
    return 0;
  }

  void find_circles(VerifyReport& report)
    requires Scored<G>
  {
    Foundation<G> foundation(g_, values_, pool_, ranks_);
    for (const Slot s : foundation.missing(options_.most_shown, report.wrong, [&] { stop_if_asked(); })) {
      PositionOf<G> p;
      g_.unrank(s, p);
      report.first.push_back({s, g_.print(p), values_.at(s, 0), unknown_value, false, true});
    }
  }
  // Whether the table does not hold a position though the index does: the rules tell its value, or its successors.
  bool left_out(const PositionOf<G>& p) const {
    return !table_.header().holds_settled && (settle(g_, p).known() || deferred(g_, p));
  }

  // A packed table calls wins drawn.
  static Value as_stored(Value v) { return left_to_moves(v) ? draw_value : v; }

  // How the value of a successor is read.
  enum class Read : u8 { whole, as_stored };

  Value stored_of(const PositionOf<G>& q, int worker) const {
    const Slot s = g_.rank(q);
    if (s == no_slot) {
      if constexpr (Scored<G>) return scored(score_of(g_, q, [&](Slot at) { return values_.at(at, worker).score; }));
      return settle(g_, q);
    }
    if (!left_out(q)) return as_stored(values_.at(s, worker));
    const Value v = settle(g_, q);
    return v.known() ? v : expected(q, worker);
  }
  Value value_of(const PositionOf<G>& q, int worker) const {
    const Value v = stored_of(q, worker);
    if (!packed_ || (v.wdl != Wdl::draw && !values_.in_batches())) return v; // batches ask the same whatever is answered
    const Value by_moves = expected(q, worker, Read::as_stored);
    return v.wdl == Wdl::draw && by_moves.wdl == Wdl::win ? by_moves : v;
  }

  // What the rules and the successors' values make of p.
  Value expected(const PositionOf<G>& p, int worker, Read read = Read::whole) const {
    if constexpr (Scored<G>)
      if (const auto over = g_.settled(p)) return scored(*over);
    if (const Wdl over = g_.outcome(p); over != Wdl::unknown) return {over, 0};
    MoveListOf<G> moves;
    g_.moves(p, moves);
    Value best = unknown_value;
    bool all_known = true; // else nothing can be said; the rest is still asked for, as batches need it
    for (int i = 0; i < moves.size(); ++i) {
      i32 pays = 0;
      if constexpr (Scored<G>) pays = g_.pays(p, moves[i]);
      const auto q = g_.play(p, moves[i]);
      const Value v = value_of_move_to(read == Read::whole ? value_of(q, worker) : stored_of(q, worker), pays);
      all_known = all_known && v.known();
      if (i == 0 || better(v, best)) best = v;
    }
    return all_known ? best : unknown_value;
  }

  void check(Slot s, int worker) {
    Part& part = this->part(worker);
    PositionOf<G> p;
    const Value found = as_stored(values_.own(s, worker));
    if (!g_.unrank(s, p)) return check_empty(part, s, found);
    if (left_out(p)) {
      const Value filler = s % table_.slots_per_block() == 0 ? draw_value : as_stored(values_.own(s - 1, worker));
      return check_filler(part, s, found, filler, unpacking_ ? unknown_value : value_of(p, worker), orbit(g_, p));
    }
    check_value(part, s, found, expected(p, worker, unpacking_ ? Read::as_stored : Read::whole), orbit(g_, p));
  }

  // The three things that a slot may be. While wins are put into a packed table nothing is counted.
  void check_empty(Part& part, Slot s, Value found) {
    if (unpacking_) return;
    part.counted.add(unknown_value, 0);
    if (found.known()) offend(part, {s, "", found, unknown_value});
  }
  void check_filler(Part& part, Slot s, Value found, Value filler, Value right, int weight) {
    if (!unpacking_) part.counted.add(right, weight);
    if (!unpacked_ && found != filler) offend(part, {s, text(s), found, filler, true}); // once, as the file has them
  }
  void check_value(Part& part, Slot s, Value found, Value right, int weight) {
    const bool won = packed_ && found.wdl == Wdl::draw && right.wdl == Wdl::win; // so a reader of a packed table says, too
    if (unpacking_) return won ? values_.put(s, right) : void();
    if (won) found = right;
    part.counted.add(found, weight);
    if (!right.known() || !compatible(found, right)) offend(part, {s, text(s), found, right});
  }

  // Asks for what check() will ask for.
  void ask(const Slots& slots, u64 first, u64 last, int worker) override {
    for (u64 i = first; i < last; ++i)
      if (PositionOf<G> p; g_.unrank(slots[i], p)) left_out(p) ? value_of(p, worker) : expected(p, worker);
  }
  void check(const Slots& slots, u64 first, u64 last, int worker) override {
    if constexpr (Blocked<G>)
      if (by_blocks_) return check_by_blocks(slots[first], slots[last - 1] + 1, worker);
    for (u64 i = first; i < last; ++i) check(slots[i], worker);
  }
  bool holds(Slot s) const override {
    PositionOf<G> p;
    return g_.unrank(s, p) && !left_out(p);
  }
  Value value_of_start() override { return value_of(g_.start(), 0); }
  void before(bool whole, u64 allowed) override {
    if constexpr (Blocked<G>) {
      by_blocks_ = !values_.in_batches() && (whole || !packed_) && blocks_fit();
      if (by_blocks_ && whole && Values::whole_bytes(table_) + BlockSuccessors<G>::bytes_for(g_) <= allowed)
        blocks_->turn_all(pool_);
    }
    if (packed_ && whole && !values_.in_batches()) unpack();
  }
  void unpack() {
    values_.begin_unpacking();
    unpacking_ = true;
    check_all(table_.slots(), {});
    unpacking_ = packed_ = false;
    unpacked_ = true;
    values_.take_over();
  }
  void after(VerifyReport& report) override {
    if constexpr (Scored<G>) find_circles(report);
  }

  bool blocks_fit() {
    if constexpr (Blocked<G>) {
      if (!blocks_are_possible(g_)) return false;
      blocks_ = std::make_unique<BlockSuccessors<G>>(g_);
      return true;
    }
    return false;
  }

  struct ValuesOf {
    const Values& values;
    int worker;
    Value at(Slot s) const { return as_stored(values.at(s, worker)); }
    const std::byte* bytewise(Slot s) const { return values.bytewise(s); }
    void expect(Slot first, u64 count) const { values.expect(first, count); }
  };
  // The same for a stretch of slots of a game with blocks, whole shapes at a time. Shapes that are their own image are rare and
  // looked at slot by slot.
  void check_by_blocks(Slot first, Slot last, int worker)
    requires Blocked<G>
  {
    Part& part = this->part(worker);
    const u64 size = blocks_->strings();
    const bool holds_settled = table_.header().holds_settled;
    typename BlockSuccessors<G>::Of over;
    const ValuesOf at{values_, worker};
    for (u64 shape = first / size; shape * size < last; ++shape) {
      const Slot begin = std::max(first, shape * size), end = std::min(last, (shape + 1) * size);
      blocks_->read(static_cast<u32>(shape), holds_settled, at, over);
      for (Slot s = begin; s < end; ++s) {
        const u64 n = s - shape * size;
        const Value found = over.symmetric ? unknown_value : at.at(s);
        if (over.symmetric) {
          check(s, worker);
        } else if (!over.position[n]) {
          check_empty(part, s, found);
        } else if (!holds_settled && over.settled[n]) {
          const Value filler = s % table_.slots_per_block() == 0 ? draw_value : at.at(s - 1);
          check_filler(part, s, found, filler, over.expected(n), 2);
        } else {
          check_value(part, s, found, over.expected(n), 2);
        }
      }
    }
  }
  std::string text(Slot s) const override {
    PositionOf<G> p;
    return g_.unrank(s, p) ? g_.print(p) : "";
  }

  G g_;
  struct Nothing {};
  template <class T> struct SuccessorsOf {
    using type = Nothing;
  };
  template <Blocked T> struct SuccessorsOf<T> {
    using type = BlockSuccessors<T>;
  };
  std::unique_ptr<typename SuccessorsOf<G>::type> blocks_;
  bool by_blocks_ = false;
  bool packed_;                               // wins are still to be inferred
  bool unpacking_ = false, unpacked_ = false; // at it; done
};

} // namespace zermelo
