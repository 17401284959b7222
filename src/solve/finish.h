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

// Into the result: the statistics and what else is told. at(slot) is the value found; unknown where there is no position.
template <Indexed G, class At> void count_values(const G& g, const At& at, Pool& pool, SolveResult& result) {
  std::vector<Sums<G>> sums(static_cast<std::size_t>(pool.threads()), Sums<G>(g));
  pool.for_ranges(0, g.size(), u64{1} << 14, [&](u64 first, u64 last, int worker) {
    auto& sum = sums[static_cast<std::size_t>(worker)];
    for (Slot s = first; s < last; ++s) {
      const Value v = at(s);
      sum.add(s, v, v.known() ? orbit_at(g, s) : 0);
    }
  });
  for (std::size_t i = 1; i < sums.size(); ++i) sums[0].add(sums[i]);
  const Slot start = g.rank(g.start());
  result.statistics = sums[0].statistics(start == no_slot ? settle(g, g.start()) : at(start));
  result.findings = sums[0].findings();
}

// A table of values; pack(block, bytes) provides the packed bytes of one block, from any thread. Every solver of values ends
// here, so that one game has one file.
template <class Pack> u64 write_packed(const std::filesystem::path& path, const TableHeader& header, Pool& pool, Pack&& pack) {
  ensure(header.encoding == Encoding::wdl2 && !header.holds_settled, "a table of values leaves out what the rules settle");
  return write_blocks(path, header_text(header), bytes_for(Encoding::wdl2, header.identity.slots),
                      bytes_for(Encoding::wdl2, block_slots(Encoding::wdl2)), values_level, pool, std::forward<Pack>(pack));
}

// As many bytes a slot as the encoding has.
template <class At> u64 write_distances(const std::filesystem::path& path, const TableHeader& header, const At& at, Pool& pool) {
  const u64 per_block = block_slots(header.encoding), size = bits_per_slot(header.encoding) / 8;
  return write_blocks(path, header_text(header), header.identity.slots * size, per_block * size, table_level, pool,
                      [&](u64 block, Bytes& raw) {
                        const Slot first = block * per_block;
                        for (u64 i = 0; i < raw.size() / size; ++i) {
                          const Value v = at(first + i);
                          const u32 code = v.known() ? encode(header.encoding, v) : no_position_code(header.encoding);
                          std::memcpy(&raw[i * size], &code, size);
                        }
                      });
}

// Two bits a slot; what the rules settle is left to them, and what is deferred to its successors.
template <Indexed G, class At>
u64 write_values(const std::filesystem::path& path, const TableHeader& header, const G& g, const At& at, Pool& pool) {
  return write_packed(path, header, pool, [&](u64 block, Bytes& raw) {
    Wdl2Packer packer(raw);
    Walker<G> walker(g);
    const Slot first = block * block_slots(Encoding::wdl2), last = std::min(g.size(), first + block_slots(Encoding::wdl2));
    for (Slot s = first; s < last; s += 64) {
      Wdl2Word word;
      const int n = static_cast<int>(std::min<u64>(64, last - s));
      for (int i = 0; i < n; ++i) {
        const Slot slot = s + static_cast<Slot>(i);
        const u64 bit = u64{1} << i;
        PositionOf<G> p;
        if (!walker.unrank(slot, p)) {
          word.empty |= bit;
        } else if (settle(g, p).known() || deferred(g, p)) {
          word.settled |= bit;
        } else {
          const Wdl wdl = at(slot).wdl;
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
