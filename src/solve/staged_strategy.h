// What strategies have in common that solve stage after stage with counters and keep a code for every slot: the codes of finished
// stages in memory, their files, and the state of the stage at work.
#pragma once

#include <nlohmann/json.hpp>

#include <cstring>

#include "exec/large_array.h"
#include "solve/counters/passes.h"
#include "solve/device.h"
#include "solve/drive.h"

namespace zermelo {

// "Level, cursor, told" of a checkpoint, checked against what a stage can have.
inline nlohmann::json state_in_words(const PassState& s) {
  return {
      {"phase", s.seeding ? "seed" : "levels"}, {"level", s.level}, {"cursor", s.cursor}, {"told", s.told}, {"found", s.found}};
}
inline bool state_from_words(const nlohmann::json& j, u64 slots, i32 most_level, PassState& out) {
  const u64 cursor = j.at("cursor"), told = j.at("told"), found = j.at("found");
  const i64 level = j.at("level");
  const std::string phase = j.at("phase");
  if ((phase != "seed" && phase != "levels") || cursor > slots || told > slots || found > slots || level < 0 ||
      level > most_level)
    return false;
  out = {phase == "seed", static_cast<i32>(level), cursor, told, found};
  return true;
}

// Bytes for buckets beside what is there already, within the plan.
inline u64 scatter_room(const SolvePlan& plan, u64 slots) {
  const u64 here = resident_memory();
  return std::max(plan.planned > here ? plan.planned - here : 0, Scatter::least_memory(slots, plan.threads));
}

} // namespace zermelo
