// Lifting and dropping with the bit gather and scatter instructions that come with AVX2 processors (BMI2).
#pragma once

#include "base/bits.h"
#include "index/string_machine.h"

namespace zermelo {

struct Avx2Tag {};

template <class S, class Tag = Avx2Tag> struct Avx2Machine : WordMachine<S, Tag> {
  using Base = WordMachine<S, Tag>;
  using Base::Base;
  using typename Base::Full;
  using typename Base::Lifted;

  void lift(Lifted& sum, const Full& x, int mover, int place) const {
    const Full& has = this->t.masks.has[mover][place];
    const auto& join = this->t.join[mover][place];
    for (int i = 0; i < S::words; ++i) {
      const u64 rotated = std::rotl(gather_bits(x.w[i], has.w[i]), static_cast<int>(join.shift[i] % 64));
      for (int k = 0; k < S::lifted_words; ++k) sum.w[k] |= rotated & join.keep[i].w[k];
    }
  }
  Full drop(const Lifted& x, int mover, int place) const {
    const Full& has = this->t.masks.has[mover][place];
    const auto& join = this->t.join[mover][place];
    Full out;
    for (int i = 0; i < S::words; ++i) {
      u64 together = 0;
      for (int k = 0; k < S::lifted_words; ++k) together |= x.w[k] & join.keep[i].w[k];
      out.w[i] = scatter_bits(std::rotr(together, static_cast<int>(join.shift[i] % 64)), has.w[i]);
    }
    return out;
  }
};

} // namespace zermelo
