#include "solve/checkpoint.h"

#include "base/json.h"

namespace zermelo {

void refuse_checkpoint(const std::string& sentence) { throw Error(Exit::table, sentence + "; give --restart to begin anew"); }

nlohmann::json checkpoint_header(const TableIdentity& identity, Method method) {
  return {{"kind", "checkpoint"},
          {"game", identity.game},
          {"rules", identity.rules},
          {"slots", identity.slots},
          {"method", name_of(method)}};
}

void check_checkpoint(const BlockReader& file, const TableIdentity& identity, Method method) {
  const auto& h = file.header();
  if (h.at("kind") != "checkpoint" || h.at("game") != identity.game || h.at("rules") != identity.rules ||
      h.at("slots") != identity.slots)
    refuse_checkpoint(file.path().string() + " is no checkpoint of " + identity.game + " with these rules");
  const std::string& made_by = h.at("method").get_ref<const std::string&>();
  if (made_by != name_of(method))
    refuse_checkpoint(file.path().string() + " was made by --method " + made_by + ": go on with that");
}

std::string checkpoint_text(const TableIdentity& identity, const CheckpointState& state) {
  auto j = checkpoint_header(identity, state.method);
  j["word"] = state.word;
  j["limit"] = state.limit;
  j["phase"] = state.phase == SolveProgress::Phase::seed ? "seed" : "levels";
  j["plies"] = state.plies;
  j["cursor"] = state.cursor;
  return json_text(j);
}

std::optional<CheckpointState> checkpoint_state(const std::filesystem::path& path, const TableIdentity& identity, Method method) {
  return open_checkpoint(path, identity, method, [&](const BlockReader& file) {
    // The checksums matched, so this is what some program wrote; the solver still relies on it for its bounds.
    const auto& h = file.header();
    const auto& phase = h.at("phase");
    for (const char* number : {"word", "limit", "plies", "cursor"})
      if (!h.at(number).is_number_unsigned()) refuse_checkpoint(path.string() + " contradicts itself");
    const u64 word = h.at("word"), limit = h.at("limit"), plies = h.at("plies"), cursor = h.at("cursor");
    if ((word != 1 && word != 2) || file.payload_bytes() != identity.slots * word || cursor > identity.slots || plies > limit ||
        limit > Cell<u16>::top || (phase != "seed" && phase != "levels"))
      refuse_checkpoint(path.string() + " contradicts itself");
    return CheckpointState{word,
                           limit,
                           method,
                           phase == "seed" ? SolveProgress::Phase::seed : SolveProgress::Phase::levels,
                           static_cast<i32>(plies),
                           cursor};
  });
}

} // namespace zermelo
