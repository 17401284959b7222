// The end of a solve: count what was found, and write it down.
#pragma once

#include "game/concepts.h"
#include "solve/checkpoint.h"

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

template <class Word, Indexed G> Statistics count_values(const G& g, const Work<Word>& work, Pool& pool) {
  std::vector<StatisticsBuilder> parts(static_cast<std::size_t>(pool.threads()), StatisticsBuilder(G::folded));
  pool.for_ranges(0, work.slots, Work<Word>::chunk / 4, [&](u64 first, u64 last, int worker) {
    auto& part = parts[static_cast<std::size_t>(worker)];
    for (Slot s = first; s < last; ++s) {
      const Value v = Cell<Word>::value(work.cells[s], work.limit);
      part.add(v, v.known() ? orbit_at(g, s) : 0);
    }
  });
  for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
  const Slot start = g.rank(g.start());
  return parts[0].finish(start == no_slot ? settle(g, g.start()) : Cell<Word>::value(work.cells[start], work.limit));
}

template <class Word>
u64 write_table(const std::filesystem::path& path, const TableHeader& header, const Work<Word>& work, Pool& pool) {
  const u64 block_bytes = table_block_slots * sizeof(Word);
  return write_blocks(
      path, header_text(header), work.slots * sizeof(Word), block_bytes, table_level, pool, [&](u64 block, Bytes& raw) {
        const Slot first = block * table_block_slots;
        for (u64 i = 0; i < raw.size() / sizeof(Word); ++i) {
          const Value v = Cell<Word>::value(work.cells[first + i], work.limit);
          const auto code = static_cast<Word>(v.known() ? encode(header.encoding, v) : no_position_code(header.encoding));
          std::memcpy(&raw[i * sizeof(Word)], &code, sizeof code);
        }
      });
}

} // namespace zermelo
