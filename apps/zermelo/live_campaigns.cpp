#include "live_campaigns.h"

#include <algorithm>
#include <chrono>

#include "base/machine.h"
#include "campaign/details.h"

namespace zermelo {

LiveCampaigns::LiveCampaigns(std::vector<std::string> stores, const TablePlace& place)
    : stores_(std::move(stores)), place_(place) {
  for (const auto& store : stores_) read_.push_back(read(store));
  if (!stores_.empty()) reader_ = std::thread([this] { look(); });
}

LiveCampaigns::~LiveCampaigns() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ends_.notify_all();
  if (reader_.joinable()) reader_.join();
}

nlohmann::json LiveCampaigns::list() const {
  const std::lock_guard lock(mutex_);
  return read_;
}

nlohmann::json LiveCampaigns::read(const std::string& store) const {
  nlohmann::json j = details_of(Campaign(open_store(store, false), place_, false));
  j["read"] = unix_seconds();
  j["trouble"] = nullptr;
  // Pages of strangers need not know where files lie, nor under which names.
  j["store"] = std::filesystem::path(j["store"].get<std::string>()).filename().string();
  return j;
}

// A large tree takes long to read, so it is read less often: a tenth of a core at most.
void LiveCampaigns::look() {
  constexpr double least = 3; // seconds
  double pause = least;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (ends_.wait_for(lock, std::chrono::duration<double>(pause), [this] { return ended_; })) return;
    }
    const double start = wall_seconds();
    for (std::size_t i = 0; i < stores_.size(); ++i) {
      nlohmann::json now;
      std::string trouble;
      try {
        now = read(stores_[i]);
      } catch (const std::exception& e) { // what was read before is shown on
        trouble = e.what();
      }
      const std::lock_guard lock(mutex_);
      if (trouble.empty())
        read_[i] = std::move(now);
      else
        read_[i]["trouble"] = trouble;
    }
    pause = std::max(least, 10 * (wall_seconds() - start));
  }
}

} // namespace zermelo
