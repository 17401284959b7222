// The unit that compiles Asio and Beast for the server; client.cpp is the other.
#include "http/server.h"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/strand.hpp>
#include <fmt/format.h>

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <vector>

#include "base/error.h"
#include "http/connection.h"
#include "http/response_head.h"
#include "view/text.h"

namespace zermelo {

Connection::Connection(SharedState& shared, tcp::socket socket, std::string address, bool loopback)
    : shared_(shared), stream_(std::move(socket)), address_(std::move(address)), loopback_(loopback) {}

Connection::~Connection() {
  if (streaming_) leave_stream();
  if (!entered_) return;
  shared_.connections.with([&](auto& all) { all.erase(this); });
  shared_.visitors.with([&](serve::Visitors& v) { v.leave(address_, loopback_); });
  shared_.answers.metrics().disconnected();
}

void Connection::start() {
  entered_ = true;
  shared_.answers.metrics().connected();
  error_code ignored;
  ignored = stream_.socket().set_option(tcp::no_delay(true), ignored); // an answer is one write
  shared_.connections.with([&](auto& all) { all.insert(this); });
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->wait(); });
}

void Connection::refuse() {
  shared_.answers.metrics().refused();
  asio::post(stream_.get_executor(), [self = shared_from_this()] {
    self->keep_alive_ = false;
    self->began_ = wall_seconds();
    self->stream_.expires_after(self->after(1));
    self->send(response_of(serve::Problem(503, "there are too many connections", "Try again in a moment.")));
  });
}

void Connection::close_if_idle() {
  asio::post(stream_.get_executor(), [self = shared_from_this()] {
    if (self->idle_) self->stream_.cancel();
  });
}

void Connection::wait() {
  if (shared_.stopping) return hang_up();
  if (buffer_.size() > 0) return read_head();
  idle_ = true;
  stream_.expires_after(after(shared_.options.idle));
  stream_.async_read_some(buffer_.prepare(buffer_.max_size()), [self = shared_from_this()](error_code error, std::size_t n) {
    self->idle_ = false;
    self->buffer_.commit(n);
    if (!error) self->read_head();
  });
}

void Connection::read_head() {
  began_ = wall_seconds();
  stream_.expires_after(after(shared_.options.deadline));
  parser_.emplace();
  parser_->header_limit(8192);
  parser_->body_limit(shared_.answers.most_body());
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](error_code error, std::size_t) { self->on_head(error); });
}

void Connection::on_head(error_code error) {
  if (error || !parser_) return fail(error);
  auto& parser = *parser_;
  const auto& head = parser.get();
  auto text = [&](http::field name) { return std::string(head[name]); };
  request_ = {.method = std::string(head.method_string()),
              .target = std::string(head.target()),
              .body = "",
              .content_type = text(http::field::content_type),
              .if_none_match = text(http::field::if_none_match),
              .authorization = text(http::field::authorization),
              .host = text(http::field::host),
              .fetch_site = std::string(head["Sec-Fetch-Site"]),
              .gzip = text(http::field::accept_encoding).find("gzip") != std::string::npos,
              .address = address_,
              .local = loopback_,
              .html = text(http::field::accept).find("text/html") != std::string::npos};
  keep_alive_ = parser.keep_alive();
  auto refuse = [&](int status, const char* why) {
    keep_alive_ = false; // the body is not read
    send(response_of(serve::Problem(status, why)));
  };
  if (head.count(http::field::host) > 1) return refuse(400, "there is more than one Host");
  // Of any kind: a body whose end is not known by its length would be taken for the next request (RFC 9112, 6.3).
  if (head.count(http::field::transfer_encoding) > 0) return refuse(400, "the length of the body is not given");
  found_ = shared_.answers.find(request_);
  if (found_.refusal) {
    keep_alive_ = false;
    return send(std::move(*found_.refusal));
  }
  if (parser.content_length().value_or(0) > found_.body_limit) return refuse(413, "the body is too long");
  http::async_read(stream_, buffer_, parser, [self = shared_from_this()](error_code e, std::size_t) { self->on_body(e); });
}

