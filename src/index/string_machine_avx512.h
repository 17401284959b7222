// Lifting with AVX-512: the words of a vector side by side, gathered by selects of three operands; what the words give is added
// up unjoined, and joined once per lifted piece. Vectors of other than four words are handled as by AVX2.
#pragma once

#include <immintrin.h>

#include "index/string_machine_avx2.h"

namespace zermelo {

struct Avx512Tag {};

template <class S> struct Avx512Machine : Avx2Machine<S, Avx512Tag> {
  using Avx2Machine<S, Avx512Tag>::Avx2Machine;
};

template <> struct Avx512Machine<Strings<10, 5>> : Avx2Machine<Strings<10, 5>, Avx512Tag> {
  using Base = Avx2Machine<Strings<10, 5>, Avx512Tag>;
  using Base::Base;
  struct Sum {
    __m256i low, high; // per word, where its bits go in the two words of the result
  };

  static Sum empty_sum() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  static Lifted total(const Sum& sum) { return {{joined(sum.low), joined(sum.high)}}; }
  static Sum sum_of(const Lifted& x) {
    return {_mm256_set_epi64x(0, 0, 0, static_cast<i64>(x.w[0])), _mm256_set_epi64x(0, 0, 0, static_cast<i64>(x.w[1]))};
  }

  void lift(Sum& sum, const Full& full, int mover, int place) const {
    constexpr int select = 0xCA;     // a ? b : c
    constexpr int add_masked = 0xEA; // (a & b) | c, with a, b, c in this order
    const Full* come = this->t.gather[mover][place];
    const auto& join = this->t.lanes[mover][place];
    __m256i x = vector(full.w);
    x = _mm256_ternarylogic_epi64(vector(come[0].w), _mm256_srli_epi64(x, 1), x, select);
    x = _mm256_ternarylogic_epi64(vector(come[1].w), _mm256_srli_epi64(x, 2), x, select);
    x = _mm256_ternarylogic_epi64(vector(come[2].w), _mm256_srli_epi64(x, 4), x, select);
    x = _mm256_ternarylogic_epi64(vector(come[3].w), _mm256_srli_epi64(x, 8), x, select);
    x = _mm256_ternarylogic_epi64(vector(come[4].w), _mm256_srli_epi64(x, 16), x, select);
    x = _mm256_ternarylogic_epi64(vector(come[5].w), _mm256_srli_epi64(x, 32), x, select);
    x = _mm256_rolv_epi64(x, vector(join.shift));
    sum.low = _mm256_ternarylogic_epi64(x, vector(join.keep[0]), sum.low, add_masked);
    sum.high = _mm256_ternarylogic_epi64(x, vector(join.keep[1]), sum.high, add_masked);
  }

private:
  static __m256i vector(const u64* words) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)); }
  static u64 joined(__m256i x) {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    return static_cast<u64>(_mm_extract_epi64(half, 0) | _mm_extract_epi64(half, 1));
  }
};

} // namespace zermelo
