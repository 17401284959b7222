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
  for (const Slot s : longest_) {
    if (f.longest_positions.size() == Findings::most_positions) break;
    if (std::string text = print(s); !text.empty()) f.longest_positions.push_back(std::move(text));
  }
  return f;
}

void Sums::add_to_part(Slot s, Value v, u64 count) {
  if (s < layers_[layer_].first) layer_ = 0;
  while (layer_ + 1 < layers_.size() && layers_[layer_ + 1].first <= s) ++layer_;
  auto& part = parts_[layer_];
  const bool second = layers_[layer_].second_moves(s);
  (second ? part.second : part.first).add(v.wdl, count);
  if (v.wdl != Wdl::win || v.plies < part.longest) return;
  part.longest = v.plies;
  if (v.plies < plies_) return;
  if (v.plies > plies_) longest_.clear();
  plies_ = v.plies;
  longest_.push_back(s);
  if (longest_.size() > 4 * Findings::most_positions) trim();
}

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
