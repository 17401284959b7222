// The end of a solve: count what was found, and write it down.
#pragma once

#include "game/concepts.h"
#include "solve/checkpoint.h"

namespace zermelo {

// How a slot counts: the positions it stands for, and whether it is the one that counts for its class.
struct Share {
  u64 positions = 1;
  bool orbit = true;
};

template <Indexed G> Share share_of(const G& g, Slot s) {
  if constexpr (Weighing<G> && G::folded) return {static_cast<u64>(g.weight(s)), true};
  if constexpr (!Symmetric<G>) return {};
  PositionOf<G> p;
  g.unrank(s, p);
  if (G::folded) return {static_cast<u64>(orbit(g, p)), true};
  return {1, canonical(g, p) == p};
}

template <class Word, Indexed G> Statistics count_values(const G& g, const Work<Word>& work, Pool& pool) {
  std::vector<Statistics> parts(static_cast<std::size_t>(pool.threads()));
  pool.for_ranges(0, work.slots, Work<Word>::chunk / 4, [&](u64 first, u64 last, int worker) {
    Statistics& part = parts[static_cast<std::size_t>(worker)];
    for (Slot s = first; s < last; ++s) {
      const Value v = Cell<Word>::value(work.cells[s], work.limit);
      const Share share = v.known() ? share_of(g, s) : Share{};
      part.add(v, share.positions, share.orbit);
    }
  });
  Statistics all;
  for (const auto& part : parts) all.add(part);
  all.initial = settle(g, g.start());
  if (const Slot s = g.rank(g.start()); s != no_slot) all.initial = Cell<Word>::value(work.cells[s], work.limit);
  return all;
}

template <class Word> u64 write_table(const std::filesystem::path& path, const TableHeader& header, const Work<Word>& work, Pool& pool) {
  const u64 block_bytes = table_block_slots * sizeof(Word);
  return write_blocks(path, to_json(header), work.slots * sizeof(Word), block_bytes, table_level, pool, [&](u64 block, Bytes& raw) {
    const Slot first = block * table_block_slots;
    for (u64 i = 0; i < raw.size() / sizeof(Word); ++i) {
      const Value v = Cell<Word>::value(work.cells[first + i], work.limit);
      const auto code = static_cast<Word>(v.known() ? encode(header.encoding, v) : no_position_code(header.encoding));
      std::memcpy(&raw[i * sizeof(Word)], &code, sizeof code);
    }
  });
}

} // namespace zermelo
