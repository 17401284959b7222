// The semantic check of a table: every value is recomputed from the values of its successors, with nothing of the solver.
//
// Why agreement everywhere is a proof, given the rules: call a value justified if it is what its successors' values say. By
// induction on the plies every justified win and loss is right, distance included. A justified draw has no losing successor
// and at least one drawn one, so its player can go on for ever without losing and cannot be said to win; nor can the
// opponent, by the same argument one ply later.
// Without distances there is nothing to induce on: wins that lean on each other in a circle are justified, too. A table of
// values only is consistent or not; it is not proved. The same holds of a part of any table.
// A table of scores is checked the same way, and whole also for circles (verify/foundation.h): then it is proved.
// Where memory does not hold the table, all slots are checked in batches (verify/values.h): each is looked at twice.
// Several processes check a part of the slots each, and agree on one report.
// It shares with the solver the rules, the index, the table reader and the threads, and for games by blocks the moves over a shape
// (index/block_moves.h). The contract check tests rules, index and those moves; checksums guard what is read.
#pragma once

#include <memory>
#include <numeric>

#include "base/error.h"
#include "base/machine.h"
#include "exec/ranks.h"
#include "game/concepts.h"
#include "verify/blocks.h"
#include "verify/foundation.h"
#include "verify/report.h"
#include "verify/values.h"

