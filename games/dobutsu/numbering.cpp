// Builds the tables of a numbering: about 10 KB for each pair of lion squares.
#include "dobutsu/numbering.h"

namespace zermelo::dobutsu {

NumberingTables::NumberingTables(const std::vector<LionPair>& pairs, bool quiet, bool folded) {
  std::vector<LionPair> kept;
  auto folds = [&](const LionPair& l) { return folded && column_of(l.own) == 1 && column_of(l.other) == 1; };
  for (const auto& l : pairs) {
    if (folded && l.own * 16 + l.other > mirrored(l.own) * 16 + mirrored(l.other)) continue;
    kept.push_back(l);
  }
  std::stable_partition(kept.begin(), kept.end(), folds);
  for (const auto& l : kept) {
    const Placements spec{l, quiet, folds(l)};
    const int pair = static_cast<int>(lions_.size());
    pair_of_[index(l.own * 16 + l.other)] = pair;
    if (folded && !spec.folds) pair_of_[index(mirrored(l.own) * 16 + mirrored(l.other))] = pair | Numbering::image;
    lions_.push_back(own_lion << 4 * l.own | other_lion << 4 * l.other);
    auto& order = order_.emplace_back();
    std::size_t n = 0;
    for (int cell = 0; cell < cells; ++cell)
      if (cell != l.own && cell != l.other) order[n++] = static_cast<u8>(4 * cell);

    const Frontier<u32> counts(spec);
    const int modes = spec.folds ? Placements::modes : 1;
    base_.push_back(static_cast<u32>(n_.size_));
    blocks_.push_back(table_.size());
    table_.resize(table_.size() + std::size_t{Numbering::block_size} * index(modes), ~u32{0});
    fill(counts, spec, &table_[blocks_.back()], modes);
    n_.size_ += counts.size();
    if (spec.folds) {
      ++n_.folding_;
      n_.symmetric_end_ = n_.size_;
    }
  }
  ensure(n_.size_ < ~u32{0}, "a numbering of Dobutsu positions needs wider slots");
  do base_.push_back(~u32{0});
  while (base_.size() % 8 != 0);
  fill_hands();
  fill_bytes();
  point();
}

void NumberingTables::point() {
  n_.pair_count_ = pairs();
  n_.bases_ = static_cast<int>(base_.size());
  n_.table_size_ = table_.size();
  n_.bytes_size_ = bytes_.size();
  n_.pair_of_ = pair_of_.data();
  n_.base_ = base_.data();
  n_.blocks_ = blocks_.data();
  n_.lions_ = lions_.data();
  n_.order_ = order_.data();
  n_.table_ = table_.data();
  n_.bytes_ = bytes_.data();
  n_.met_ = met_.data();
  n_.leaf_ = leaf_.data();
  n_.hands_ = hands_.data();
}

void NumberingTables::fill_hands() {
  for (int counts = 0; counts < 27; ++counts) {
    const auto off = Placements::off_board(counts);
    const Hands<3> hands(off);
    for (u64 leaf = 0; leaf < hands.size(); ++leaf) {
      const auto own = hands.unrank(leaf);
      u64 board = 0;
      for (std::size_t kind = 0; kind < 3; ++kind) {
        board += static_cast<u64>(own[kind]) * one_in_hand(static_cast<int>(kind));
        board += static_cast<u64>(off[kind] - own[kind]) * one_in_other_hand(static_cast<int>(kind));
      }
      leaf_[board >> 48] = static_cast<u8>(leaf);
      hands_[index(counts * 27) + leaf] = static_cast<u16>(board >> 48);
    }
  }
}

// Two neighbouring cells in one entry: the offset of the left content, then that of the right one in the state after it.
// Entries for more men of a kind than there are stay zero; no board asks for them.
void NumberingTables::fill_bytes() {
  constexpr auto number = [](u32 code) { return code < 8 ? 0 : code - 7; }; // a lion is passed over like an empty cell
  for (u32 byte = 0; byte < 256; ++byte) {
    const u32 left = number(byte & 15), right = number(byte >> 4);
    const u32 weight = (left == 0 ? 0 : Numbering::add(left - 1)) + (right == 0 ? 0 : Numbering::add(right - 1));
    met_[byte] = left * 9 + right + (weight / 8 * 81 << 8);
  }
  auto mode = [](const u32* table, int m) { return table + std::size_t{Numbering::block_size} * index(m); };
  bytes_.assign(std::size_t{Numbering::byte_block} * index(pairs() + n_.folding_), 0);
  for (int i = 0; i < pairs() + n_.folding_; ++i) {
    const bool equal = i >= pairs();
    const u32* table = &table_[blocks_[index(equal ? i - pairs() : i)]];
    for (u32 at = 0; at < Numbering::byte_block; ++at) {
      const u32 shift = at / Numbering::byte_stride * 8, left = at % 81 / 9, right = at % 9;
      u32 state = at / 81 % 27 * 8, sum = 0;
      const int first = equal ? Placements::equal : Placements::plain;
      const int second = equal && shift >= 16 ? Placements::pending + static_cast<int>(left) : first;
      if (left != 0) sum += mode(table, first)[Numbering::row(shift) + state + left - 1];
      if (left != 0) state += Numbering::add(left - 1);
      if (state >= Numbering::stride) continue;
      if (right != 0) sum += mode(table, second)[Numbering::row(shift + 4) + state + right - 1];
      bytes_[std::size_t{Numbering::byte_block} * index(i) + at] = sum;
    }
  }
}

// Copies the offsets out of the frontier. A content that is not allowed gets the offset of the next one that is, so that
// a row does not fall and reading it back never stops there; behind the last one the largest number stays.
void NumberingTables::fill(const Frontier<u32>& counts, const Placements& spec, u32* table, int mode_count) {
  using Cursor = Frontier<u32>::Cursor;
  std::vector<std::optional<u32>> here(index(27 * mode_count)), next;
  here[index(spec.start())] = counts.root().state;
  for (int cell = 0; cell < cells; ++cell) {
    next.assign(here.size(), std::nullopt);
    for (int s = 0; s < 27 * mode_count; ++s) {
      const auto state = here[index(s)];
      if (!state) continue;
      u32* entries =
          table + std::size_t{Numbering::block_size} * index(s / 27) + Numbering::stride * index(cell) + index(s % 27 * 8);
      for (int content = 8; content >= 0; --content) {
        const Cursor c = counts.advance({0, *state}, cell, content);
        const auto after = spec.step(cell, s, content);
        if (c.alive() && after) next[index(*after)] = c.state;
        if (content > 0) entries[content - 1] = c.alive() ? static_cast<u32>(c.rank) : content < 8 ? entries[content] : ~u32{0};
      }
    }
    here = next;
  }
}

} // namespace zermelo::dobutsu
