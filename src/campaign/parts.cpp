#include "campaign/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/json.h"

namespace zermelo {
namespace {

constexpr const char* splits_name = "splits.json";
constexpr u64 most_bytes = u64{256} << 20;

// What the root leans on so far: of a settled position its facts, or those of the moves that settle it; of an open one all moves.
struct Needed {
  std::vector<Key> facts;
  std::vector<u32> splits; // from the root down, so that a position is there before it is split
};

Needed needed_of(const CampaignTree& tree) {
  Needed found;
  std::unordered_set<u32> seen;
  std::vector<u32> open;
  auto go_to = [&](u32 i) {
    if (seen.insert(i).second) open.push_back(i);
  };
  if (tree.size() > 0) go_to(0);
  for (std::size_t next = 0; next < open.size(); ++next) {
    const CampaignTree::Node& n = tree[open[next]];
    if (n.by == CampaignTree::By::fact) found.facts.push_back(n.key);
    if (n.by == CampaignTree::By::fact || !n.expanded) continue;
    found.splits.push_back(open[next]);
    if (n.by != CampaignTree::By::moves || n.attacker_moves != n.attacker_wins()) {
      for (const u32 child : n.children) go_to(child);
      continue;
    }
    const u32* best = nullptr; // settled first, as in the proof of it all
    for (const u32& child : n.children)
      if (tree[child].numbers == refused && (best == nullptr || tree[child].order < tree[*best].order)) best = &child;
    ensure(best != nullptr, "a position is settled by a move that is not");
    go_to(*best);
  }
  return found;
}

nlohmann::json split_json(const CampaignGame& game, const CampaignTree& tree, u32 i, const std::string& position) {
  auto numbers = nlohmann::json::array();
  for (const CampaignGame::Move& m : game.expand(position, tree[i].attacker_moves).moves) {
    const auto child = tree.find(m.key);
    const bool leaf = child && !tree[*child].expanded && !tree[*child].numbers.settled();
    const Numbers n = leaf ? tree[*child].numbers : Numbers{};
    numbers.push_back(n.mine);
    numbers.push_back(n.theirs);
  }
  return {{"position", position}, {"attacker_moves", tree[i].attacker_moves}, {"numbers", numbers}};
}

} // namespace

PartsWritten write_parts(const Campaign& campaign, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const CampaignGame& game = campaign.game();
  return campaign.look([&](const CampaignTree& tree, const CampaignStore& store) {
    const Needed needed = needed_of(tree);
    const std::unordered_set<Key, KeyHash> leant_on(needed.facts.begin(), needed.facts.end());
    PartsWritten done;
    store.each_fact([&](const FactRecord& f) {
      if (!leant_on.contains(f.key) && tree.find(f.key)) return; // a fact about what the tree does not have may be of use later
      ++done.facts;
      done.bytes += f.bytes;
      const auto path = folder / (f.sha256 + ".proof");
      if (std::filesystem::exists(path)) return;
      const Bytes proof = store.proof_of(f.key);
      write_whole(path, {reinterpret_cast<const char*>(proof.data()), proof.size()});
    });
    nlohmann::json all = {{"game", game.identity().game}, {"rules", game.identity().rules}};
    all.update({{"position", game.identity().position}, {"claim", game.identity().claim}, {"splits", nlohmann::json::array()}});
    for (const u32 i : needed.splits) all["splits"].push_back(split_json(game, tree, i, store.position_of(i)));
    done.splits = needed.splits.size();
    write_whole(folder / splits_name, json_text(all) + "\n");
    return done;
  });
}

std::vector<std::filesystem::path> proofs_of_parts(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".proof") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

u64 take_splits(Campaign& campaign, const std::filesystem::path& folder) {
  const auto path = folder / splits_name;
  if (!std::filesystem::exists(path)) return 0;
  auto refuse = [&](const std::string& why) {
    return Error(Exit::mismatch, fmt::format("{} was not taken: {}", path.string(), why));
  };
  u64 done = 0;
  try {
    const nlohmann::json all = parse_json(read_whole(path, most_bytes));
    const CampaignIdentity& id = campaign.game().identity();
    if (all.at("game") != id.game || all.at("rules") != id.rules) throw refuse("it is about another game, or other rules");
    for (const auto& split : all.at("splits")) {
      const auto flat = split.at("numbers").get<std::vector<u32>>();
      std::vector<Numbers> numbers;
      for (std::size_t i = 0; i + 1 < flat.size(); i += 2) numbers.push_back({flat[i], flat[i + 1]});
      done += campaign.split(split.at("position"), split.at("attacker_moves"), numbers);
    }
  } catch (const nlohmann::json::exception&) {
    throw refuse("it does not say how a tree was split");
  } catch (const Damaged&) {
    throw refuse("it names what is no position of the game");
  }
  return done;
}

} // namespace zermelo
