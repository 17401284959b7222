// A list of at most N elements with no allocation: moves and predecessors of one position.
#pragma once

#include <cassert>

#include "base/types.h"

namespace zermelo {

template <class T, int N> class FixedList {
public:
  static constexpr int capacity = N;

  ZERMELO_HD constexpr void push(const T& x) {
    assert(n_ < N);
    items_[n_++] = x;
  }
  ZERMELO_HD constexpr void clear() { n_ = 0; }
  ZERMELO_HD constexpr void resize(int n) { n_ = n; }
  ZERMELO_HD constexpr int size() const { return n_; }
  ZERMELO_HD constexpr bool empty() const { return n_ == 0; }
  ZERMELO_HD constexpr const T& operator[](int i) const { return items_[i]; }
  ZERMELO_HD constexpr T& operator[](int i) { return items_[i]; }
  ZERMELO_HD constexpr const T* begin() const { return items_; }
  ZERMELO_HD constexpr const T* end() const { return items_ + n_; }
  ZERMELO_HD constexpr T* begin() { return items_; }
  ZERMELO_HD constexpr T* end() { return items_ + n_; }

private:
  int n_ = 0;
  T items_[static_cast<std::size_t>(N)];
};

} // namespace zermelo
