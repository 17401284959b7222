// The program that is killed: solves in one of the ways of strategies.h into a folder through the library, as the command line
// does it, with a checkpoint at every moment when one can be written.
//
//   driver FOLDER WAY THREADS CHECKPOINT_SECONDS MEMORY NODES SEED WIDE
//
// ZERMELO_DRIVER_FILLS names a file that another program, as it were, fills the disk with while the solve is at work.
#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "base/last_words.h"
#include "tests/faults/strategies.h"

namespace {

void fill_disk(const char* path) {
  if (std::FILE* const file = std::fopen(path, "w")) {
    while (std::fputs("0123456789abcdef0123456789abcdef", file) >= 0 && std::fflush(file) == 0) {}
    std::fclose(file);
  }
}

// Failing allocations are counted from here on: what the loader and the catalog take is not the solver's.
void arm_shim() {
  if (auto* const arm = reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, "zermelo_shim_arm"))) arm();
}

} // namespace

int main(int argc, char** argv) try {
  using namespace zermelo;
  set_last_words();
  if (argc != 9) return std::fputs("driver FOLDER WAY THREADS CHECKPOINT_SECONDS MEMORY NODES SEED WIDE\n", stderr), 2;
  const char* const filler = std::getenv("ZERMELO_DRIVER_FILLS");
  std::atomic<bool> filled = filler == nullptr; // several threads may ask whether to stop
  const SolveOptions options{.threads = std::atoi(argv[3]),
                             .memory = std::strtoull(argv[5], nullptr, 10),
                             .checkpoint_every = std::strtod(argv[4], nullptr),
                             .should_stop = [&] {
                               if (!filled.exchange(true)) fill_disk(filler);
                               return false;
                             }};
  const faults::GraphSize size{static_cast<u32>(std::atol(argv[6])), std::strtoull(argv[7], nullptr, 10),
                               std::atoi(argv[8]) != 0};
  arm_shim();
  const bool resumed = faults::solve_way(faults::way_named(argv[2]), argv[1], options, size);
  std::puts(resumed ? "resumed" : "from the start");
  return 0;
} catch (const zermelo::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return static_cast<int>(e.code());
} catch (const std::bad_alloc&) {
  std::fputs("out of memory\n", stderr);
  return static_cast<int>(zermelo::Exit::resources);
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
