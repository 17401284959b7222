// The front end of a campaign as its workers see it: in the same program, or on another machine.
#pragma once

#include <optional>
#include <string>

#include "campaign/campaign.h"

namespace zermelo {

class FrontEnd {
public:
  FrontEnd() = default;
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;
  virtual ~FrontEnd() = default;

  struct Claimed {
    std::optional<Job> job;
    double wait = 0;   // seconds until there may be one
    bool over = false; // there will be none any more
  };
  virtual Claimed claim(const std::string& worker, std::optional<u32> near) = 0;
  virtual bool beat(u32 node, const std::string& worker) = 0; // false: the job is no longer needed
  virtual bool take(const JobAnswer& answer, const std::string& worker, std::string& why) = 0;
  virtual void give_back(u32 node, const std::string& worker) = 0;
  virtual double beats_every() const = 0; // seconds
};

inline constexpr double most_between_beats = 5; // seconds: so long a worker may not know that its job is no longer needed

// The one in this program.
class LocalFrontEnd final : public FrontEnd {
public:
  explicit LocalFrontEnd(Campaign& campaign) : campaign_(campaign) {}
  Claimed claim(const std::string& worker, std::optional<u32> near) override {
    if (campaign_.over() || campaign_.paused()) return {.over = true};
    return {.job = campaign_.claim(worker, near, 0), .wait = 0.02};
  }
  bool beat(u32 node, const std::string&) override { return campaign_.needs(node); }
  bool take(const JobAnswer& answer, const std::string& worker, std::string& why) override {
    return campaign_.take(answer, worker, why);
  }
  void give_back(u32 node, const std::string& worker) override { campaign_.give_back(node, worker); }
  double beats_every() const override { return 0.2; }

private:
  Campaign& campaign_;
};

} // namespace zermelo
