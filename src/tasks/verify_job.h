// A check as somebody asks for it: of a table, told as an object; of a proof, with the tables that it cites.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <string>

#include "table/proof_file.h"
#include "tasks/context.h"
#include "verify/report.h"

namespace zermelo {

// "semantic" of what `verify --json` prints.
nlohmann::json to_json(const VerifyReport& report);

struct CheckedProof {
  std::unique_ptr<Entry> entry; // the game that the proof is about
  ProofHeader header;
  ProofReport report;
  std::string claim; // "the side to move wins"
  u64 file_bytes = 0;
  double seconds = 0, cpu_seconds = 0;
};

// A proof names its game and position itself. Refuses one of a game that is not there, or of other rules; the tables that it cites are
// looked for where others are. Uses threads, memory, should_stop of the options.
CheckedProof check_proof(const std::filesystem::path& file, VerifyOptions options, const TablePlace& place);

// The object that `verify PROOF --json` prints.
nlohmann::json to_json(const CheckedProof& checked, const std::string& file);

} // namespace zermelo
