// One proof out of the tree on top and the facts below it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "campaign/campaign.h"

namespace zermelo {

struct Exported {
  u64 facts = 0;   // that it is made of
  u64 inner = 0;   // positions above them, answered by the tree
  u64 choices = 0; // of the proof
  u64 bytes = 0;
  double seconds = 0;
};

struct ExportOptions {
  u64 memory = 0; // bytes; 0: what the machine can give
  std::function<bool()> should_stop;
  std::function<void(const std::string&)> on_note;
};

// Error(usage) if the claim is not decided yet. Every fact is checked again on the way.
Exported export_proof(const Campaign& campaign, const std::filesystem::path& file, const ExportOptions& options);

} // namespace zermelo
