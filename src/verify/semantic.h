// The semantic check of a table: every value is recomputed from the values of its successors, with nothing of the solver.
//
// Why agreement everywhere is a proof, given the rules: call a value justified if it is what its successors' values say. By
// induction on the plies every justified win and loss is right, distance included. A justified draw has no losing successor
// and at least one drawn one, so its player can go on for ever without losing and cannot be said to win; nor can the
// opponent, by the same argument one ply later.
// It shares with the solver the rules, the index and the table reader; the contract check guards the first two, checksums the
// third.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/pool.h"
#include "game/concepts.h"
#include "table/table.h"

namespace zermelo {

struct VerifyOptions {
  int threads = 0;
  u64 memory = 0;      // bytes; 0: what the machine can give
  u64 most_shown = 10; // offending positions to report
  std::function<bool()> should_stop;
};

struct VerifyReport {
  struct Offence {
    Slot slot;
    std::string position; // empty if the slot holds none
    Value found;
    Value expected;
  };
  u64 slots = 0;
  u64 wrong = 0;
  std::vector<Offence> first;   // by slot
  bool statistics_agree = true; // those in the header with those of the values
  bool holds() const { return wrong == 0 && statistics_agree; }
};

template <Indexed G> class SemanticCheck {
public:
  SemanticCheck(const G& g, const Table& table, const VerifyOptions& options)
      : g_(g), table_(table), options_(options), pool_(options.threads), encoding_(table.header().encoding) {}

  VerifyReport run() {
    const u64 bytes_needed = table_.slots() * bytes_per_slot(encoding_) + (u64{1} << 24);
    const u64 allowed = options_.memory != 0 ? options_.memory : available_memory();
    if (bytes_needed > allowed)
      throw Error(Exit::resources,
                  "checking this table takes " + bytes(bytes_needed) + " of memory; " + bytes(allowed) + " are there");
    load();
    std::vector<Part> parts(static_cast<std::size_t>(pool_.threads()));
    pool_.for_ranges(0, table_.slots(), 4096, [&](u64 first, u64 last, int worker) {
      if (options_.should_stop && options_.should_stop())
        throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
      for (Slot s = first; s < last; ++s) check(s, parts[static_cast<std::size_t>(worker)]);
    });
    return collect(parts);
  }

private:
  struct Part {
    u64 wrong = 0;
    std::vector<VerifyReport::Offence> first;
    StatisticsBuilder counted{G::folded};
  };

  void load() {
    (encoding_ == Encoding::plies8 ? narrow_.resize(table_.slots()), 0 : (wide_.resize(table_.slots()), 0));
    const u64 per_block = table_.file().block_bytes() / bytes_per_slot(encoding_);
    pool_.for_ranges(0, table_.blocks(), 1, [&](u64 block, u64, int) {
      std::vector<u32> codes;
      table_.read_codes(block, codes);
      for (u64 i = 0; i < codes.size(); ++i) {
        if (encoding_ == Encoding::plies8) {
          narrow_[block * per_block + i] = static_cast<u8>(codes[i]);
        } else {
          wide_[block * per_block + i] = static_cast<u16>(codes[i]);
        }
      }
    });
  }

  Value stored(Slot s) const { return decode(encoding_, encoding_ == Encoding::plies8 ? narrow_[s] : wide_[s]); }

  Value value_of(const PositionOf<G>& q) const {
    const Slot s = g_.rank(q);
    return s != no_slot ? stored(s) : settle(g_, q);
  }

  // What the rules and the successors' values make of p.
  Value expected(const PositionOf<G>& p) const {
    if (const Wdl over = g_.outcome(p); over != Wdl::unknown) return {over, 0};
    MoveListOf<G> moves;
    g_.moves(p, moves);
    Value best = unknown_value;
    for (int i = 0; i < moves.size(); ++i) {
      const Value v = value_of_move_to(value_of(g_.play(p, moves[i])));
      if (!v.known()) return unknown_value; // a successor without a value: nothing can be said
      if (i == 0 || better(v, best)) best = v;
    }
    return best;
  }

  void check(Slot s, Part& part) const {
    PositionOf<G> p;
    const Value found = stored(s);
    if (!g_.unrank(s, p)) {
      part.counted.add(unknown_value, 0);
      if (found.known()) offend(part, {s, "", found, unknown_value});
      return;
    }
    const Value right = expected(p);
    part.counted.add(found, orbit(g_, p));
    if (!right.known() || found != right) offend(part, {s, g_.print(p), found, right});
  }

  void offend(Part& part, VerifyReport::Offence offence) const {
    ++part.wrong;
    if (part.first.size() < options_.most_shown) part.first.push_back(std::move(offence));
  }

  VerifyReport collect(std::vector<Part>& parts) const {
    VerifyReport report;
    report.slots = table_.slots();
    StatisticsBuilder counted(G::folded);
    for (auto& part : parts) {
      report.wrong += part.wrong;
      report.first.insert(report.first.end(), part.first.begin(), part.first.end());
      counted.add(part.counted);
    }
    report.statistics_agree = counted.finish(value_of(g_.start())) == table_.header().statistics;
    std::sort(report.first.begin(), report.first.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
    if (report.first.size() > options_.most_shown) report.first.resize(options_.most_shown);
    return report;
  }

  G g_;
  const Table& table_;
  VerifyOptions options_;
  Pool pool_;
  Encoding encoding_;
  std::vector<u8> narrow_; // one of the two holds the table
  std::vector<u16> wide_;
};

// Reads every block and checks its checksum; returns the numbers of the damaged ones.
std::vector<u64> damaged_blocks(const BlockReader& file);

} // namespace zermelo
