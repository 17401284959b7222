#include "solve/connect/virtual_connections.h"

#include <algorithm>

namespace zermelo {

SmallBoard::SmallBoard(const ConnectionBoard& board) : cells(board.cells) {
  ensure(cells <= most_cells, "a board of connections is too large for this search");
  all = cells == 64 ? ~u64{0} : (u64{1} << cells) - 1;
  for (int cell = 0; cell < cells; ++cell)
    next[static_cast<std::size_t>(cell)] = board.next[static_cast<std::size_t>(cell)].words[0];
  for (int player = 0; player < 2; ++player)
    for (int edge = 0; edge < 2; ++edge) edges[player][edge] = board.edges[player][edge].words[0];
}

u32 Steps::add_touch(int a, int b) {
  steps_.push_back({0, 0, touch, static_cast<u8>(a), static_cast<u8>(b)});
  return static_cast<u32>(steps_.size() - 1);
}
u32 Steps::add_both(u32 first, u32 second, int common) {
  steps_.push_back({first, second, both, static_cast<u8>(common), 0});
  return static_cast<u32>(steps_.size() - 1);
}
u32 Steps::add_either(const u32* begin, u32 count) {
  steps_.push_back({static_cast<u32>(parts_.size()), count, either, 0, 0});
  parts_.insert(parts_.end(), begin, begin + count);
  return static_cast<u32>(steps_.size() - 1);
}

void VirtualConnections::begin(const SmallBoard& board, int player, u64 own, u64 other, Steps& steps) {
  board_ = &board;
  made_ = &steps;
  player_ = player;
  own_ = own;
  other_ = other;
  won_ = joined_ = false;
  threats_.clear();
  waiting_.clear();
  const auto pairs = static_cast<std::size_t>((board.cells + 2) * (board.cells + 2));
  full_.assign(pairs, {});
  semi_.assign(pairs, {});
  const int edge = board.cells;
  for (int end = 0; end < edge + 2; ++end) chain_[static_cast<std::size_t>(end)] = static_cast<u8>(end);
  auto unite = [&](int a, int b) {
    const u8 to = std::max(chain_[static_cast<std::size_t>(a)], chain_[static_cast<std::size_t>(b)]);
    const u8 one = chain_[static_cast<std::size_t>(a)], other_one = chain_[static_cast<std::size_t>(b)];
    for (u8& c : chain_)
      if (c == one || c == other_one) c = to;
  };
  for (u64 rest = own; rest != 0; rest &= rest - 1) {
    const int cell = std::countr_zero(rest);
    for (u64 near = own & board.next[static_cast<std::size_t>(cell)]; near != 0; near &= near - 1)
      unite(cell, std::countr_zero(near));
    for (int e = 0; e < 2; ++e)
      if ((board.edges[player][e] >> cell & 1) != 0) unite(cell, edge + e);
  }
  find_ends();
  if (!joined_) {
    auto add = [&](int a, int b) {
      const int x = chain_[static_cast<std::size_t>(a)], y = chain_[static_cast<std::size_t>(b)];
      if (x != y) add_full(x, y, 0, made_->add_touch(a, b));
    };
    const u64 there = board.all & ~other;
    for (u64 rest = there; rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      for (u64 near = there & board.next[static_cast<std::size_t>(cell)] & ~((u64{2} << cell) - 1); near != 0; near &= near - 1)
        add(cell, std::countr_zero(near));
      for (int e = 0; e < 2; ++e)
        if ((board.edges[player][e] >> cell & 1) != 0) add(cell, edge + e);
    }
  }
  run();
}

// The ends there are, and whether the two edges are one chain.
void VirtualConnections::find_ends() {
  const int edge = board_->cells;
  end_count_ = 0;
  for (int end = 0; end < edge + 2; ++end)
    if (chain_[static_cast<std::size_t>(end)] == end && (end >= edge || (other_ >> end & 1) == 0))
      ends_[static_cast<std::size_t>(end_count_++)] = static_cast<u8>(end);
  joined_ = chain_[static_cast<std::size_t>(edge)] == chain_[static_cast<std::size_t>(edge) + 1];
  if (joined_) won_ = true, winning_ = {};
}

void VirtualConnections::copy_state(const VirtualConnections& before) {
  board_ = before.board_;
  made_ = before.made_;
  player_ = before.player_;
  own_ = before.own_;
  other_ = before.other_;
  chain_ = before.chain_;
  won_ = joined_ = false;
  threats_.clear();
  waiting_.clear();
  if (full_.size() != before.full_.size()) {
    full_.resize(before.full_.size());
    semi_.resize(before.semi_.size());
  }
}

void VirtualConnections::after_own(const VirtualConnections& before, int cell, Steps& steps) {
  copy_state(before);
  made_ = &steps;
  own_ |= u64{1} << cell;
  const int edge = board_->cells;
  u8 to = static_cast<u8>(cell);
  auto each_near = [&](auto&& f) {
    for (u64 near = own_ & board_->next[static_cast<std::size_t>(cell)]; near != 0; near &= near - 1) f(std::countr_zero(near));
    for (int e = 0; e < 2; ++e)
      if ((board_->edges[player_][e] >> cell & 1) != 0) f(edge + e);
  };
  each_near([&](int end) { to = std::max(to, before.chain_[static_cast<std::size_t>(end)]); });
  auto unite = [&](u8 from) {
    for (u8& c : chain_)
      if (c == from) c = to;
  };
  each_near([&](int end) { unite(before.chain_[static_cast<std::size_t>(end)]); });
  unite(static_cast<u8>(cell));
  find_ends();
  if (joined_) {
    set_must_play();
    return;
  }
  for (int i = 0; i < end_count_; ++i)
    for (int j = i + 1; j < end_count_; ++j) {
      const std::size_t at = pair(ends_[static_cast<std::size_t>(i)], ends_[static_cast<std::size_t>(j)]);
      full_[at].count = 0;
      semi_[at].count = 0;
    }
  const u64 stone = u64{1} << cell;
  // What the stone neither touches nor joins stays as it is; all else is found out anew.
  auto each_pair = [&](auto&& f) {
    for (int i = 0; i < before.end_count_; ++i)
      for (int j = i + 1; j < before.end_count_; ++j) {
        const int a = before.ends_[static_cast<std::size_t>(i)], b = before.ends_[static_cast<std::size_t>(j)];
        const int x = chain_[static_cast<std::size_t>(a)], y = chain_[static_cast<std::size_t>(b)];
        if (x != y) f(before.pair(a, b), x, y, x == to || y == to);
      }
  };
  each_pair([&](std::size_t from, int x, int y, bool touched) {
    const auto& list = before.full_[from];
    for (int k = 0; k < list.count; ++k) {
      if (touched || (list.carriers[k] & stone) != 0) {
        add_full(x, y, list.carriers[k] & ~stone, list.steps[k]);
      } else {
        auto& mine = full_[pair(x, y)];
        mine.carriers[mine.count] = list.carriers[k];
        mine.steps[mine.count++] = list.steps[k];
      }
    }
  });
  each_pair([&](std::size_t from, int x, int y, bool touched) {
    const auto& list = before.semi_[from];
    for (int k = 0; k < list.count; ++k) {
      if (touched || (list.carriers[k] & stone) != 0) {
        add_semi(x, y, list.carriers[k] & ~stone, list.steps[k]);
      } else {
        auto& mine = semi_[pair(x, y)];
        if (mine.count < most_semi) {
          mine.carriers[mine.count] = list.carriers[k];
          mine.steps[mine.count++] = list.steps[k];
        }
      }
    }
  });
  for (const Connection& t : before.threats_) add_threat(t.carrier & ~stone, t.step);
  run();
}

void VirtualConnections::after_other(const VirtualConnections& before, int cell) {
  copy_state(before);
  other_ |= u64{1} << cell;
  find_ends();
  const u64 stone = u64{1} << cell;
  for (int i = 0; i < end_count_; ++i)
    for (int j = i + 1; j < end_count_; ++j) {
      const std::size_t at = pair(ends_[static_cast<std::size_t>(i)], ends_[static_cast<std::size_t>(j)]);
      auto keep = [&](auto& mine, const auto& list) {
        mine.count = 0;
        for (int k = 0; k < list.count; ++k)
          if ((list.carriers[k] & stone) == 0) {
            mine.carriers[mine.count] = list.carriers[k];
            mine.steps[mine.count++] = list.steps[k];
          }
      };
      keep(full_[at], before.full_[at]);
      keep(semi_[at], before.semi_[at]);
    }
  for (const Connection& t : before.threats_)
    if ((t.carrier & stone) == 0) threats_.push_back(t);
  if (before.won_ && (before.winning_.carrier & stone) == 0) won_ = true, winning_ = before.winning_;
  set_must_play();
}

void VirtualConnections::add_full(int a, int b, u64 carrier, u32 step) {
  if (won_) return;
  if (edges_of(a, b)) {
    won_ = true;
    winning_ = {carrier, step};
    return;
  }
  if (!full_[pair(a, b)].add(carrier, step)) return;
  waiting_.push_back({static_cast<u8>(a), static_cast<u8>(b), step, carrier});
  semi_[pair(a, b)].drop_around(carrier);
}

void VirtualConnections::add_threat(u64 carrier, u32 step) {
  if (won_) return;
  for (const Connection& t : threats_)
    if ((t.carrier & ~carrier) == 0) return;
  std::erase_if(threats_, [&](const Connection& t) { return (carrier & ~t.carrier) == 0; });
  if (threats_.size() == static_cast<std::size_t>(most_threats)) {
    auto largest = std::max_element(threats_.begin(), threats_.end(), [](const Connection& x, const Connection& y) {
      return std::popcount(x.carrier) < std::popcount(y.carrier);
    });
    if (std::popcount(carrier) >= std::popcount(largest->carrier)) return;
    threats_.erase(largest);
  }
  threats_.push_back({carrier, step});
  u64 common = ~u64{0};
  for (const Connection& t : threats_) common &= t.carrier;
  if (common != 0) return;
  // As few as will do.
  std::vector<u32> parts;
  common = ~u64{0};
  u64 whole = 0;
  while (common != 0) {
    const Connection* best = nullptr;
    for (const Connection& t : threats_) {
      auto worth = [&](const Connection& c) {
        return std::pair(std::popcount(common & c.carrier), std::popcount(c.carrier & ~whole));
      };
      if (best == nullptr || worth(t) < worth(*best)) best = &t;
    }
    common &= best->carrier;
    whole |= best->carrier;
    parts.push_back(best->step);
  }
  won_ = true;
  winning_ = {whole, made_->add_either(parts.data(), static_cast<u32>(parts.size()))};
}

void VirtualConnections::add_semi(int a, int b, u64 carrier, u32 step) {
  if (won_) return;
  if (edges_of(a, b)) return add_threat(carrier, step);
  auto& list = semi_[pair(a, b)];
  if (full_[pair(a, b)].has_within(carrier) || !list.add(carrier, step)) return;
  u32 parts[most_parts] = {step};
  const List<most_semi> others = list; // it changes while full connections are found
  combine(a, b, others, carrier, carrier, parts, 1, 0);
}

void VirtualConnections::combine(int a, int b, const List<most_semi>& list, u64 common, u64 all, u32* parts, u32 count,
                                 int from) {
  for (int i = from; i < list.count && !won_; ++i) {
    const u64 rest = common & list.carriers[i];
    if (rest == common) continue;
    parts[count] = list.steps[i];
    if (rest == 0) {
      const u64 carrier = all | list.carriers[i];
      const auto& full = full_[pair(a, b)];
      bool known = false;
      for (int k = 0; k < full.count; ++k) known = known || (full.carriers[k] & ~carrier) == 0;
      if (!known) add_full(a, b, carrier, made_->add_either(parts, count + 1));
    } else if (count + 1 < most_parts) {
      combine(a, b, list, rest, all | list.carriers[i], parts, count + 1, i + 1);
    }
  }
}

// A new full connection with all that begin where it ends.
void VirtualConnections::extend(const Waiting& w) {
  const int ends[2] = {w.a, w.b};
  for (int side = 0; side < 2 && !won_; ++side) {
    const int k = ends[side], x = ends[1 - side];
    const bool empty = is_empty_cell(k);
    if (k >= board_->cells) continue; // not through an edge: there is no need, and it is most of the work
    for (int i = 0; i < end_count_ && !won_; ++i) {
      const int y = ends_[static_cast<std::size_t>(i)];
      if (y == k || y == x || (w.carrier & bit(y)) != 0) continue;
      const auto& list = full_[pair(k, y)];
      for (int n = 0; n < list.count && !won_; ++n) {
        const u64 carrier = list.carriers[n];
        if ((carrier & w.carrier) != 0 || (carrier & bit(x)) != 0) continue;
        const u64 whole = carrier | w.carrier;
        // Ask before a step is written down: most are known.
        if (empty) {
          const u64 with = whole | bit(k);
          bool known = false;
          if (edges_of(x, y)) {
            for (const Connection& t : threats_) known = known || (t.carrier & ~with) == 0;
          } else {
            const auto& full = full_[pair(x, y)];
            for (int q = 0; q < full.count && !known; ++q) known = (full.carriers[q] & ~with) == 0;
            const auto& semi = semi_[pair(x, y)];
            for (int q = 0; q < semi.count && !known; ++q) known = (semi.carriers[q] & ~with) == 0;
          }
          if (!known) add_semi(x, y, with, made_->add_both(w.step, list.steps[n], k));
        } else {
          bool known = false;
          const auto& full = full_[pair(x, y)];
          for (int q = 0; q < full.count && !known; ++q) known = (full.carriers[q] & ~whole) == 0;
          if (!known) add_full(x, y, whole, made_->add_both(w.step, list.steps[n], k));
        }
      }
    }
  }
}

void VirtualConnections::run() {
  for (std::size_t i = 0; i < waiting_.size() && !won_; ++i) {
    const Waiting w = waiting_[i];
    const auto& list = full_[pair(w.a, w.b)];
    bool there = false;
    for (int k = 0; k < list.count; ++k) there = there || list.carriers[k] == w.carrier;
    if (there) extend(w);
  }
  waiting_.clear();
  set_must_play();
}

void VirtualConnections::set_must_play() {
  must_play_ = board_->all & ~own_ & ~other_;
  for (const Connection& t : threats_) must_play_ &= t.carrier;
}

} // namespace zermelo
