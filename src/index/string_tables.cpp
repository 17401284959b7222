#include "index/string_tables.h"

#include <memory>

namespace zermelo {
namespace {

template <class S> void fill(StringTables<S>& t, int mover, int place) {
  const auto& has = t.masks.has[mover][place];
  auto& join = t.join[mover][place];
  u32 before = 0;
  for (int word = 0; word < S::words; ++word) {
    join.shift[word] = before;
    u32 gathered = 0;
    for (u32 bit = 0; bit < 64; ++bit) {
      if ((has.w[word] >> bit & 1) == 0) continue;
      const u32 to = before + gathered, distance = bit - gathered;
      join.keep[word].w[to / 64] |= u64{1} << to % 64;
      u32 at = bit;
      for (u32 stage = 0; stage < 6; ++stage) {
        if ((distance >> stage & 1) == 0) continue;
        at -= 1U << stage;
        t.gather[mover][place][stage].w[word] |= u64{1} << at;
      }
      ++gathered;
    }
    before += gathered;
    auto& lanes = t.lanes[mover][place];
    lanes.shift[word] = join.shift[word];
    for (int k = 0; k < S::lifted_words; ++k) lanes.keep[k][word] = join.keep[word].w[k];
  }
}

template <class S> std::unique_ptr<const StringTables<S>> make() {
  auto t = std::make_unique<StringTables<S>>();
  t->masks = make_string_masks<S, u64>();
  for (int mover = 0; mover < 2; ++mover)
    for (int place = 0; place < S::pieces; ++place) fill(*t, mover, place);
  return t;
}

} // namespace

template <class S> const StringTables<S>& string_tables() {
  static const auto made = make<S>();
  return *made;
}

template const StringTables<Strings<4, 2>>& string_tables();
template const StringTables<Strings<6, 3>>& string_tables();
template const StringTables<Strings<8, 4>>& string_tables();
template const StringTables<Strings<10, 5>>& string_tables();
template const StringTables<Strings<12, 6>>& string_tables();
template const StringTables<Strings<14, 7>>& string_tables();

} // namespace zermelo
