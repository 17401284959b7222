#include "verify/table_check.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"
#include "base/machine.h"

namespace zermelo {
namespace {

constexpr u64 most_cache = u64{4} << 30;

} // namespace

TableCheck::TableCheck(const Table& table, const VerifyOptions& options, const Kind& kind)
    : table_(table), options_(options), ranks_(options.ranks != nullptr ? *options.ranks : one_rank()), pool_(options.threads),
      values_(table), kind_(kind),
      parts_(static_cast<std::size_t>(pool_.threads()), Part{0, {}, StatisticsBuilder(kind.folded)}) {}

VerifyReport TableCheck::run() try { return check_slots(); } catch (const Error& e) {
  if (!ranks_.alone()) ranks_.fail(e.code(), e.what());
  throw;
}

VerifyReport TableCheck::check_slots() {
  VerifyReport report;
  report.distances = table_.has_distances();
  report.scores = kind_.scored;
  report.whole = options_.slices == 0 && options_.sample == 0;
  agree(report.whole);
  const u64 allowed = options_.memory != 0 ? options_.memory : available_memory() / static_cast<u64>(ranks_.size());
  if (!report.whole) {
    values_.open(pool_, options_.memory != 0 ? allowed : std::min(allowed / 2, most_cache));
  } else if (const u64 needed = Values::whole_bytes(table_) + kind_.bytes; needed <= allowed && !options_.in_batches) {
    values_.load(pool_);
  } else if (!kind_.in_batches) {
    throw Error(Exit::resources, "checking this table at once takes " + bytes(needed) + " of memory; " + bytes(allowed) +
                                     " are there; --slice K/N and --sample COUNT check parts of it in less");
  } else {
    values_.ask(pool_, allowed - std::min(allowed, kind_.bytes), kind_.most_asked);
  }
  if (options_.sample != 0) {
    const auto slots = sampled();
    report.slots = slots.size();
    check_all(slots.size(), {0, slots.data()});
  } else {
    const u64 all = table_.slots(), n = options_.slices != 0 ? options_.slices : 1, k = options_.slices != 0 ? options_.slice : 1;
    report.first_slot = part_border(all, n, k - 1);
    report.slots = part_border(all, n, k) - report.first_slot;
    const u64 ranks = static_cast<u64>(ranks_.size()), rank = static_cast<u64>(ranks_.rank());
    const Slot first = report.first_slot + part_border(report.slots, ranks, rank);
    before(report.whole, allowed);
    check_all(report.first_slot + part_border(report.slots, ranks, rank + 1) - first, {first});
  }
  collect(report);
  if (report.whole && report.wrong == 0) after(report);
  return report;
}

// All ranks must see the same table.
void TableCheck::agree(bool whole) {
  if (ranks_.alone()) return;
  if (!whole) throw Error(Exit::usage, "several processes check a whole table: leave out --slice and --sample");
  const u64 mine = table_.file().fingerprint();
  const std::vector<u64> all = ranks_.words_of_all(std::span(&mine, 1));
  for (std::size_t r = 1; r < all.size(); ++r)
    if (all[r] != all[0])
      throw Error(Exit::usage, fmt::format("process {} sees another table than process 0: all must see the same file", r));
}

void TableCheck::stop_if_asked() const {
  if (options_.should_stop && options_.should_stop())
    throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
}

// Random positions whose value the table holds, by slot; the same for one seed, whatever the machine.
std::vector<Slot> TableCheck::sampled() const {
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
      const Slot s = state % table_.slots();
      if (!holds(s)) continue;
      slots.push_back(s);
      break;
    }
  }
  std::sort(slots.begin(), slots.end()); // neighbours share blocks
  return slots;
}

// In rounds of a fraction of a second, so that somebody can watch, and stop it.
void TableCheck::check_all(u64 count, const Slots& slots) {
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
          values_.asking() ? ask(slots, first, last, worker) : check(slots, first, last, worker);
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
    pool_.for_ranges(done, end, std::max<u64>(16, std::min<u64>(4096, round / least)),
                     [&](u64 first, u64 last, int worker) { check(slots, first, last, worker); });
    done = end;
    const double now = wall_seconds();
    if (now - before < 0.05) round *= 2;
    if (now - before > 0.4) round = std::max(least, round / 2);
    report(done);
  }
}

void TableCheck::offend(Part& part, VerifyReport::Offence offence) const {
  ++part.wrong;
  part.first.push_back(std::move(offence));
  if (part.first.size() > 2 * options_.most_shown + 16) shorten(part.first);
}
// The first ones by slot, whichever thread came to them.
void TableCheck::shorten(std::vector<VerifyReport::Offence>& list) const {
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
  if (list.size() > options_.most_shown) list.resize(options_.most_shown);
}

void TableCheck::collect(VerifyReport& report) {
  if (!ranks_.alone()) parts_ = parts_of_all();
  StatisticsBuilder counted(kind_.folded);
  for (const auto& part : parts_) {
    report.wrong += part.wrong;
    report.first.insert(report.first.end(), part.first.begin(), part.first.end());
    counted.add(part.counted);
  }
  shorten(report.first);
  if (report.whole) report.statistics_agree = agree(counted.finish(value_of_start()), table_.header().statistics);
}

// What every rank has found, as words.
std::vector<TableCheck::Part> TableCheck::parts_of_all() {
  Part sum{0, {}, StatisticsBuilder(kind_.folded)};
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
    Part& part = all.emplace_back(Part{0, {}, StatisticsBuilder(kind_.folded)});
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
bool TableCheck::agree(const Statistics& counted, const Statistics& header) const {
  if (table_.has_distances() || kind_.scored) return counted == header;
  auto sum = [](const std::vector<u64>& counts) { return std::accumulate(counts.begin(), counts.end(), u64{0}); };
  return counted.positions == header.positions && counted.orbits == header.orbits && counted.empty_slots == header.empty_slots &&
         compatible(counted.initial, header.initial) && sum(header.wins_by_plies) == header.positions.wins &&
         sum(header.losses_by_plies) == header.positions.losses;
}

} // namespace zermelo
