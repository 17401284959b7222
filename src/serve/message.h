// A request and its answer, without sockets: what the transport hands in and sends out.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/types.h"

namespace zermelo::serve {

struct Request {
  std::string method = "GET";
  std::string target = "/"; // as it was sent: path and query, percent-encoded
  std::string body;
  std::string content_type;
  std::string if_none_match;
  std::string authorization;
  std::string host;       // as it was sent: a name or address, with or without a port; empty: not sent
  std::string fetch_site; // Sec-Fetch-Site: what a browser says about where the request comes from
  bool gzip = false;      // the client takes it
  std::string address;    // who asks: of a network, where addresses come by networks
  bool local = false;     // from this machine itself
  u64 crowd = 0;          // slow answers that wait or are at work
  bool html = false;      // the client asks for a page to look at

  bool has(std::string_view etag) const; // it says in If-None-Match that it has the answer with this tag
};

// A piece of a stream of events; `next` is what to ask for after it.
struct EventPiece {
  std::string text;
  u64 next = 0;
  bool last = false;
};

// Headers are constants or made here: nothing that a client sent is ever copied into one.
struct Response {
  int status = 200;
  const char* type = "application/json";
  std::string body;
  std::string_view embedded; // in place of the body: bytes that live as long as the program
  bool gzipped = false;
  std::string etag; // with its quotes; empty: none
  const char* cache = "no-store";
  const char* policy = nullptr;               // Content-Security-Policy
  const char* allow = nullptr;                // the methods, of a 405
  int retry_after = 0;                        // seconds; 0: none
  std::function<EventPiece(u64 from)> events; // a stream in place of a body: asked again and again

  std::string_view bytes() const { return embedded.empty() ? std::string_view(body) : embedded; }
};

} // namespace zermelo::serve
