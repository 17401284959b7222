// The loader of checkpoints, and what solving makes of one whose checksums are right but whose contents are not. A checkpoint
// is taken up or refused with Exit::table; solving from hostile cells may give nonsense, but ends, and in bounds.
#include "solve/stages.h"
#include "tests/faults/solving.h"
#include "tests/fuzz/assemble.h"
#include "tests/fuzz/memory_file.h"

using namespace zermelo;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  using Game = graph::GraphGame<true, false>;
  static const Game game{std::make_shared<const graph::Graph>(graph::random_graph(faults::victim_shape(400), 1))};
  static Pool pool(1);
  if (size == 0) return 0;
  const fuzz::MemoryFile file(fuzz::file_from(data, size));
  const auto strategy = make_strategy(game, "graph", {.threads = 1}, Contents::distances);
  const StageFiles stages(file.path(), faults::identity_of(game), Method::backward, strategy->stages(), strategy->stage_block());
  try {
    strategy->prepare(pool, stages);
    if (!stages.resume(0, *strategy, pool)) return 0;
    strategy->run(0, [](const StageReport&) {});
    SolveResult result;
    strategy->count(result);
  } catch (const Error& e) {
    // Hostile cells may look like games that never end: too long for a table.
    if (e.code() != Exit::table && e.code() != Exit::runtime) std::abort();
  }
  return 0;
}
