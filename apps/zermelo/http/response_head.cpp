// The head of an answer. Its lines are constants, numbers and hashes: nothing of a request.
#include <fmt/format.h>

#include "http/response_head.h"
#include "serve/problem.h"

namespace zermelo {
namespace {

const char* reason_of(int status) {
  switch (status) {
  case 200: return "OK";
  case 201: return "Created";
  case 304: return "Not Modified";
  default: return serve::title_of(status);
  }
}

} // namespace

std::string head_of(const serve::Response& r, bool keep_alive) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nServer: zermelo\r\nCache-Control: {}\r\n", r.status, reason_of(r.status), r.cache);
  if (r.status != 304) head += fmt::format("Content-Type: {}\r\n", r.type);
  if (!r.events && r.status != 304) head += fmt::format("Content-Length: {}\r\n", r.bytes().size());
  if (!r.etag.empty()) head += fmt::format("ETag: {}\r\n", r.etag);
  if (r.gzipped) head += "Content-Encoding: gzip\r\n";
  if (!r.embedded.empty() || r.gzipped) head += "Vary: Accept-Encoding\r\n";
  if (r.allow != nullptr) head += fmt::format("Allow: {}\r\n", r.allow);
  if (r.retry_after > 0) head += fmt::format("Retry-After: {}\r\n", r.retry_after);
  head += fmt::format("Content-Security-Policy: {}\r\n",
                      r.policy != nullptr ? r.policy : "default-src 'none'; frame-ancestors 'none'");
  head += "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";
  return head + (keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

} // namespace zermelo
