#include "solve/checkpoint.h"

#include "base/error.h"

namespace zermelo {

int checkpoint_word(const std::filesystem::path& path, const TableIdentity& identity) {
  if (!std::filesystem::exists(path)) return 0;
  const std::string remedy = "; remove it, or give --restart";
  try {
    const BlockReader file(path);
    const auto& h = file.header();
    if (h.at("kind") != "checkpoint" || h.at("game") != identity.game || h.at("rules") != identity.rules || h.at("slots") != identity.slots)
      throw Error(Exit::table, path.string() + " is no checkpoint of " + identity.game + " with these rules" + remedy);
    const int word = h.at("word");
    const u64 cursor = h.at("cursor");
    if ((word != 1 && word != 2) || file.payload_bytes() != identity.slots * static_cast<u64>(word) || cursor > identity.slots)
      throw Error(Exit::table, path.string() + " contradicts itself" + remedy);
    return word;
  } catch (const nlohmann::json::exception&) {
    throw Error(Exit::table, path.string() + " lacks a part of its header" + remedy);
  }
}

} // namespace zermelo
