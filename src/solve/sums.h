// What the slots of a solution add up to; one for each thread, added together in the end. Of a game with layers also each layer,
// and some of the positions with the longest win.
#pragma once

#include <algorithm>

#include "index/cubes.h"
#include "index/layers.h"
#include "table/findings.h"

namespace zermelo {

template <Indexed G> class Sums {
public:
  explicit Sums(const G& g) : g_(&g), all_(G::folded) {
    if constexpr (in_parts) parts_.resize(layers().size());
  }

  // Slots in rising order, as far as one stretch of them goes. Unknown: the slot holds no position.
  void add(Slot s, Value v, int orbit) {
    all_.add(v, orbit);
    if constexpr (in_parts) {
      if (v.known()) add_to_part(s, v, static_cast<u64>(orbit));
    }
  }

  void add(const Sums& other) {
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

  // As words, for another process to add; names of parts are not among them.
  std::vector<u64> pack() const {
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
  void unpack(const u64* in) {
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

  Statistics statistics(Value initial) const { return all_.finish(initial); }

  Findings findings() const {
    Findings f;
    if constexpr (in_parts) {
      f.parts = parts_;
      for (std::size_t i = 0; i < parts_.size(); ++i) f.parts[i].name = name(i);
      for (const Slot s : longest_) {
        PositionOf<G> p;
        if (f.longest_positions.size() < Findings::most_positions && g_->unrank(s, p))
          f.longest_positions.push_back(g_->print(p));
      }
    }
    return f;
  }

private:
  static constexpr bool in_parts = Cubed<G> || LayeredTable<G>;
  const auto& layers() const {
    if constexpr (Cubed<G>) {
      return g_->cubes().layers();
    } else {
      return g_->layers();
    }
  }
  std::string name(std::size_t i) const {
    if constexpr (Cubed<G>) {
      return g_->cubes().name(i);
    } else {
      return layers()[i].name;
    }
  }
  static bool second_moves(const CubeLayer& layer, Slot s) { return ((s - layer.first) >> layer.pieces & 1) != 0; }
  static bool second_moves(const TableLayer& layer, Slot s) { return s >= layer.second; }

  void add_to_part(Slot s, Value v, u64 count) {
    if (s < layers()[layer_].first) layer_ = 0;
    while (layer_ + 1 < layers().size() && layers()[layer_ + 1].first <= s) ++layer_;
    auto& part = parts_[layer_];
    const bool second = second_moves(layers()[layer_], s);
    (second ? part.second : part.first).add(v.wdl, count);
    if (v.wdl != Wdl::win || v.plies < part.longest) return;
    part.longest = v.plies;
    if (v.plies < plies_) return;
    if (v.plies > plies_) longest_.clear();
    plies_ = v.plies;
    longest_.push_back(s);
    if (longest_.size() > 4 * Findings::most_positions) trim();
  }

  void trim() { // to the lowest slots
    std::sort(longest_.begin(), longest_.end());
    if (longest_.size() > Findings::most_positions) longest_.resize(Findings::most_positions);
  }

  const G* g_;
  StatisticsBuilder all_;
  std::vector<Findings::Part> parts_;
  std::size_t layer_ = 0; // of the last slot
  std::vector<Slot> longest_;
  i32 plies_ = 0;
};

} // namespace zermelo
