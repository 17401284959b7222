// What people want to see of a campaign beside its status: the moves of the root, what was proved last, how quickly it goes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "campaign/campaign.h"

namespace zermelo {

// {"moves": by what is left to show, "proved": the last first, "rate": visits a second lately or null}
nlohmann::json details_of(const Campaign& campaign);

} // namespace zermelo
