#include "awari/index.h"

#include <algorithm>

namespace zermelo::awari {

Game::Game(int pits_each, int stones_at_start) : halves_(std::make_shared<const Halves>(pits_each, stones_at_start)) {
  pits = pits_each;
  stones = stones_at_start;
  sowing = &Sowing::of(pits);
  Slot next = 0;
  for (int n = 0; n <= stones; ++n) {
    begin_.push_back(next);
    auto& rows = row_begin_.emplace_back();
    for (int other = 0; other <= n; ++other) {
      rows.push_back(next);
      next += halves_->open_count(other) * halves_->count(n - other);
    }
    rows.push_back(next);
  }
  begin_.push_back(next);
}

std::string Game::layer_name(int n) const { return std::to_string(n) + (n == 1 ? " stone" : " stones"); }

void Game::RowWalker::find(Slot s) {
  const auto layer = std::upper_bound(g_->begin_.begin(), g_->begin_.end(), s) - g_->begin_.begin() - 1;
  const auto& rows = g_->row_begin_[static_cast<std::size_t>(layer)];
  const auto other = std::upper_bound(rows.begin(), rows.end(), s) - rows.begin() - 1;
  const Slot begin = rows[static_cast<std::size_t>(other)];
  own_stones_ = static_cast<int>(layer - other);
  const u64 length = g_->halves_->count(own_stones_), row = (s - begin) / length;
  other_ = g_->halves_->unrank_open(static_cast<int>(other), row);
  first_ = begin + row * length;
  last_ = first_ + length;
}

} // namespace zermelo::awari
