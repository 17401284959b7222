// What the connections of a server share.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "exec/guarded.h"
#include "http/server.h"
#include "serve/fair_queue.h"

namespace zermelo {

class Connection;

// A slow answer that is to be computed: it is begun once, or given up once.
struct Waiting {
  std::shared_ptr<Connection> connection;
  std::atomic<bool> taken{false};
};

struct SharedState {
  SharedState(const ServerOptions& o, const HttpAnswers& a) : options(o), answers(a), visitors(o.limits), slow(2) {}

  ServerOptions options;
  const HttpAnswers& answers;
  Guarded<serve::Visitors> visitors;
  std::atomic<bool> stopping{false};
  Guarded<serve::FairQueue<std::shared_ptr<Waiting>>> queue; // of slow answers
  Guarded<std::map<std::string, int>> streams;               // of events, by address
  Guarded<std::set<Connection*>> connections;                // each leaves it when it ends
  boost::asio::io_context io;
  boost::asio::thread_pool slow; // for answers that take long; it ends before what it uses
};

} // namespace zermelo
