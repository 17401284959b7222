// The program that is killed: solves a random graph into a folder through the library, as the command line does it for a game,
// with a checkpoint at every moment when one can be written.
//
//   driver FOLDER NODES SEED WIDE THREADS CHECKPOINT_SECONDS MEMORY
//
// ZERMELO_DRIVER_FILLS names a file that another program, as it were, fills the disk with while the solve is at work.
#include <cstdio>
#include <cstdlib>

#include "tests/faults/solving.h"

namespace {

void fill_disk(const char* path) {
  if (std::FILE* const file = std::fopen(path, "w")) {
    while (std::fputs("0123456789abcdef0123456789abcdef", file) >= 0 && std::fflush(file) == 0) {}
    std::fclose(file);
  }
}

} // namespace

int main(int argc, char** argv) try {
  using namespace zermelo;
  if (argc != 8) return std::fputs("driver FOLDER NODES SEED WIDE THREADS CHECKPOINT_SECONDS MEMORY\n", stderr), 2;
  const auto shape = faults::victim_shape(static_cast<u32>(std::atol(argv[2])), std::atoi(argv[4]) != 0);
  const graph::GraphGame<true, false> game{
      std::make_shared<const graph::Graph>(graph::random_graph(shape, std::strtoull(argv[3], nullptr, 10)))};
  const char* const filler = std::getenv("ZERMELO_DRIVER_FILLS");
  bool filled = filler == nullptr;
  const SolveOptions options{.threads = std::atoi(argv[5]),
                             .memory = std::strtoull(argv[7], nullptr, 10),
                             .checkpoint_every = std::strtod(argv[6], nullptr),
                             .should_stop = [&] {
                               if (!filled) fill_disk(filler);
                               filled = true;
                               return false;
                             }};
  const SolveResult result = faults::solve_graph(game, argv[1], options);
  std::puts(result.resumed ? "resumed" : "from the start");
  return 0;
} catch (const zermelo::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return static_cast<int>(e.code());
} catch (const std::bad_alloc&) {
  std::fputs("out of memory before solving began\n", stderr);
  return static_cast<int>(zermelo::Exit::resources);
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
