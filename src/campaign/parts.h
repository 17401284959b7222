// What a campaign that is not decided yet has found, in files: for whoever goes on with it, on a machine of his own.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "campaign/campaign.h"

namespace zermelo {

struct PartsWritten {
  u64 facts = 0, bytes = 0, splits = 0;
};

// Writes into a folder each fact that the root leans on so far or may come to lean on, as a proof that verify accepts, under its SHA-256;
// and `splits.json`, which says how the tree was split and the numbers of its leaves. Facts that are there already are left as they are.
PartsWritten write_parts(const Campaign& campaign, const std::filesystem::path& folder);

// The proofs of a folder, by name.
std::vector<std::filesystem::path> proofs_of_parts(const std::filesystem::path& folder);

// Splits the tree as `splits.json` says, if it is there: how many positions. It only guides; what is no split of this game is an
// Error(mismatch).
u64 take_splits(Campaign& campaign, const std::filesystem::path& folder);

} // namespace zermelo
