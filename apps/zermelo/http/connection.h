// One connection: requests one after the other, each within one deadline.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_static_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <optional>

#include "base/machine.h"
#include "http/shared_state.h"
#include "serve/problem.h"

namespace zermelo {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

class Connection : public std::enable_shared_from_this<Connection> {
public:
  Connection(SharedState& shared, tcp::socket socket, std::string address, bool loopback);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  void start();  // after it has been let in
  void refuse(); // says that there are too many, and closes
  void close_if_idle();

private:
  using Seconds = std::chrono::duration<double>;
  auto after(double seconds) const { return std::chrono::duration_cast<std::chrono::steady_clock::duration>(Seconds(seconds)); }

  void wait();      // for the first byte of a request
  void read_head(); // the deadline begins here
  void on_head(error_code error);
  void on_body(error_code error);
  void fail(error_code error);
  void dispatch();
  void answer_slowly();
  void give_up(const std::shared_ptr<Waiting>& job); // it has waited too long
  static void take_turn(SharedState& shared);        // computes the next slow answer
  bool is_gone();                                    // whether the client has closed the connection
  bool enter_stream();
  void leave_stream();
  void send(serve::Response response);
  void on_sent(error_code error);
  void stream_more(u64 from);
  void stream_on(serve::EventPiece piece);
  void hang_up(); // sends the end, and reads what is still coming, so that the answer is not lost
  void drain();

  SharedState& shared_;
  beast::tcp_stream stream_;
  std::string address_;
  bool loopback_;
  bool entered_ = false, idle_ = false, keep_alive_ = true, streaming_ = false;
  beast::flat_static_buffer<8192> buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  serve::Request request_;
  HttpAnswers::Found found_; // where it goes
  serve::Response response_;
  std::string head_;
  double began_ = 0;
  u64 drained_ = 0;
  u64 silent_ = 0;                          // times that a stream had no news
  std::optional<asio::steady_timer> timer_; // of a stream, or of a slow answer that waits
};

} // namespace zermelo
