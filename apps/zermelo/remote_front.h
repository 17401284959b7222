// The front end of a campaign on another machine.
#pragma once

#include <algorithm>

#include "campaign/front.h"
#include "http/client.h"

namespace zermelo {

// What stands in the file, without blanks around it; Error(usage) if that is too short to be secret.
std::string read_token(const std::string& file);
// The same; where there is no file, one with a new token is made that only its owner can read, and `made` is true.
std::string read_or_make_token(const std::string& file, bool& made);

class RemoteFrontEnd final : public FrontEnd {
public:
  // Asks what the campaign is about. Waits for a front end that does not answer for so many seconds, here and later.
  RemoteFrontEnd(const HttpAddress& address, std::string token, double patience, std::function<bool()> should_stop,
                 std::function<void(const std::string&)> on_note);

  const CampaignIdentity& identity() const { return identity_; }

  Claimed claim(const std::string& worker, std::optional<u32> near) override;
  bool beat(u32 node, const std::string& worker) override;
  bool take(const JobAnswer& answer, const std::string& worker, std::string& why) override;
  void give_back(u32 node, const std::string& worker) override;
  double beats_every() const override { return std::min(most_between_beats, lease_ / 4); }

private:
  nlohmann::json say(const std::string& method, const std::string& what, const std::string& body, bool patient);

  HttpAddress address_;
  std::string token_;
  double patience_;
  std::function<bool()> should_stop_;
  std::function<void(const std::string&)> on_note_;
  CampaignIdentity identity_;
  double lease_ = 60;
};

} // namespace zermelo