void Connection::on_body(error_code error) {
  if (error || !parser_) return fail(error);
  request_.body = std::move(parser_->get().body());
  parser_.reset();
  dispatch();
}

// What can still be said to a sender of something that is no request.
void Connection::fail(error_code error) {
  keep_alive_ = false;
  auto say = [&](int status, const char* why) { send(response_of(serve::Problem(status, why))); };
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return say(431, "the head of the request is longer than 8 KiB");
  if (error == http::error::body_limit) return say(413, "the body is too long");
  if (error == http::error::end_of_stream || error == beast::error::timeout ||
      error.category() != http::make_error_code(http::error::bad_method).category())
    return; // nobody is there, or nobody who keeps to the deadline
  if (error == http::error::partial_message) return;
  say(400, "this is no HTTP request");
}

void Connection::dispatch() {
  const bool may = shared_.visitors.with([&](serve::Visitors& v) { return v.ask(address_, loopback_, wall_seconds()); });
  if (!may) {
    shared_.answers.metrics().refused();
    return send(response_of(serve::Problem(429, "too many requests from this address", "Wait a second.")));
  }
  if (found_.slow) return answer_slowly();
  send(found_.answer(request_));
}

void Connection::answer_slowly() {
  auto job = std::make_shared<Waiting>();
  job->connection = shared_from_this();
  const u64 each = loopback_ ? shared_.options.most_slow_local : shared_.options.most_slow_each;
  const bool waits = shared_.queue.with([&](auto& q) {
    request_.crowd = q.busy();
    return q.push(address_, job, shared_.options.most_slow, each);
  });
  if (!waits) {
    shared_.answers.metrics().refused();
    return send(response_of(serve::Problem(503, "the server is busy", "Try again in a moment.")));
  }
  // The deadline holds in the queue, too.
  asio::steady_timer& timer = timer_ ? *timer_ : timer_.emplace(stream_.get_executor());
  timer.expires_after(after(std::max(0.0, 0.9 * shared_.options.deadline - (wall_seconds() - began_))));
  timer.async_wait([self = shared_from_this(), job](error_code stopped) {
    if (!stopped) self->give_up(job);
  });
  asio::post(shared_.slow, [&shared = shared_, in_flight = asio::make_work_guard(stream_.get_executor())] { take_turn(shared); });
}

void Connection::give_up(const std::shared_ptr<Waiting>& job) {
  if (job->taken.exchange(true)) return; // it is at work, or answered
  job->connection.reset();
  shared_.answers.metrics().dropped();
  keep_alive_ = false;
  stream_.expires_after(after(1));
  send(response_of(serve::Problem(503, "the server is busy: this waited too long", "Try again in a moment.")));
}

// One turn for each answer that was put into the queue; whose it is the queue decides.
void Connection::take_turn(SharedState& shared) {
  auto next = shared.queue.with([](auto& q) { return q.pop(); });
  if (!next) return;
  const std::string address = std::move(next->first);
  const std::shared_ptr<Waiting> job = std::move(next->second);
  if (!job->taken.exchange(true)) {
    const std::shared_ptr<Connection> self = std::move(job->connection);
    if (self->is_gone()) {
      shared.answers.metrics().dropped(); // nobody would read it
    } else {
      serve::Response response = self->found_.answer(self->request_);
      try {
        asio::post(self->stream_.get_executor(), [self, sent = std::move(response)]() mutable {
          if (self->timer_) self->timer_->cancel();
          // What took long to compute still has a second to be sent.
          self->stream_.expires_after(
              self->after(std::max(1.0, self->shared_.options.deadline - (wall_seconds() - self->began_))));
          self->send(std::move(sent));
        });
      } catch (const std::bad_alloc&) { // NOLINT(bugprone-empty-catch): the connection ends without an answer
      }
    }
  }
  shared.queue.with([&](auto& q) { q.done(address); });
}

