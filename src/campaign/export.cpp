// Which answer a position gets, where several facts have one: that of the fact that was settled first. After it, and any reply, play is
// still within that fact, so it gets the answer of the same fact or of an earlier one. In the same fact the rank falls; so with all ranks
// of a fact above those of the facts before it, ranks fall everywhere, and play that could go round between two facts cannot.
#include "campaign/export.h"

#include <algorithm>
#include <unordered_map>

#include "base/machine.h"
#include "base/units.h"
#include "solve/compose.h"
#include "verify/report.h"

namespace zermelo {
namespace {

// What the proof leans on: positions of the prover's that the tree answers, and facts.
struct Part {
  u64 order = 0;
  Key key;             // of a node
  Key next;            // of a position, without whose turn it is
  bool by_fact = true; // else `next` is the answer
};

std::vector<Part> parts_of(const CampaignTree& tree) {
  std::vector<Part> parts;
  std::unordered_set<u32> seen = {0};
  std::vector<u32> open = {0};
  const bool attacker_wins = tree[0].attacker_wins();
  auto go_to = [&](u32 i) {
    if (seen.insert(i).second) open.push_back(i);
  };
  while (!open.empty()) {
    const CampaignTree::Node& n = tree[open.back()];
    open.pop_back();
    if (n.by == CampaignTree::By::rules) continue;
    if (n.by == CampaignTree::By::fact) {
      parts.push_back({.order = n.order, .key = n.key});
      continue;
    }
    if (n.attacker_moves != attacker_wins) { // the other's: every move
      for (const u32 child : n.children) go_to(child);
      continue;
    }
    const u32* best = nullptr; // settled first, so that it leans on nothing above
    for (const u32& child : n.children)
      if (tree[child].numbers == refused && (best == nullptr || tree[child].order < tree[*best].order)) best = &child;
    ensure(best != nullptr && tree[*best].order < n.order, "a position is settled by a move that is not");
    const CampaignTree::Node& next = tree[*best];
    parts.push_back(
        {.order = n.order, .key = n.key, .next = CampaignTree::key_of(next.key, next.attacker_moves), .by_fact = false});
    go_to(*best);
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.order < b.order; });
  return parts;
}

// All answers, by classes of positions.
class Answers {
public:
  explicit Answers(u64 memory) : memory_(memory) {}

  void add(const Key& at, const Key& next, u64 rank) {
    if (answers_.size() * bytes_of_answer > memory_)
      throw Error(Exit::resources, "the proof has more positions than " + bytes(memory_) + " of memory hold");
    highest_ = std::max(highest_, rank);
    answers_.emplace(at, KnownAnswer{next, above_ + rank}); // the first is kept
  }
  void end_part() { above_ += std::exchange(highest_, 0); }
  std::optional<KnownAnswer> find(const Key& at) const {
    const auto it = answers_.find(at);
    return it == answers_.end() ? std::nullopt : std::optional(it->second);
  }

private:
  static constexpr u64 bytes_of_answer = 80;
  std::unordered_map<Key, KnownAnswer, KeyHash> answers_;
  u64 memory_, above_ = 1, highest_ = 0; // 1: where the other has no move left the rank is 1
};

} // namespace

Exported export_proof(const Campaign& campaign, const std::filesystem::path& file, const ExportOptions& options) {
  const CampaignGame& game = campaign.game();
  const double start = wall_seconds();
  if (campaign.verdict() == Verdict::unknown && campaign.over())
    throw Error(Exit::usage, "the claim is shown only as far as what is assumed holds: 'zermelo campaign raise " +
                                 campaign.name() + " infinity', then 'zermelo campaign run " + campaign.name() + "'");
  if (campaign.verdict() == Verdict::unknown)
    throw Error(Exit::usage, "the claim is not decided yet: 'zermelo campaign run " + campaign.name() + "' goes on with it");
  const auto parts = campaign.look([](const CampaignTree& tree, const CampaignStore&) { return parts_of(tree); });
  const bool attacker_wins =
      campaign.look([](const CampaignTree& tree, const CampaignStore&) { return tree[0].attacker_wins(); });
  Exported done;
  Answers answers(options.memory != 0 ? options.memory : available_memory() / 2);
  for (const Part& part : parts) {
    if (part.by_fact) {
      ++done.facts;
      Bytes proof = campaign.look([&](const CampaignTree&, const CampaignStore& store) { return store.proof_of(part.key); });
      game.check(std::move(proof), "", options.should_stop,
                 [&](const NamedMove& m) { answers.add(m.at, m.next, std::max<u64>(m.rank, 1)); });
    } else {
      ++done.inner;
      answers.add(CampaignTree::key_of(part.key, attacker_wins), part.next, 1);
    }
    answers.end_part();
  }
  const KnownProof known{.mover_attacks = game.identity().mover_attacks(),
                         .attacker_wins = attacker_wins,
                         .answer = [&](const Key& at) { return answers.find(at); }};
  ProveOptions o = game.options();
  o.proof = file;
  o.should_stop = options.should_stop;
  o.on_note = options.on_note;
  check_proof_can_be_written(file);
  const ProveResult r = game.entry().compose(game.root(), known, o);
  done.choices = r.proof_choices;
  done.bytes = r.proof_bytes;
  done.seconds = wall_seconds() - start;
  return done;
}

} // namespace zermelo
