// A campaign as a page to look at: one file of HTML that needs nothing else. Its numbers over time as a plot, the first moves and the most
// promising line on their boards, what was proved last, who works.
#pragma once

#include <string>

#include "campaign/campaign.h"

namespace zermelo {

std::string page_of(const Campaign& campaign);

} // namespace zermelo
