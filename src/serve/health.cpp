// The server itself: whether it is well, what it counts, what it can be asked.
#include "base/json.h"
#include "serve/campaigns.h"
#include "serve/documents.h"
#include "serve/endpoints.h"
#include "serve/solves.h"

namespace zermelo::serve {

Response get_health(const Call& call) {
  const SolveLimits limits = call.site.solves == nullptr ? SolveLimits{} : call.site.solves->limits();
  return json_response({{"status", "ok"},
                        {"version", call.site.version},
                        {"solves", call.site.solves != nullptr},
                        {"solve_memory", limits.memory},
                        {"solve_seconds", limits.seconds},
                        {"campaigns", call.site.campaigns == nullptr ? 0 : call.site.campaigns->size()}});
}

Response get_metrics(const Call& call) {
  Response r;
  r.type = "text/plain; version=0.0.4; charset=utf-8";
  r.body = call.site.metrics.text();
  return r;
}

Response get_openapi(const Call&) {
  Response r;
  r.embedded = openapi_document();
  return r;
}

Response get_errata(const Call&) {
  Response r;
  r.type = "text/plain; charset=utf-8"; // to be read in a browser
  r.embedded = errata_document();
  return r;
}

} // namespace zermelo::serve
