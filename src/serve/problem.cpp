#include "serve/problem.h"

#include <new>

#include "base/error.h"
#include "base/json.h"

namespace zermelo::serve {

const char* title_of(int status) {
  switch (status) {
  case 400: return "Bad Request";
  case 401: return "Unauthorized";
  case 403: return "Forbidden";
  case 404: return "Not Found";
  case 405: return "Method Not Allowed";
  case 408: return "Request Timeout";
  case 413: return "Content Too Large";
  case 421: return "Misdirected Request";
  case 422: return "Unprocessable Content";
  case 429: return "Too Many Requests";
  case 431: return "Request Header Fields Too Large";
  case 503: return "Service Unavailable";
  default: return "Internal Server Error";
  }
}

nlohmann::json to_json(const Problem& p) {
  return {{"type", "about:blank"}, {"title", title_of(p.status())},
          {"status", p.status()},  {"detail", p.what()},
          {"hint", p.hint()},      {"code", p.code()}};
}

Response response_of(const Problem& p) {
  Response r;
  r.status = p.status();
  r.type = "application/problem+json";
  r.body = json_text(to_json(p)) + "\n";
  if (p.status() == 429 || p.status() == 503) r.retry_after = 1;
  return r;
}

Problem current_problem() try { throw; } catch (const Problem& p) {
  return p;
} catch (const Error& e) {
  if (e.code() == Exit::usage) return {400, e.what()};
  if (e.code() == Exit::position) return {422, e.what()};
  if (e.code() == Exit::table)
    return {500, "a part of the table of this game is damaged",
            "Other positions are answered; 'zermelo verify' checks the table."};
  return {500, "the answer could not be computed"};
} catch (const std::bad_alloc&) {
  return {503, "there is no memory to answer this now"};
} catch (...) {
  return {500, "the answer could not be computed"};
}

} // namespace zermelo::serve
