// A set of keys that only grows: open addressing, 16 bytes a place, at most three quarters of them taken.
#pragma once

#include <utility>
#include <vector>

#include "base/key.h"

namespace zermelo {

class KeySet {
public:
  // False if it was there.
  bool insert(Key key) {
    if (key == Key{}) return !std::exchange(zero_, true);
    if (4 * (used_ + 1) > 3 * places_.size()) grow();
    Key& place = places_[find(key)];
    if (place == key) return false;
    place = key;
    ++used_;
    return true;
  }
  bool contains(Key key) const {
    if (key == Key{}) return zero_;
    return !places_.empty() && places_[find(key)] == key;
  }
  u64 size() const { return used_ + (zero_ ? 1 : 0); }
  u64 bytes() const { return places_.size() * sizeof(Key); }
  u64 bytes_soon() const {
    return bytes() * (10 * used_ > 7 * places_.size() ? 3 : 1);
  } // with a copy twice as large, before it grows

private:
  // The place of a key, or the free one where it would be.
  u64 find(Key key) const {
    u64 at = key.high & (places_.size() - 1);
    while (places_[at] != Key{} && places_[at] != key) at = (at + 1) & (places_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Key> old(std::max<u64>(1024, 2 * places_.size()));
    old.swap(places_);
    for (const Key& key : old)
      if (key != Key{}) places_[find(key)] = key;
  }

  std::vector<Key> places_;
  u64 used_ = 0;
  bool zero_ = false;
};

} // namespace zermelo
