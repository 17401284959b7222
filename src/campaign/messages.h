// What a front end and its workers on other machines say to each other, as text and bytes. Whoever reads believes nothing: what is not
// as it should be is an Error(usage) with the reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "campaign/game.h"

namespace zermelo {

inline constexpr int campaign_protocol = 2;

std::string text_of(const CampaignIdentity& identity);
CampaignIdentity identity_in(std::string_view text);

std::string text_of(const Job& job);
Job job_in(std::string_view text);

// A line of JSON, then the bytes of the proof.
std::string text_of(const JobAnswer& answer, const std::string& worker);
struct NamedAnswer {
  JobAnswer answer;
  std::string worker;
};
NamedAnswer answer_in(std::string_view text);

// Names are shown and kept: short, printable.
std::string worker_name(const std::string& said);

} // namespace zermelo
