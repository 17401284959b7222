#include "http/client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "view/text.h"

namespace zermelo {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr u64 most_reply = u64{4} << 20;

// One after the other; whatever fails ends it with its reason.
class Asking {
public:
  Asking(const HttpAddress& address, const HttpAsk& ask) : resolver_(io_), stream_(io_) {
    const bool bare = address.host.find(':') != std::string::npos;
    head_ = fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
                        "Content-Length: {}\r\nConnection: close\r\n\r\n",
                        ask.method, ask.target, bare ? "[" + address.host + "]" : address.host, address.port, ask.token,
                        ask.body.size());
    parser_.body_limit(most_reply);
    resolver_.async_resolve(address.host, std::to_string(address.port), [this, &ask](error_code e, const auto& found) {
      if (failed(e)) return;
      stream_.async_connect(found, [this, &ask](error_code c, const auto&) {
        if (!failed(c)) send(ask);
      });
    });
  }

  HttpReply run(double deadline) {
    io_.run_for(std::chrono::milliseconds(static_cast<i64>(deadline * 1000)));
    if (!done_) throw Unreachable(why_.empty() ? "no answer came in time" : why_);
    return {static_cast<int>(parser_.get().result_int()), std::move(parser_.get().body())};
  }

private:
  bool failed(error_code e) {
    if (e) why_ = e.message();
    return static_cast<bool>(e);
  }
  // Who refuses a body answers before it has come: what is read counts, not what could not be sent.
  void send(const HttpAsk& ask) {
    const std::array<asio::const_buffer, 2> all = {asio::buffer(head_), asio::buffer(ask.body)};
    asio::async_write(stream_, all, [this](error_code e, std::size_t) {
      failed(e);
      http::async_read(stream_, buffer_, parser_, [this](error_code r, std::size_t) { done_ = !failed(r); });
    });
  }

  asio::io_context io_;
  tcp::resolver resolver_;
  beast::tcp_stream stream_;
  std::string head_, why_;
  beast::flat_buffer buffer_;
  http::response_parser<http::string_body> parser_;
  bool done_ = false;
};

} // namespace

HttpAddress parse_address(const std::string& text) {
  std::string_view rest = text;
  if (rest.starts_with("http://")) rest.remove_prefix(7);
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const auto colon = rest.rfind(':');
  const std::string_view port = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  std::string_view host = rest.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  unsigned n = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), n);
  if (host.empty() || port.empty() || error != std::errc{} || end != port.data() + port.size() || n == 0 || n > 65535)
    throw Error(Exit::usage, fmt::format("'{}' is no address of a front end; give one as http://machine:8090", printable(text)));
  return {std::string(host), static_cast<u16>(n)};
}

HttpReply ask(const HttpAddress& address, const HttpAsk& words) { return Asking(address, words).run(words.deadline); }

} // namespace zermelo
