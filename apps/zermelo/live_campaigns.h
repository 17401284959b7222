// The stores of campaigns that the explorer shows: read again and again beside the answers, never written. A front end may be at work on
// them meanwhile.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/campaigns.h"
#include "tasks/context.h"

namespace zermelo {

class LiveCampaigns final : public serve::Campaigns {
public:
  LiveCampaigns(std::vector<std::string> stores, const TablePlace& place); // throws if one of them cannot be read
  ~LiveCampaigns() override;
  LiveCampaigns(const LiveCampaigns&) = delete;
  LiveCampaigns& operator=(const LiveCampaigns&) = delete;

  std::size_t size() const override { return stores_.size(); }
  nlohmann::json list() const override;

private:
  nlohmann::json read(const std::string& store) const;
  void look();

  std::vector<std::string> stores_;
  TablePlace place_;
  mutable std::mutex mutex_;
  std::condition_variable ends_;
  bool ended_ = false;
  std::vector<nlohmann::json> read_;
  std::thread reader_;
};

} // namespace zermelo
