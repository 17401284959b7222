// The loader of checkpoints, and what solving makes of one whose checksums are right but whose contents are not. A checkpoint
// is taken up or refused with Exit::table; solving from hostile cells may give nonsense, but ends, and in bounds.
#include "tests/faults/solving.h"
#include "tests/fuzz/assemble.h"
#include "tests/fuzz/memory_file.h"

using namespace zermelo;

namespace {

using Game = graph::GraphGame<true, false>;

template <class Word> void go_on(const Game& game, const std::filesystem::path& path, const CheckpointState& saved, Pool& pool) {
  Work<Word> work(game.size(), Cell<Word>::limit(Game::max_moves + 1));
  load_checkpoint(path, saved, work, pool);
  const SolveOptions options{.threads = 1, .checkpoint_every = 0};
  Pacer pacer(options, pool, path, faults::identity_of(game), 0);
  if (work.phase == SolveProgress::Phase::seed) {
    seed_all(game, work, pool, pacer);
    work.phase = SolveProgress::Phase::levels;
    work.cursor = 0;
  }
  Backward<Word, Game>(game, work, pool, pacer, u64{1} << 16).run();
  SolveResult result;
  count_values(game, [&work](Slot s) { return Cell<Word>::value(work.cells[s], work.limit); }, pool, result);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  static const Game game{std::make_shared<const graph::Graph>(graph::random_graph(faults::victim_shape(400), 1))};
  static Pool pool(1);
  if (size == 0) return 0;
  const fuzz::MemoryFile file(fuzz::file_from(data, size));
  try {
    const auto saved = checkpoint_state(file.path(), faults::identity_of(game), Method::backward);
    if (saved && saved->word == 1) go_on<u8>(game, file.path(), *saved, pool);
    if (saved && saved->word == 2) go_on<u16>(game, file.path(), *saved, pool);
  } catch (const Error& e) {
    if (e.code() != Exit::table) std::abort();
  } catch (const NeedsWideCells&) {}
  return 0;
}
