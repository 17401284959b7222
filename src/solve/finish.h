// The end of a solve: count what was found, and write it down.
#pragma once

#include "game/concepts.h"
#include "solve/checkpoint.h"
#include "solve/sums.h"
#include "table/wdl2.h"

namespace zermelo {

// The size of the class of the position in a slot that holds one.
template <Indexed G> int orbit_at(const G& g, Slot s) {
  if constexpr (Weighing<G>) {
    return g.weight(s);
  } else if constexpr (Symmetric<G>) {
    PositionOf<G> p;
    g.unrank(s, p);
    return g.orbit(p);
  } else {
    return 1;
  }
}

// Into the result: the statistics and what else is told.
template <class Word, Indexed G> void count_values(const G& g, const Work<Word>& work, Pool& pool, SolveResult& result) {
  std::vector<Sums<G>> sums(static_cast<std::size_t>(pool.threads()), Sums<G>(g));
  pool.for_ranges(0, work.slots, Work<Word>::chunk / 4, [&](u64 first, u64 last, int worker) {
    auto& sum = sums[static_cast<std::size_t>(worker)];
    for (Slot s = first; s < last; ++s) {
      const Value v = Cell<Word>::value(work.cells[s], work.limit);
      sum.add(s, v, v.known() ? orbit_at(g, s) : 0);
    }
  });
  for (std::size_t i = 1; i < sums.size(); ++i) sums[0].add(sums[i]);
  const Slot start = g.rank(g.start());
  result.statistics =
      sums[0].statistics(start == no_slot ? settle(g, g.start()) : Cell<Word>::value(work.cells[start], work.limit));
  result.findings = sums[0].findings();
}

// A table of values; pack(block, bytes) provides the packed bytes of one block, from any thread. Every solver of values ends
// here, so that one game has one file.
template <class Pack> u64 write_packed(const std::filesystem::path& path, const TableHeader& header, Pool& pool, Pack&& pack) {
  ensure(header.encoding == Encoding::wdl2 && !header.holds_settled, "a table of values leaves out what the rules settle");
  return write_blocks(path, header_text(header), bytes_for(Encoding::wdl2, header.identity.slots),
                      bytes_for(Encoding::wdl2, block_slots(Encoding::wdl2)), values_level, pool, std::forward<Pack>(pack));
}

template <class Word>
u64 write_distances(const std::filesystem::path& path, const TableHeader& header, const Work<Word>& work, Pool& pool) {
  const u64 per_block = block_slots(header.encoding);
  return write_blocks(path, header_text(header), work.slots * sizeof(Word), per_block * sizeof(Word), table_level, pool,
                      [&](u64 block, Bytes& raw) {
                        const Slot first = block * per_block;
                        for (u64 i = 0; i < raw.size() / sizeof(Word); ++i) {
                          const Value v = Cell<Word>::value(work.cells[first + i], work.limit);
                          const auto code =
                              static_cast<Word>(v.known() ? encode(header.encoding, v) : no_position_code(header.encoding));
                          std::memcpy(&raw[i * sizeof(Word)], &code, sizeof code);
                        }
                      });
}

// Two bits a slot; what the rules settle is left to them.
template <class Word, Indexed G>
u64 write_values(const std::filesystem::path& path, const TableHeader& header, const G& g, const Work<Word>& work, Pool& pool) {
  return write_packed(path, header, pool, [&](u64 block, Bytes& raw) {
    Wdl2Packer packer(raw);
    Walker<G> walker(g);
    const Slot first = block * block_slots(Encoding::wdl2), last = std::min(work.slots, first + block_slots(Encoding::wdl2));
    for (Slot s = first; s < last; s += 64) {
      Wdl2Word word;
      const int n = static_cast<int>(std::min<u64>(64, last - s));
      for (int i = 0; i < n; ++i) {
        const Slot slot = s + static_cast<Slot>(i);
        const u64 bit = u64{1} << i;
        PositionOf<G> p;
        if (!walker.unrank(slot, p)) {
          word.empty |= bit;
        } else if (settle(g, p).known()) {
          word.settled |= bit;
        } else {
          const Wdl wdl = Cell<Word>::value(work.cells[slot], work.limit).wdl;
          if (wdl == Wdl::win) word.won |= bit;
          if (wdl == Wdl::loss) word.lost |= bit;
        }
      }
      packer.put(word, n);
    }
    packer.finish();
  });
}

} // namespace zermelo
