#include "solve/sums.h"

#include <algorithm>

namespace zermelo {

void Sums::add(const Sums& other) {
  all_.add(other.all_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    parts_[i].first.add(other.parts_[i].first);
    parts_[i].second.add(other.parts_[i].second);
    parts_[i].longest = std::max(parts_[i].longest, other.parts_[i].longest);
  }
  if (other.plies_ > plies_) longest_.clear();
  if (other.plies_ >= plies_) longest_.insert(longest_.end(), other.longest_.begin(), other.longest_.end());
  plies_ = std::max(plies_, other.plies_);
  trim();
}

std::vector<u64> Sums::pack() const {
  std::vector<u64> out;
  all_.pack(out);
  for (const auto& p : parts_)
    out.insert(out.end(), {p.first.wins, p.first.losses, p.first.draws, p.second.wins, p.second.losses, p.second.draws,
                           static_cast<u64>(p.longest)});
  out.push_back(static_cast<u64>(plies_));
  out.push_back(longest_.size());
  out.insert(out.end(), longest_.begin(), longest_.end());
  return out;
}
void Sums::unpack(const u64* in) {
  all_.unpack(in);
  for (auto& p : parts_) {
    p.first = {in[0], in[1], in[2]};
    p.second = {in[3], in[4], in[5]};
    p.longest = static_cast<i32>(in[6]);
    in += 7;
  }
  plies_ = static_cast<i32>(*in++);
  longest_.assign(in + 1, in + 1 + *in);
}

Findings Sums::findings(FunctionRef<std::string(Slot)> print) const {
  Findings f;
  f.parts = parts_;
  for (std::size_t i = 0; i < parts_.size(); ++i) f.parts[i].name = layers_[i].name;
  std::vector<Slot> in_order = longest_; // a solve that went on counts its stages in any order
  std::sort(in_order.begin(), in_order.end());
  for (const Slot s : in_order) {
    if (f.longest_positions.size() == Findings::most_positions) break;
    if (std::string text = print(s); !text.empty()) f.longest_positions.push_back(std::move(text));
  }
  return f;
}

void Sums::find_layer(Slot s) {
  if (s < layers_[layer_].first) layer_ = 0;
  while (layer_ + 1 < layers_.size() && layers_[layer_ + 1].first <= s) ++layer_;
}

void Sums::add_to_part(Slot s, Value v, u64 count) {
  find_layer(s);
  auto& part = parts_[layer_];
  const bool second = layers_[layer_].second_moves(s);
  (second ? part.second : part.first).add(v.wdl, count);
  if (v.wdl != Wdl::win || v.plies < part.longest) return;
  part.longest = v.plies;
  keep_longest(s, v.plies);
}

void Sums::keep_longest(Slot s, i32 plies) {
  if (plies < plies_) return;
  if (plies > plies_) longest_.clear();
  plies_ = plies;
  longest_.push_back(s);
  if (longest_.size() > 4 * Findings::most_positions) trim();
}

namespace {

template <class Code> constexpr Encoding encoding_of = sizeof(Code) == 1 ? Encoding::plies8 : Encoding::plies16;
// The same code often comes several times in a row: neighbours are counted in different places, so that none waits for the last.
template <class Code> constexpr u64 places = sizeof(Code) == 1 ? 4 : 2;
template <class Code> constexpr u64 codes = u64{1} << 8 * sizeof(Code);

} // namespace

template <class Code> void Sums::add_codes(Slot first, std::span<const Code> all, int orbit) {
  while (!all.empty()) {
    u64 n = all.size();
    bool second = false;
    if (!parts_.empty()) {
      find_layer(first);
      second = layers_[layer_].second_moves(first);
      n = std::min(n, layers_[layer_].other_from(first) - first);
      if (layer_ + 1 < layers_.size()) n = std::min(n, layers_[layer_ + 1].first - first);
    }
    if (counted_.layer != layer_ || counted_.orbit != orbit || counted_.encoding != encoding_of<Code>) {
      close();
      counted_ = {layer_, orbit, encoding_of<Code>, std::move(counted_.times)};
    }
    auto& times = counted_.times[second ? 1 : 0];
    if (times.empty()) times.resize(places<Code> * codes<Code>);
    u64* const at = times.data();
    const Code* const c = all.data();
    u64 i = 0;
    for (; i + places<Code> <= n; i += places<Code>)
      for (u64 k = 0; k < places<Code>; ++k) ++at[k * codes<Code> + c[i + k]];
    for (; i < n; ++i) ++at[c[i]];
    if (!parts_.empty()) look_for_longest(first, all.first(n));
    first += n;
    all = all.subspan(n);
  }
}

template <class Code> void Sums::look_for_longest(Slot first, std::span<const Code> all) {
  // Wins have odd codes, and so has a draw, the largest of all.
  constexpr Code draw = static_cast<Code>(draw_code(encoding_of<Code>));
  Code most = 0;
  for (const Code c : all) most = std::max(most, static_cast<Code>(c % 2 == 1 && c != draw ? c : 0));
  if (most == 0) return;
  const i32 plies = decode(encoding_of<Code>, most).plies;
  if (plies < plies_) return;
  for (u64 i = 0; i < all.size(); ++i)
    if (all[i] == most) keep_longest(first + i, plies);
}

void Sums::close() {
  for (std::size_t who = 0; who < 2; ++who) {
    auto& times = counted_.times[who];
    const u64 n = counted_.encoding == Encoding::plies8 ? codes<u8> : codes<u16>;
    for (u64 code = 0; code < n && !times.empty(); ++code) {
      u64 slots = 0;
      for (u64 at = code; at < times.size(); at += n) slots += times[at];
      if (slots == 0) continue;
      const Value v = decode(counted_.encoding, static_cast<u32>(code));
      all_.add(v, v.known() ? counted_.orbit : 0, slots);
      if (parts_.empty() || !v.known()) continue;
      auto& part = parts_[counted_.layer];
      (who == 1 ? part.second : part.first).add(v.wdl, slots * static_cast<u64>(counted_.orbit));
      if (v.wdl == Wdl::win) part.longest = std::max(part.longest, v.plies);
    }
    times.clear();
  }
}

template void Sums::add_codes(Slot, std::span<const u8>, int);
template void Sums::add_codes(Slot, std::span<const u16>, int);

void Sums::trim() { // to the lowest slots
  std::sort(longest_.begin(), longest_.end());
  if (longest_.size() > Findings::most_positions) longest_.resize(Findings::most_positions);
}

void add_ranks(Ranks& ranks, Sums& sums, Value& initial, const Sums& none) {
  if (ranks.alone()) return;
  const u64 mine[2] = {initial.known() ? static_cast<u64>(initial.wdl) : 0,
                       initial.known() ? static_cast<u64>(initial.plies) : 0};
  const std::vector<u64> values = ranks.words_of_all(mine);
  for (std::size_t r = 0; r < static_cast<std::size_t>(ranks.size()); ++r)
    if (!initial.known() && values[2 * r] != 0) initial = {static_cast<Wdl>(values[2 * r]), static_cast<i32>(values[2 * r + 1])};
  const std::vector<Message> all = ranks.gather(bytes_of(sums.pack()));
  sums = none;
  for (const Message& m : all) {
    Sums one = none;
    one.unpack(words_of(m).data());
    sums.add(one);
  }
}

} // namespace zermelo
