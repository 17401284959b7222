// What every move of a position is worth, by proof search: a map of openings where there is no table.
#pragma once

#include <nlohmann/json.hpp>

#include "tasks/prove_job.h"

namespace zermelo {

struct ProvedMove {
  std::string move;
  std::string cell;         // where it is put, of a move that is one click; else empty
  Wdl value = Wdl::unknown; // for who makes it
  std::string same_as;      // an earlier move that leads to a symmetric position; empty: this one was searched
  u64 visits = 0, evaluated = 0, proof_bytes = 0;
  double cpu_seconds = 0;
};

struct ProvedMovesRequest {
  ProveRequest search;          // of each move; its claim and its proof are filled in
  std::filesystem::path proofs; // a folder for a proof of each; empty: none is written
  std::function<void(const ProvedMove&)> on_move;
};

// Throws Error(stopped) where it is asked to stop; what was found until then was told to on_move.
std::vector<ProvedMove> proved_moves(const Entry& entry, const AnyPosition& p, const ProvedMovesRequest& request,
                                     const TablePlace& place);

// The board with a letter for each move: W wins, L loses, D draws, ? open; what holds something is '-'. Empty where moves are not
// single cells of a picture.
std::string map_of(const Entry& entry, const AnyPosition& p, const std::vector<ProvedMove>& values);

nlohmann::json to_json(const Entry& entry, const AnyPosition& p, const std::vector<ProvedMove>& values);

} // namespace zermelo
