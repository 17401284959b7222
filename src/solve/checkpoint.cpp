#include "solve/checkpoint.h"

#include <nlohmann/json.hpp>

namespace zermelo {

void refuse_checkpoint(const std::string& sentence) { throw Error(Exit::table, sentence + "; give --restart to begin anew"); }

std::string checkpoint_text(const TableIdentity& identity, const CheckpointState& state) {
  return nlohmann::json{{"kind", "checkpoint"},
                        {"game", identity.game},
                        {"rules", identity.rules},
                        {"slots", identity.slots},
                        {"word", state.word},
                        {"limit", state.limit},
                        {"method", state.method == Method::forward ? "forward" : "backward"},
                        {"phase", state.phase == SolveProgress::Phase::seed ? "seed" : "levels"},
                        {"plies", state.plies},
                        {"cursor", state.cursor}}
      .dump();
}

std::optional<CheckpointState> checkpoint_state(const std::filesystem::path& path, const TableIdentity& identity, Method method) {
  if (std::error_code missing; !std::filesystem::exists(path, missing) && !missing) return std::nullopt;
  try {
    const BlockReader file(path);
    const auto& h = file.header();
    if (h.at("kind") != "checkpoint" || h.at("game") != identity.game || h.at("rules") != identity.rules ||
        h.at("slots") != identity.slots)
      refuse_checkpoint(path.string() + " is no checkpoint of " + identity.game + " with these rules");
    const std::string& made_by = h.at("method").get_ref<const std::string&>();
    if (made_by != (method == Method::forward ? "forward" : "backward"))
      refuse_checkpoint(path.string() + " was made by --method " + made_by + ": go on with that");
    // The checksums matched, so this is what some program wrote; the solver still relies on it for its bounds.
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
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path.string() + " lacks a part of its header");
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }
}

} // namespace zermelo
