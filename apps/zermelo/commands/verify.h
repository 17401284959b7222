// What `verify` was asked for, and its second half: proofs.
#pragma once

#include <string>

#include "command.h"

namespace zermelo {

struct VerifyArguments {
  std::string what;  // a game, or the file of a table or of a proof
  std::string slice; // K/N
  bool checksum = false, semantic = false, published = false;
  i64 threads = 0, show = 10, sample = 0, seed = 1;
  u64 memory = 0;
};

Exit verify_proof(const VerifyArguments& o, const Common& common);

} // namespace zermelo
