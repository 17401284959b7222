// The transport of the explorer and of campaigns: HTTP/1.1 over TCP. What is answered is decided in src/serve and src/campaign; here
// are sockets, threads, limits and deadlines.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "serve/message.h"
#include "serve/metrics.h"
#include "serve/visitors.h"

namespace zermelo {

struct ServerOptions {
  std::string address = "127.0.0.1";
  u16 port = 8080; // 0: any free one
  int threads = 0; // 0: as many as the machine has
  serve::VisitorLimits limits;
  // One deadline for a whole request, from its first byte to the last one of its answer: a slow sender, or a slow reader, gets
  // no more, however steadily it drips.
  double deadline = 10;      // seconds
  double idle = 20;          // seconds that a connection may wait for the next request
  u64 most_slow = 32;        // answers that wait for their turn
  u64 most_slow_each = 8;    // of these for one address
  u64 most_slow_local = 24;  // and for this machine's own, which may be a proxy
  int most_streams = 16;     // of events, at once
  int most_streams_each = 4; // of these to one address
  double grace = 5;          // seconds for what is in flight when the server ends
  double stream_time = 3600; // seconds of one stream of events
};

// What a server answers.
class HttpAnswers {
public:
  HttpAnswers() = default;
  HttpAnswers(const HttpAnswers&) = delete;
  HttpAnswers& operator=(const HttpAnswers&) = delete;
  virtual ~HttpAnswers() = default;

  // Where a request goes, found once, when its head has come.
  struct Found {
    u64 body_limit = 0;
    bool slow = false;                                            // it belongs into the queue of slow answers
    std::function<serve::Response(const serve::Request&)> answer; // with the body; throws nothing
    std::optional<serve::Response> refusal;                       // said at once: the body is not read
  };
  virtual Found find(const serve::Request& head) const = 0;
  virtual u64 most_body() const = 0; // of any request
  virtual serve::Metrics& metrics() const = 0;
};

class HttpServer {
public:
  // Listens at once; throws Error(usage) for what is no address, Error(runtime) if the port is taken.
  HttpServer(const ServerOptions& options, const HttpAnswers& answers);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  std::string address() const; // "http://127.0.0.1:8080"

  // Serves until should_stop, then finishes what is in flight.
  void run(const std::function<bool()>& should_stop);

private:
  class Transport;
  std::unique_ptr<Transport> transport_;
};

} // namespace zermelo
