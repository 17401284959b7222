#include "exec/pages.h"

#include <malloc.h>
#include <sys/mman.h>

#include <new>

namespace zermelo {

Pages::Pages(u64 words) : size_(words) {
  if (words == 0) return;
  void* const memory = mmap(nullptr, words * sizeof(u64), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, words * sizeof(u64), MADV_HUGEPAGE); // only advice: without it the same, a little slower
  words_ = static_cast<u64*>(memory);
}

void Pages::shrink(u64 words) {
  if (words == 0 || words >= size_) return;
  constexpr u64 page = 4096;
  const u64 kept = (words * sizeof(u64) + page - 1) / page * page, all = size_ * sizeof(u64);
  if (kept < all) munmap(reinterpret_cast<char*>(words_) + kept, all - kept);
  size_ = words;
}

Pages::~Pages() {
  if (words_ != nullptr) munmap(words_, size_ * sizeof(u64));
}

void return_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 20); // else it rises to 32 MiB with what is freed
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

} // namespace zermelo