// Seen from the socket alone, which is asked without being read.
bool Connection::is_gone() {
  char byte = 0;
  const auto n = ::recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

bool Connection::enter_stream() {
  const int each = loopback_ ? shared_.options.most_streams : shared_.options.most_streams_each;
  return shared_.streams.with([&](auto& open) {
    int all = 0;
    for (const auto& [address, n] : open) all += n;
    if (all >= shared_.options.most_streams) return false;
    int& mine = open[address_];
    if (mine >= each) return false;
    ++mine;
    return true;
  });
}

void Connection::leave_stream() {
  shared_.streams.with([&](auto& open) {
    if (const auto it = open.find(address_); it != open.end() && --it->second == 0) open.erase(it);
  });
}

void Connection::send(serve::Response response) {
  if (response.events && !enter_stream()) response = response_of(serve::Problem(503, "too many watch already"));
  response_ = std::move(response);
  streaming_ = static_cast<bool>(response_.events);
  keep_alive_ = keep_alive_ && !streaming_ && !shared_.stopping;
  head_ = head_of(response_, keep_alive_);
  shared_.answers.metrics().count_answer(response_.status, wall_seconds() - began_);
  const std::string_view body = request_.method == "HEAD" ? std::string_view() : response_.bytes();
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_), asio::buffer(body.data(), body.size())};
  asio::async_write(stream_, buffers, [self = shared_from_this()](error_code error, std::size_t) { self->on_sent(error); });
}

void Connection::on_sent(error_code error) {
  if (error) return;
  if (streaming_) return stream_more(0);
  if (!keep_alive_) return hang_up();
  response_ = {};
  wait();
}

// Asks for news a few times a second. Each piece has a deadline of its own; all together have one too.
void Connection::stream_more(u64 from) {
  if (shared_.stopping || wall_seconds() - began_ > shared_.options.stream_time) return hang_up();
  serve::EventPiece piece = response_.events(from);
  if (!piece.text.empty()) return stream_on(std::move(piece));
  if (piece.last) return hang_up();
  if (++silent_ % 50 == 0) return stream_on({": still here\n\n", piece.next, false}); // or who has gone is never noticed
  asio::steady_timer& timer = timer_ ? *timer_ : timer_.emplace(stream_.get_executor());
  timer.expires_after(std::chrono::milliseconds(200));
  timer.async_wait([self = shared_from_this(), next = piece.next](error_code error) {
    if (!error) self->stream_more(next);
  });
}

void Connection::stream_on(serve::EventPiece piece) {
  head_ = std::move(piece.text);
  stream_.expires_after(after(shared_.options.deadline));
  asio::async_write(stream_, asio::buffer(head_),
                    [self = shared_from_this(), next = piece.next, last = piece.last](error_code error, std::size_t) {
                      if (error) return;
                      if (last) return self->hang_up();
                      self->stream_more(next);
                    });
}

void Connection::hang_up() {
  error_code ignored;
  if (stream_.socket().shutdown(tcp::socket::shutdown_send, ignored)) return;
  stream_.expires_after(after(1));
  drain();
}

void Connection::drain() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(buffer_.max_size()), [self = shared_from_this()](error_code error, std::size_t n) {
    self->drained_ += n;
    if (!error && self->drained_ < 1'000'000) self->drain();
  });
}

class HttpServer::Transport {
public:
  Transport(const ServerOptions& options, const HttpAnswers& answers)
      : shared_(options, answers), acceptor_(asio::make_strand(shared_.io)), retry_(acceptor_.get_executor()) {
    error_code error;
    const auto address = asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
    if (error)
      throw Error(Exit::usage,
                  fmt::format("'{}' is no address; give one as 127.0.0.1:8080 or [::1]:8080", printable(options.address)));
    const tcp::endpoint endpoint(address, options.port);
    auto check = [&](const char* what) {
      if (!error) return;
      if (error == asio::error::address_in_use)
        throw Error(Exit::runtime,
                    fmt::format("port {} is in use; --listen {}:0 takes a free one", options.port, options.address));
      throw Error(Exit::runtime, fmt::format("cannot {} {}:{}: {}", what, options.address, options.port, error.message()));
    };
    error = acceptor_.open(endpoint.protocol(), error);
    check("listen on");
    error = acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    check("listen on");
    error = acceptor_.bind(endpoint, error);
    check("listen on");
    error = acceptor_.listen(1024, error);
    check("listen on");
    error = acceptor_.non_blocking(true, error);
    check("listen on");
  }

