// The readers of proofs and of saved searches. A file is taken up or refused with Exit::table; a proof that was changed is no
// proof of something false, and a search that was changed may forget or waste time, but stays in bounds.
#include "catalog/catalog.h"
#include "solve/dfpn/save.h"
#include "tests/fuzz/assemble.h"
#include "tests/fuzz/memory_file.h"
#include "verify/proof.h"
#include "verify/report.h"

using namespace zermelo;

namespace {

// Nobody can force a win from the start.
void check(const Entry& entry, const std::filesystem::path& path) {
  ProofFile proof(path);
  const ProofReport report = entry.verify(proof, entry.game().start(), VerifyOptions{.memory = u64{64} << 20});
  if (report.holds && proof.header().attacker_wins) std::abort();
}

void load(const std::filesystem::path& path) {
  const SavedSearch saved(path, {"tictactoe", "rules", "position", true});
  const auto state = saved.state();
  if (!state) return;
  ProofTable table(u64{1} << (10 + state->visits % 8)); // smaller or larger than the one that was saved
  saved.load(table);
  static_cast<void>(table.fill());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  static const auto entry = open_game("tictactoe");
  if (size == 0) return 0;
  const fuzz::MemoryFile file(fuzz::file_from(data, size));
  try {
    if (is_proof(file.path())) {
      check(*entry, file.path());
    } else {
      load(file.path());
    }
  } catch (const Error& e) {
    if (e.code() != Exit::table) std::abort();
  }
  return 0;
}
