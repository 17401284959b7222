#include "serve/campaigns.h"

#include "serve/endpoints.h"

namespace zermelo::serve {

Response get_campaigns(const Call& call) {
  return json_response({{"campaigns", call.site.campaigns == nullptr ? nlohmann::json::array() : call.site.campaigns->list()}});
}

} // namespace zermelo::serve
