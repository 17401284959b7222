#include "campaign/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/json.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr std::size_t most_replies = 4096;
constexpr i64 most_score = i64{1} << 40; // more than any

// Reads with f what somebody has sent.
template <class F> auto read(std::string_view text, F&& f) {
  const nlohmann::json j = parse_json(text);
  if (!j.is_object()) throw Error(Exit::usage, "what was sent is no JSON object");
  try {
    return f(j);
  } catch (const nlohmann::json::exception&) {
    throw Error(Exit::usage, "a part of what was sent is missing, or of another kind");
  }
}

// Numbers of 64 bits as text: many readers of JSON keep 53 of them.
std::string text_of_key(const Key& key) { return fmt::format("{:016x}{:016x}", key.high, key.low); }
Key key_written(const std::string& text) {
  if (text.size() != 32 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw Error(Exit::usage, "what was sent has a key that is none");
  return {std::stoull(text.substr(0, 16), nullptr, 16), std::stoull(text.substr(16), nullptr, 16)};
}

} // namespace

std::string worker_name(const std::string& said) {
  const std::string name = printable(said, 60);
  return name.empty() ? "nameless" : name;
}

std::string text_of(const CampaignIdentity& id) {
  return json_text({{"protocol", campaign_protocol},
                    {"game", id.game},
                    {"rules", id.rules},
                    {"position", id.position},
                    {"claim", id.claim},
                    {"lean_on", id.lean_on},
                    {"visits", id.visits}});
}

CampaignIdentity identity_in(std::string_view text) {
  return read(text, [](const nlohmann::json& j) {
    if (j.at("protocol").get<int>() != campaign_protocol)
      throw Error(Exit::usage, "the front end is of another version: use the same program on all machines");
    return CampaignIdentity{j.at("game"), j.at("rules"), j.at("position"), j.at("claim"), j.at("lean_on"), j.at("visits")};
  });
}

std::string text_of(const Job& job) {
  return json_text({{"node", job.node},
                    {"position", job.position},
                    {"attacker_moves", job.attacker_moves},
                    {"visits", job.visits},
                    {"threshold", job.threshold}});
}

Job job_in(std::string_view text) {
  return read(text, [](const nlohmann::json& j) {
    return Job{j.at("node"), j.at("position"), j.at("attacker_moves"), j.at("visits"), j.at("threshold")};
  });
}

std::string text_of(const JobAnswer& a, const std::string& worker) {
  nlohmann::json j = {{"worker", worker},
                      {"node", a.node},
                      {"verdict", name_of(a.verdict)},
                      {"visits", a.visits},
                      {"seconds", a.seconds},
                      {"score", a.score ? nlohmann::json(*a.score) : nlohmann::json()},
                      {"proof_bytes", a.proof.size()},
                      {"replies", nlohmann::json::array()}};
  for (const ReplyNumbers& r : a.replies) j["replies"].push_back({text_of_key(r.key), r.numbers.mine, r.numbers.theirs});
  std::string text = json_text(j) + "\n";
  text.append(reinterpret_cast<const char*>(a.proof.data()), a.proof.size());
  return text;
}

NamedAnswer answer_in(std::string_view text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) throw Error(Exit::usage, "an answer begins with a line of JSON");
  const std::string_view rest = text.substr(end + 1);
  return read(text.substr(0, end), [&](const nlohmann::json& j) {
    NamedAnswer n;
    n.worker = worker_name(j.at("worker").get<std::string>());
    n.answer.node = j.at("node").get<u32>();
    const std::string verdict = j.at("verdict");
    n.answer.verdict = verdict == "proven" ? Verdict::proven : verdict == "disproven" ? Verdict::disproven : Verdict::unknown;
    if (verdict != name_of(n.answer.verdict)) throw Error(Exit::usage, "an answer has a verdict that is none");
    n.answer.visits = std::min(j.at("visits").get<u64>(), u64{1} << 50);
    n.answer.seconds = std::clamp(j.at("seconds").get<double>(), 0.0, 1e9);
    if (const auto score = j.find("score"); score != j.end() && !score->is_null())
      n.answer.score = std::clamp<i64>(score->get<i64>(), -most_score, most_score);
    if (j.at("proof_bytes").get<u64>() != rest.size()) throw Error(Exit::usage, "a part of the proof has not come");
    const auto& replies = j.at("replies");
    if (!replies.is_array() || replies.size() > most_replies) throw Error(Exit::usage, "an answer has more moves than any game");
    for (const auto& r : replies)
      n.answer.replies.push_back({key_written(r.at(0)), {bounded(r.at(1).get<u32>()), bounded(r.at(2).get<u32>())}});
    n.answer.proof.resize(rest.size());
    if (!rest.empty()) std::memcpy(n.answer.proof.data(), rest.data(), rest.size());
    return n;
  });
}

} // namespace zermelo
