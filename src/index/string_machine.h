// Lifting and dropping with nothing but words of 64 bits. The other machines change what they do better.
#pragma once

#include "index/string_tables.h"

namespace zermelo {

template <class S, class Tag> struct WordMachine {
  using Tables = StringTables<S>;
  using Ops = StringOps<S, u64, Tag>;
  using Full = typename Tables::Full;
  using Lifted = typename Tables::Lifted;
  using Sum = Lifted; // of what was lifted

  explicit WordMachine(const Tables& tables) : t(tables) {}
  const Tables& t;

  static Full load(const u64* from) {
    Full x;
    for (int i = 0; i < S::words; ++i) x.w[i] = from[i];
    return x;
  }
  static void store(u64* to, const Full& x) {
    for (int i = 0; i < S::words; ++i) to[i] = x.w[i];
  }
  const Full& all() const { return t.masks.all; }
  const Full& has(int mover, int place) const { return t.masks.has[mover][place]; }

  static Full either(Full a, const Full& b) {
    for (int i = 0; i < S::words; ++i) a.w[i] |= b.w[i];
    return a;
  }
  static Full both(Full a, const Full& b) {
    for (int i = 0; i < S::words; ++i) a.w[i] &= b.w[i];
    return a;
  }
  static Full without(Full a, const Full& b) {
    for (int i = 0; i < S::words; ++i) a.w[i] &= ~b.w[i];
    return a;
  }
  static bool any(const Full& x) {
    u64 all = 0;
    for (int i = 0; i < S::words; ++i) all |= x.w[i];
    return all != 0;
  }
  static u64 count(const Full& x) {
    u64 n = 0;
    for (int i = 0; i < S::words; ++i) n += static_cast<u64>(__builtin_popcountll(x.w[i]));
    return n;
  }

  Full visible(const Full& x, u32 tops) const {
    return Ops::visible(x, tops, [this](int player, int place, int i) { return has(player, place).w[i]; });
  }

  static Sum empty_sum() { return {}; }
  static void add(Sum& sum, const Lifted& x) {
    for (int i = 0; i < S::lifted_words; ++i) sum.w[i] |= x.w[i];
  }
  static Lifted total(const Sum& sum) { return sum; }
  static Sum sum_of(const Lifted& x) { return x; }

  void lift(Sum& sum, const Full& x, int mover, int place) const { add(sum, Ops::lift(x, t.masks.lift[mover][place])); }
  Full drop(const Lifted& x, int mover, int place) const {
    return both(Ops::drop(x, t.masks.drop[mover][place]), has(mover, place));
  }
  Lifted swap(const Lifted& x, int mover, int place) const { return Ops::swap(x, t.masks.swap[mover][place]); }
};

} // namespace zermelo
