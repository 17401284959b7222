// A front end for workers on other machines: from a request to its answer, without sockets. Without the token nothing is given or
// taken, and no body is read.
//
//   GET  /campaign/v1         what it is about, and for how long a job is given
//   POST /campaign/v1/claim   {"worker", "near"} -> {"job"}, {"wait": seconds} or {"over": true}
//   POST /campaign/v1/beat    {"worker", "node"} -> {"go_on"}
//   POST /campaign/v1/back    {"worker", "node"}: somebody else may have it
//   POST /campaign/v1/answer  a line of JSON and the bytes of a proof -> {"taken", "why"}
//   GET  /campaign/v1/status  what `campaign status --json` prints
#pragma once

#include <functional>
#include <string>

#include "campaign/campaign.h"
#include "serve/message.h"

namespace zermelo {

class CampaignService {
public:
  static constexpr u64 most_words = 4096, most_answer = u64{64} << 20; // bytes of a body

  CampaignService(Campaign& campaign, std::string token, double lease_seconds)
      : campaign_(campaign), token_(std::move(token)), lease_(lease_seconds) {}

  std::function<bool()> ending;                             // gives out no more jobs
  std::function<void(const std::string& sentence)> on_note; // of an answer that was refused; from any thread

  bool knows_token(const serve::Request& head) const;
  static bool brings_answer(const serve::Request& head) { return head.method == "POST" && head.target == "/campaign/v1/answer"; }
  serve::Response answer(const serve::Request& request) const noexcept;

private:
  serve::Response route(const serve::Request& request) const;
  serve::Response claim(const serve::Request& request) const;
  serve::Response take(const serve::Request& request) const;
  void refuse(const std::string& worker, const std::string& why) const;

  Campaign& campaign_;
  std::string token_;
  double lease_;
};

} // namespace zermelo
