#include "campaign/store.h"

#include <chrono>
#include <cstring>

#include "base/sha256.h"
#include "campaign/records.h"

namespace zermelo {
namespace {

std::span<const std::byte> bytes_of_text(std::string_view text) { return std::as_bytes(std::span(text)); }

bool is_address(const std::string& name) { return name.starts_with("postgresql://") || name.starts_with("postgres://"); }

} // namespace

u64 sum_of(const NodeRecord& n) {
  const u64 words[] = {n.id,           n.key.high,       n.key.low, u64{n.attacker_moves},    n.depth,
                       n.numbers.mine, n.numbers.theirs, n.tries,   static_cast<u64>(n.ruled)};
  return xxh3(bytes_of(n.children), xxh3(bytes_of_text(n.position), xxh3(std::as_bytes(std::span(words)))));
}

u64 sum_of(const FactRecord& f) {
  const u64 words[] = {f.key.high, f.key.low, u64{f.attacker_wins}, f.choices, f.bytes};
  return xxh3(bytes_of_text(f.sha256), xxh3(bytes_of_text(f.position), xxh3(std::as_bytes(std::span(words)))));
}

u64 sum_of(const AssumptionRecord& a) {
  const u64 words[] = {a.node, u64{a.attacker_wins}, a.score};
  return xxh3(std::as_bytes(std::span(words)));
}

std::vector<std::pair<std::string, std::string>> parts_of(const CampaignIdentity& id) {
  return {{"game", id.game},
          {"rules", id.rules},
          {"position", id.position},
          {"claim", id.claim},
          {"lean_on", id.lean_on},
          {"visits", std::to_string(id.visits)},
          {"threshold", std::to_string(id.threshold)}};
}

void put_part(CampaignIdentity& id, std::string_view name, const std::string& value) {
  if (name == "game") id.game = value;
  if (name == "rules") id.rules = value;
  if (name == "position") id.position = value;
  if (name == "claim") id.claim = value;
  if (name == "lean_on") id.lean_on = value;
  if (name == "threshold") id.threshold = std::strtoull(value.c_str(), nullptr, 10);
  if (name == "visits") id.visits = std::strtoull(value.c_str(), nullptr, 10);
}

bool is_whole(const CampaignIdentity& id) {
  return !id.game.empty() && id.visits != 0 && (id.claim == "win" || id.claim == "not-loss");
}

std::vector<u32> list_in(std::span<const std::byte> bytes) {
  std::vector<u32> list(bytes.size() / sizeof(u32));
  if (!list.empty()) std::memcpy(list.data(), bytes.data(), list.size() * sizeof(u32));
  return list;
}

Key key_in(std::span<const std::byte> bytes) {
  Key key;
  if (bytes.size() == sizeof key) std::memcpy(&key, bytes.data(), sizeof key);
  return key;
}

std::string sha256_of(std::span<const std::byte> bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

std::unique_ptr<CampaignStore> open_store(const std::string& name, bool to_work) {
  return is_address(name) ? open_postgres(name, to_work) : open_sqlite(name, to_work);
}
void create_store(const std::string& name, const CampaignIdentity& identity) {
  if (is_address(name))
    create_postgres(name, identity);
  else
    create_sqlite(name, identity);
}

// In pieces: a campaign may be larger than memory.
void copy_store(const std::string& from, const std::string& to) {
  const auto source = open_store(from, true); // nobody changes it meanwhile
  create_store(to, source->identity());
  const auto target = open_store(to, true);
  StoreChange change;
  auto flush = [&](std::size_t least) {
    if (change.nodes.size() + change.assumptions.size() + change.leases.size() + change.workers.size() + change.history.size() <
        least)
      return;
    target->write(change);
    change = {};
  };
  constexpr std::size_t piece = 1000;
  source->each_node([&](const NodeRecord& n) {
    change.nodes.push_back(n);
    flush(piece);
  });
  flush(1);
  source->each_fact([&](const FactRecord& f) {
    change.fact = f;
    change.proof = source->proof_of(f.key);
    target->write(change);
    change = {};
  });
  source->each_assumption([&](const AssumptionRecord& a) {
    change.assumptions.push_back(a);
    flush(piece);
  });
  source->each_lease([&](const LeaseRecord& l) { change.leases.push_back(l); });
  source->each_worker([&](const WorkerRecord& w) { change.workers.push_back(w); });
  source->each_history([&](const HistoryRecord& h) {
    change.history.push_back(h);
    flush(piece);
  });
  flush(1);
}

double unix_seconds() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

} // namespace zermelo
