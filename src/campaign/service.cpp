#include "campaign/service.h"

#include "base/json.h"
#include "campaign/messages.h"
#include "serve/problem.h"

namespace zermelo {
namespace {

using serve::Problem;

serve::Response said(const nlohmann::json& j) {
  serve::Response r;
  r.body = json_text(j) + "\n";
  return r;
}

nlohmann::json words_of(const serve::Request& request) {
  nlohmann::json j = parse_json(request.body);
  if (!j.is_object() || !j.contains("worker") || !j["worker"].is_string()) throw Problem(400, "a worker says its name");
  return j;
}
u32 node_in(const nlohmann::json& j) {
  if (!j.contains("node") || !j["node"].is_number_unsigned()) throw Problem(400, "which job?");
  return static_cast<u32>(std::min<u64>(j["node"].get<u64>(), ~u32{0}));
}

} // namespace

// In a time that does not tell how much of it was right.
bool CampaignService::knows_token(const serve::Request& head) const {
  const std::string wanted = "Bearer " + token_;
  unsigned differs = wanted.size() == head.authorization.size() ? 0 : 1;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const char c = head.authorization.empty() ? '\0' : head.authorization[i % head.authorization.size()];
    differs |= static_cast<unsigned>(static_cast<unsigned char>(wanted[i]) ^ static_cast<unsigned char>(c));
  }
  return differs == 0;
}

serve::Response CampaignService::answer(const serve::Request& request) const noexcept {
  try {
    return route(request);
  } catch (...) {
    try {
      return response_of(serve::current_problem());
    } catch (...) {
      serve::Response r; // not even the memory for a sentence
      r.status = 503;
      return r;
    }
  }
}

serve::Response CampaignService::route(const serve::Request& request) const {
  if (!knows_token(request)) throw Problem(401, "who works here has a token", "zermelo work ADDRESS --token-file FILE");
  const std::string asked = request.method + " " + request.target;
  if (asked == "GET /campaign/v1") {
    nlohmann::json j = parse_json(text_of(campaign_.game().identity()));
    j["lease_seconds"] = lease_;
    return said(j);
  }
  if (asked == "GET /campaign/v1/status") return said(campaign_.status());
  if (asked == "POST /campaign/v1/claim") return claim(request);
  if (asked == "POST /campaign/v1/answer") return take(request);
  if (asked == "POST /campaign/v1/beat") {
    const nlohmann::json j = words_of(request);
    return said({{"go_on", campaign_.beat(node_in(j), worker_name(j["worker"]), lease_)}});
  }
  if (asked == "POST /campaign/v1/back") {
    const nlohmann::json j = words_of(request);
    campaign_.give_back(node_in(j), worker_name(j["worker"]));
    return said(nlohmann::json::object());
  }
  throw Problem(404, "there is no such address");
}

serve::Response CampaignService::claim(const serve::Request& request) const {
  const nlohmann::json j = words_of(request);
  if (campaign_.over()) return said({{"over", true}});
  std::optional<u32> near;
  if (j.contains("near") && j["near"].is_number_unsigned()) near = static_cast<u32>(std::min<u64>(j["near"].get<u64>(), ~u32{0}));
  const bool none = campaign_.paused() || (ending && ending());
  const auto job = none ? std::nullopt : campaign_.claim(worker_name(j["worker"]), near, lease_);
  if (!job) return said({{"wait", 1}});
  return said({{"job", parse_json(text_of(*job))}});
}

void CampaignService::refuse(const std::string& worker, const std::string& why) const {
  if (on_note) on_note("an answer of " + worker + " was refused: " + why);
}

serve::Response CampaignService::take(const serve::Request& request) const {
  NamedAnswer named;
  try {
    named = answer_in(request.body);
  } catch (const Error& e) { // whoever it was
    const std::string who = worker_name(request.address);
    campaign_.refuse(who, e.what());
    refuse(who, e.what());
    throw;
  }
  std::string why;
  const bool taken = campaign_.take(std::move(named.answer), named.worker, why);
  if (!taken) refuse(named.worker, why);
  serve::Response r =
      said({{"taken", taken}, {"why", taken ? nlohmann::json() : nlohmann::json(why)}, {"over", campaign_.over()}});
  if (!taken) r.status = 422;
  return r;
}

} // namespace zermelo
