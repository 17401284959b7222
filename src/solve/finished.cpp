#include "solve/finished.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace zermelo {

void FinishedStages::open(std::size_t stages) {
  for (std::size_t i = open_.size(); i < stages; ++i) {
    if (files_.is_gone(i)) {
      open_.emplace_back();
      shift_.push_back(0);
      start_.push_back(start_.back());
      continue;
    }
    try {
      open_.push_back(files_.open_finished(i));
    } catch (const Damaged& e) {
      files_.refuse(i, e.what());
    }
    const u64 slots = files_.stages()[i].slots, word = slots == 0 ? 1 : open_[i]->payload_bytes() / slots;
    const u64 per_block = open_[i]->block_bytes() / word;
    ensure(std::has_single_bit(per_block), "a block of a stage has a power of two slots");
    shift_.push_back(std::countr_zero(per_block));
    start_.push_back(start_.back() + open_[i]->blocks());
  }
}

u64 FinishedStages::widest() const {
  u64 most = 1;
  for (std::size_t i = 0; i < open_.size(); ++i)
    if (open_[i]) most = std::max(most, open_[i]->block_bytes() >> shift_[i]);
  return most;
}

u64 FinishedStages::blocks_for(std::span<const Stage> stages, u64 word, u64 block_bytes) {
  u64 n = 0;
  for (const Stage& s : stages) n += (s.slots * word + block_bytes - 1) / block_bytes;
  return n;
}

void FinishedStages::read_block(u64 block, u64 word, Bytes& out) const {
  const std::size_t stage = stage_of_block(block);
  const BlockReader& file = *open_[stage];
  const u64 within = block - start_[stage], has = file.block_bytes() >> shift_[stage];
  try {
    Bytes narrow;
    Bytes& raw = has == word ? out : narrow;
    raw.resize(file.bytes_of_block(within));
    file.read_block(within, raw);
    // The checksums matched, so some program wrote this; a value that no position can have must not become another.
    if (has > word || !sound_(stage, raw)) throw Damaged(file.path().string() + " contradicts itself");
    if (has == word) return;
    out.resize(2 * raw.size());
    widen_codes(raw, reinterpret_cast<u16*>(out.data()));
  } catch (const Damaged& e) {
    files_.refuse(stage, e.what());
  }
}

std::shared_ptr<const Bytes> FinishedStages::recent(u64 block, u64 word) const {
  auto found = recent_.with([&](std::vector<Kept>& all) -> std::shared_ptr<const Bytes> {
    const auto at = std::find_if(all.begin(), all.end(), [&](const Kept& k) { return k.block == block && k.word == word; });
    if (at == all.end()) return nullptr;
    std::rotate(at, at + 1, all.end()); // the last one was used last
    return all.back().bytes;
  });
  if (found) return found;
  auto bytes = std::make_shared<Bytes>();
  read_block(block, word, *bytes);
  recent_.with([&](std::vector<Kept>& all) {
    if (all.size() == kept_) all.erase(all.begin());
    all.push_back({block, word, bytes});
  });
  return bytes;
}

void FinishedStages::read_slots(Slot first, u64 word, std::span<std::byte> out) const {
  while (!out.empty()) {
    const Place at = place(first);
    const auto bytes = recent(at.block, word);
    const u64 n = std::min<u64>(out.size(), bytes->size() - at.offset * word);
    std::memcpy(out.data(), bytes->data() + at.offset * word, n);
    out = out.subspan(n);
    first += n / word;
  }
}

} // namespace zermelo
