// The door of a campaign for workers on other machines: its service behind the transport, on a thread of its own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "campaign/service.h"
#include "http/server.h"

namespace zermelo {

class CampaignServer {
public:
  CampaignServer(Campaign& campaign, const std::string& listen, const std::string& token, double lease_seconds,
                 std::function<bool()> ending, std::function<void(const std::string&)> on_note);
  CampaignServer(const CampaignServer&) = delete;
  CampaignServer& operator=(const CampaignServer&) = delete;
  ~CampaignServer(); // finishes what is in flight

  std::string address() const { return server_->address(); }

private:
  class Answers;
  std::unique_ptr<CampaignService> service_;
  std::unique_ptr<Answers> answers_;
  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> ended_{false};
  std::jthread thread_;
};

} // namespace zermelo
