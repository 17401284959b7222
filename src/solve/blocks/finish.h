// The end of a solve by blocks: count what was found, and write it down.
#pragma once

#include "solve/blocks/distances.h"
#include "solve/blocks/values.h"
#include "solve/blocks/watch.h"
#include "solve/finish.h"

namespace zermelo {

template <Blocked G, class S> class BlockFinish {
public:
  BlockFinish(const G& g, const BlockState& state, Pool& pool) : g_(g), state_(state), pool_(pool) {}

  // From the counts of the passes; only positions that are their own mirror image are looked for.
  Statistics statistics(Value initial) const {
    Statistics s;
    for (std::size_t plies = 0; plies < state_.counts.size(); ++plies) {
      if (state_.counts[plies] == 0) continue;
      auto& rows = plies % 2 == 1 ? s.wins_by_plies : s.losses_by_plies;
      if (rows.size() <= plies) rows.resize(plies + 1, 0);
      rows[plies] = state_.counts[plies];
      s.positions.add(plies % 2 == 1 ? Wdl::win : Wdl::loss, state_.counts[plies]);
    }
    s.positions.draws = state_.census.positions - s.positions.wins - s.positions.losses;
    const Tally own = BlockValues<G, S>(g_, state_).own_images();
    s.orbits = {(s.positions.wins + own.wins) / 2, (s.positions.losses + own.losses) / 2, (s.positions.draws + own.draws) / 2};
    s.empty_slots = g_.size() - s.orbits.positions();
    s.initial = initial;
    return s;
  }

  // The positions that the last win pass found, one of each mirror pair.
  std::vector<std::string> longest() const {
    std::vector<Slot> slots;
    if (state_.latest.size() > BlockState::most_latest) return {};
    for (std::size_t at = 0; at < state_.latest.size(); at += 1 + S::words)
      for (u32 n = 0; n < S::size; ++n)
        if ((state_.latest[at + 1 + n / 64] >> (n % 64) & 1) != 0) slots.push_back(state_.latest[at] * S::size + n);
    std::sort(slots.begin(), slots.end());
    std::vector<std::string> out;
    for (const Slot s : slots) {
      PositionOf<G> p;
      if (g_.unrank(s, p) && out.size() < Findings::most_positions) out.push_back(g_.print(p));
    }
    return out;
  }

  u64 write_values(const std::filesystem::path& path, const TableHeader& header) const {
    static_assert(block_slots(Encoding::wdl2) % S::size == 0, "no shape is cut by a block");
    return write_packed(path, header, pool_, [&](u64 block, Bytes& raw) {
      BlockValues<G, S> values(g_, state_);
      Wdl2Packer packer(raw);
      const u64 first = block * (block_slots(Encoding::wdl2) / S::size);
      const u64 last = std::min(state_.shapes, first + block_slots(Encoding::wdl2) / S::size);
      for (u64 shape = first; shape < last; ++shape) {
        const auto all = values.read(static_cast<u32>(shape));
        for (int i = 0; i < S::words; ++i)
          packer.put({all.won.w[i], all.lost.w[i], all.settled.w[i], ~all.positions.w[i]}, std::min(64, S::size - 64 * i));
      }
      packer.finish();
    });
  }

  u64 write_distances(const std::filesystem::path& path, const TableHeader& header, const u8* plies) const {
    const u64 per_block = block_slots(Encoding::plies8);
    return write_blocks(path, header_text(header), g_.size(), per_block, table_level, pool_, [&](u64 block, Bytes& raw) {
      BlockValues<G, S> values(g_, state_);
      const u64 first = block * per_block, last = first + raw.size();
      for (u64 shape = first / S::size; shape * S::size < last; ++shape) {
        const auto set = values.positions(static_cast<u32>(shape));
        const u64 from = std::max(first, shape * S::size), to = std::min(last, (shape + 1) * S::size);
        for (u64 slot = from; slot < to; ++slot) {
          const u64 n = slot - shape * S::size;
          const bool position = (set.w[n / 64] >> (n % 64) & 1) != 0;
          raw[slot - first] = static_cast<std::byte>(position ? plies[slot] : no_position_code(Encoding::plies8));
        }
      }
    });
  }

private:
  const G& g_;
  const BlockState& state_;
  Pool& pool_;
};

} // namespace zermelo