namespace zermelo {

template <Indexed G> class SemanticCheck {
public:
  SemanticCheck(const G& g, const Table& table, const VerifyOptions& options)
      : g_(g), table_(table), options_(options), ranks_(options.ranks != nullptr ? *options.ranks : one_rank()),
        pool_(options.threads), values_(table), parts_(static_cast<std::size_t>(pool_.threads())) {}

  // By all ranks together, with the same report; what ends one of them ends all.
  VerifyReport run() try { return check_slots(); } catch (const Error& e) {
    if (!ranks_.alone()) ranks_.fail(e.code(), e.what());
    throw;
  }

private:
  VerifyReport check_slots() {
    VerifyReport report;
    report.distances = table_.has_distances();
    report.scores = Scored<G>;
    report.whole = options_.slices == 0 && options_.sample == 0;
    agree(report.whole);
    const u64 allowed = options_.memory != 0 ? options_.memory : available_memory() / static_cast<u64>(ranks_.size());
    if (!report.whole) {
      values_.open(pool_, options_.memory != 0 ? allowed : std::min(allowed / 2, most_cache));
    } else if (const u64 needed = whole_bytes(); needed <= allowed && !options_.in_batches) {
      values_.load(pool_);
    } else if (Deferring<G> && !table_.header().holds_settled) { // a slot may ask for any number of values
      throw Error(Exit::resources, "checking this table at once takes " + bytes(needed) + " of memory; " + bytes(allowed) +
                                       " are there; --slice K/N and --sample COUNT check parts of it in less");
    } else {
      const u64 beside = needed - Values::whole_bytes(table_);
      values_.ask(pool_, allowed - std::min(allowed, beside), most_asked);
    }
    if (options_.sample != 0) {
      const auto slots = sampled();
      report.slots = slots.size();
      check_all(slots.size(), [&](u64 i) { return slots[i]; });
    } else {
      const u64 all = table_.slots(), n = options_.slices != 0 ? options_.slices : 1,
                k = options_.slices != 0 ? options_.slice : 1;
      report.first_slot = part_border(all, n, k - 1);
      report.slots = part_border(all, n, k) - report.first_slot;
      const u64 ranks = static_cast<u64>(ranks_.size()), rank = static_cast<u64>(ranks_.rank());
      const Slot first = report.first_slot + part_border(report.slots, ranks, rank);
      if constexpr (Blocked<G>) {
        by_blocks_ = !values_.in_batches() && blocks_fit();
        if (by_blocks_ && report.whole && Values::whole_bytes(table_) + BlockSuccessors<G>::bytes_for(g_) <= allowed)
          blocks_->turn_all(pool_);
      }
      check_all(report.first_slot + part_border(report.slots, ranks, rank + 1) - first, [&](u64 i) { return first + i; });
    }
    collect(report);
    if constexpr (Scored<G>)
      if (report.whole && report.wrong == 0) find_circles(report);
    return report;
  }

  // All ranks must see the same table.
  void agree(bool whole) {
    if (ranks_.alone()) return;
    if (!whole) throw Error(Exit::usage, "several processes check a whole table: leave out --slice and --sample");
    const u64 mine = table_.file().fingerprint();
    const std::vector<u64> all = ranks_.words_of_all(std::span(&mine, 1));
    for (std::size_t r = 1; r < all.size(); ++r)
      if (all[r] != all[0])
        throw Error(Exit::usage, fmt::format("process {} sees another table than process 0: all must see the same file", r));
  }

  u64 whole_bytes() const {
    u64 n = Values::whole_bytes(table_);
    if constexpr (Scored<G>) n += Foundation<G>::bytes_for(g_);
    return n;
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
  void stop_if_asked() const {
    if (options_.should_stop && options_.should_stop())
      throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
  }

  static constexpr u64 most_cache = u64{4} << 30;

  struct Part {
    u64 wrong = 0;
    std::vector<VerifyReport::Offence> first;
    StatisticsBuilder counted{G::folded};
  };

  // Random positions whose value the table holds, by slot; the same for one seed, whatever the machine.
  std::vector<Slot> sampled() const {
    auto mixed = [](u64 x) { // splitmix64
      x += 0x9e3779b97f4a7c15;
      x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
      x = (x ^ x >> 27) * 0x94d049bb133111eb;
      return x ^ x >> 31;
    };
    constexpr int most_tries = 1000; // where hardly any slot holds a position, the sample is smaller
    std::vector<Slot> slots;
    for (u64 i = 0; i < options_.sample && table_.slots() != 0; ++i) {
      for (u64 state = mixed(mixed(options_.seed) + i), tries = 0; tries < most_tries; ++tries, state = mixed(state)) {
        PositionOf<G> p;
        const Slot s = state % table_.slots();
        if (!g_.unrank(s, p) || left_out(p)) continue;
        slots.push_back(s);
        break;
      }
    }
    std::sort(slots.begin(), slots.end()); // neighbours share blocks
    return slots;
  }

  // In rounds of a fraction of a second, so that somebody can watch, and stop it.
  template <class SlotOf> void check_all(u64 count, SlotOf&& slot_of) {
    const double start = wall_seconds();
    auto report = [&](u64 done) { // the others are about as far
      const u64 n = static_cast<u64>(ranks_.size());
      if (options_.on_progress)
        options_.on_progress({done * n, count * n, static_cast<double>(done * n) / std::max(1e-9, wall_seconds() - start)});
    };
    if (values_.in_batches())
      return values_.each(
          pool_, 0, count, Values::piece,
          [&](u64 first, u64 last, int worker) {
            for (u64 i = first; i < last; ++i) values_.asking() ? ask_for(slot_of(i), worker) : check(slot_of(i), worker);
          },
          [&](u64 done) {
            stop_if_asked();
            report(done);
          });
    const u64 least = static_cast<u64>(pool_.threads()) * 64;
    u64 round = least;
    for (u64 done = 0; done < count;) {
      stop_if_asked();
      const double before = wall_seconds();
      const u64 end = std::min(count, done + round);
      pool_.for_ranges(done, end, std::max<u64>(16, std::min<u64>(4096, round / least)), [&](u64 first, u64 last, int worker) {
        if constexpr (Blocked<G>)
          if (by_blocks_) return check_by_blocks(slot_of(first), slot_of(last - 1) + 1, worker);
        for (u64 i = first; i < last; ++i) check(slot_of(i), worker);
      });
      done = end;
      const double now = wall_seconds();
      if (now - before < 0.05) round *= 2;
      if (now - before > 0.4) round = std::max(least, round / 2);
      report(done);
    }
  }

  // Whether the table does not hold a position though the index does: the rules tell its value, or its successors.
  bool left_out(const PositionOf<G>& p) const {
    return !table_.header().holds_settled && (settle(g_, p).known() || deferred(g_, p));
  }

  Value value_of(const PositionOf<G>& q, int worker) const {
    const Slot s = g_.rank(q);
    if (s == no_slot) {
      if constexpr (Scored<G>) return scored(score_of(g_, q, [&](Slot at) { return values_.at(at, worker).score; }));
      return settle(g_, q);
    }
    if (!left_out(q)) return values_.at(s, worker);
    const Value v = settle(g_, q);
    return v.known() ? v : expected(q, worker);
  }

  // What the rules and the successors' values make of p.
  Value expected(const PositionOf<G>& p, int worker) const {
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
      const Value v = value_of_move_to(value_of(g_.play(p, moves[i]), worker), pays);
      all_known = all_known && v.known();
      if (i == 0 || better(v, best)) best = v;
    }
    return all_known ? best : unknown_value;
  }

  // Asks for what check() will ask for.
  void ask_for(Slot s, int worker) const {
    PositionOf<G> p;
    if (g_.unrank(s, p)) left_out(p) ? value_of(p, worker) : expected(p, worker);
  }
  // The values of so many others; a position outside the index of a game of scores stands for its successors.
  static constexpr u64 most_asked = static_cast<u64>(G::max_moves) * (Scored<G> ? static_cast<u64>(G::max_moves) : 1);

  void check(Slot s, int worker) {
    Part& part = parts_[static_cast<std::size_t>(worker)];
    PositionOf<G> p;
    const Value found = values_.own(s, worker);
    if (!g_.unrank(s, p)) {
      part.counted.add(unknown_value, 0);
      if (found.known()) offend(part, {s, "", found, unknown_value});
      return;
    }
    if (left_out(p)) {
      part.counted.add(value_of(p, worker), orbit(g_, p));
      const Value filler = s % table_.slots_per_block() == 0 ? draw_value : values_.own(s - 1, worker);
      if (found != filler) offend(part, {s, g_.print(p), found, filler, true});
      return;
    }
    const Value right = expected(p, worker);
    part.counted.add(found, orbit(g_, p));
    if (!right.known() || !compatible(found, right)) offend(part, {s, g_.print(p), found, right});
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
    Value at(Slot s) const { return values.at(s, worker); }
    const std::byte* bytewise(Slot s) const { return values.bytewise(s); }
    void expect(Slot first, u64 count) const { values.expect(first, count); }
  };
  // The same for a stretch of slots of a game with blocks, whole shapes at a time. Shapes that are their own image are rare and
  // looked at slot by slot.
  void check_by_blocks(Slot first, Slot last, int worker)
    requires Blocked<G>
  {
    Part& part = parts_[static_cast<std::size_t>(worker)];
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
          part.counted.add(unknown_value, 0);
          if (found.known()) offend(part, {s, "", found, unknown_value});
        } else if (!holds_settled && over.settled[n]) {
          part.counted.add(over.expected(n), 2);
          const Value filler = s % table_.slots_per_block() == 0 ? draw_value : at.at(s - 1);
          if (found != filler) offend(part, {s, text(s), found, filler, true});
        } else {
          part.counted.add(found, 2);
          if (!over.expected(n).known() || !compatible(found, over.expected(n)))
            offend(part, {s, text(s), found, over.expected(n)});
        }
      }
    }
  }
  std::string text(Slot s) const {
    PositionOf<G> p;
    return g_.unrank(s, p) ? g_.print(p) : "";
  }

  void offend(Part& part, VerifyReport::Offence offence) const {
    ++part.wrong;
    part.first.push_back(std::move(offence));
    if (part.first.size() > 2 * options_.most_shown + 16) shorten(part.first);
  }
  // The first ones by slot, whichever thread came to them.
  void shorten(std::vector<VerifyReport::Offence>& list) const {
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
    if (list.size() > options_.most_shown) list.resize(options_.most_shown);
  }

  void collect(VerifyReport& report) {
    if (!ranks_.alone()) parts_ = parts_of_all();
    StatisticsBuilder counted(G::folded);
    for (const auto& part : parts_) {
      report.wrong += part.wrong;
      report.first.insert(report.first.end(), part.first.begin(), part.first.end());
      counted.add(part.counted);
    }
    shorten(report.first);
    if (report.whole) report.statistics_agree = agree(counted.finish(value_of(g_.start(), 0)), table_.header().statistics);
  }

  // What every rank has found, as words.
  std::vector<Part> parts_of_all() {
    Part sum;
    for (const auto& part : parts_) {
      sum.wrong += part.wrong;
      sum.first.insert(sum.first.end(), part.first.begin(), part.first.end());
      sum.counted.add(part.counted);
    }
    shorten(sum.first);
    auto word = [](i32 n) { return static_cast<u64>(static_cast<i64>(n)); };
    std::vector<u64> out{sum.wrong, sum.first.size()};
    for (const auto& o : sum.first) {
      out.insert(out.end(), {o.slot, u64{o.filler}});
      for (const Value v : {o.found, o.expected}) out.insert(out.end(), {static_cast<u64>(v.wdl), word(v.plies), word(v.score)});
    }
    sum.counted.pack(out);
    std::vector<Part> all;
    for (const Message& m : ranks_.gather(bytes_of(out))) {
      const std::vector<u64> words = words_of(m);
      const u64* in = words.data();
      auto next = [&in] { return static_cast<i32>(*in++); };
      Part& part = all.emplace_back();
      part.wrong = *in++;
      for (u64 n = *in++; n > 0; --n) {
        const Slot s = *in++;
        const bool filler = *in++ != 0;
        Value v[2];
        for (Value& of : v) {
          of.wdl = static_cast<Wdl>(next());
          of.plies = next();
          of.score = next();
        }
        part.first.push_back({s, text(s), v[0], v[1], filler});
      }
      part.counted.unpack(in);
    }
    return all;
  }

  // Without distances the counts by plies can only be checked against the totals.
  bool agree(const Statistics& counted, const Statistics& header) const {
    if (table_.has_distances() || Scored<G>) return counted == header;
    auto sum = [](const std::vector<u64>& counts) { return std::accumulate(counts.begin(), counts.end(), u64{0}); };
    return counted.positions == header.positions && counted.orbits == header.orbits &&
           counted.empty_slots == header.empty_slots && compatible(counted.initial, header.initial) &&
           sum(header.wins_by_plies) == header.positions.wins && sum(header.losses_by_plies) == header.positions.losses;
  }

  G g_;
  const Table& table_;
  VerifyOptions options_;
  Ranks& ranks_;
  Pool pool_;
  Values values_;
  std::vector<Part> parts_; // by thread
  struct Nothing {};
  template <class T> struct SuccessorsOf {
    using type = Nothing;
  };
  template <Blocked T> struct SuccessorsOf<T> {
    using type = BlockSuccessors<T>;
  };
  std::unique_ptr<typename SuccessorsOf<G>::type> blocks_;
  bool by_blocks_ = false;
};

} // namespace zermelo
