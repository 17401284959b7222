// What the connections of a server share.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <set>

#include "exec/guarded.h"
#include "http/server.h"

namespace zermelo {

class Connection;

struct Hub {
  Hub(const ServerOptions& o, const serve::Site& s) : options(o), site(s), visitors(o.limits), slow(2) {}

  ServerOptions options;
  const serve::Site& site;
  Guarded<serve::Visitors> visitors;
  std::atomic<bool> stopping{false};
  std::atomic<int> waiting{0}; // slow answers, queued or at work
  std::atomic<int> streams{0};
  Guarded<std::set<Connection*>> connections; // each leaves it when it ends
  boost::asio::io_context io;
  boost::asio::thread_pool slow; // for answers that take long; it ends before what it uses
};

} // namespace zermelo
