// What this machine's processor can do, asked at run time.
#pragma once

namespace zermelo {

#if defined(__x86_64__)
inline bool processor_has_avx2() { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0; }
inline bool processor_has_avx512() {
  return processor_has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0;
}
#endif

} // namespace zermelo