  std::string address() const {
    const auto at = acceptor_.local_endpoint();
    const std::string host = at.address().to_string();
    return fmt::format("http://{}:{}", at.address().is_v6() ? "[" + host + "]" : host, at.port());
  }

  void run(const std::function<bool()>& should_stop) {
    asio::post(acceptor_.get_executor(), [this] { accept(); });
    auto work = asio::make_work_guard(shared_.io);
    const int threads = shared_.options.threads > 0 ? shared_.options.threads
                                                    : std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
    std::vector<std::jthread> crew;
    crew.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) crew.emplace_back([this] { answer_all(); });
    const Ending ending{shared_.io}; // whatever is thrown here
    while (!should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(50));

    shared_.stopping = true;
    asio::post(acceptor_.get_executor(), [this] {
      error_code ignored;
      ignored = acceptor_.close(ignored);
      retry_.cancel();
    });
    for (const auto& connection : open_connections()) connection->close_if_idle();
    work.reset(); // the threads end when nothing is in flight
    const double end = wall_seconds() + shared_.options.grace;
    while (!shared_.io.stopped() && wall_seconds() < end) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    shared_.io.stop();
    crew.clear();
    shared_.slow.stop();
    shared_.slow.join();
  }

private:
  struct Ending {
    asio::io_context& io;
    ~Ending() { io.stop(); }
  };

  // What one connection throws, for want of memory, ends that connection alone.
  void answer_all() {
    for (;;) {
      try {
        shared_.io.run();
        return;
      } catch (const std::exception&) {
        shared_.answers.metrics().refused();
      }
    }
  }

  void accept() {
    acceptor_.async_accept(asio::make_strand(shared_.io), [this](error_code error, tcp::socket socket) {
      if (shared_.stopping) return;
      if (!error) {
        admit(std::move(socket));
        admit_waiting();
        return accept();
      }
      retry_.expires_after(std::chrono::milliseconds(100)); // no descriptor left: others will end
      retry_.async_wait([this](error_code stopped) {
        if (!stopped) accept();
      });
    });
  }

  // Who else waits at the door comes in now: one for each turn of the queue would let the last of a crowd wait for the answers
  // of all the others, again and again.
  void admit_waiting() {
    error_code error;
    for (int i = 0; i < 128; ++i) {
      tcp::socket socket(asio::make_strand(shared_.io));
      if (acceptor_.accept(socket, error)) return;
      admit(std::move(socket));
    }
  }

  void admit(tcp::socket socket) {
    error_code gone;
    const auto peer = socket.remote_endpoint(gone).address();
    if (gone) return;
    const bool loopback = peer.is_loopback();
    const std::string key = key_of(peer);
    const bool let_in = shared_.visitors.with([&](serve::Visitors& v) { return v.enter(key, loopback, wall_seconds()); });
    const auto connection = std::make_shared<Connection>(shared_, std::move(socket), key, loopback);
    if (let_in) return connection->start();
    connection->refuse();
  }

  // Who has an IPv6 address has a whole network of them.
  static std::string key_of(const asio::ip::address& peer) {
    if (peer.is_v4()) return peer.to_string();
    const auto bytes = peer.to_v6().to_bytes();
    return {reinterpret_cast<const char*>(bytes.data()), 8};
  }

  // Not while the set is held: the last owner of a connection ends it, and it leaves the set then.
  std::vector<std::shared_ptr<Connection>> open_connections() const {
    std::vector<std::shared_ptr<Connection>> open;
    shared_.connections.with([&](const auto& all) {
      open.reserve(all.size());
      for (Connection* c : all)
        if (auto owned = c->weak_from_this().lock()) open.push_back(std::move(owned));
    });
    return open;
  }

  SharedState shared_;
  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
};

HttpServer::HttpServer(const ServerOptions& options, const HttpAnswers& answers)
    : transport_(std::make_unique<Transport>(options, answers)) {}
HttpServer::~HttpServer() = default;
std::string HttpServer::address() const { return transport_->address(); }
void HttpServer::run(const std::function<bool()>& should_stop) { transport_->run(should_stop); }

} // namespace zermelo
