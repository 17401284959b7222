// A client of sockets alone: what talks to the server shares no code with it.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace zermelo::testing {

struct Reply {
  int status = 0; // 0: the connection ended without an answer
  std::string head, body;
  nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
  bool has(std::string_view line) const { return head.find(line) != std::string::npos; }
};

// A text as it is written in a query.
inline std::string escaped(std::string_view text) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      out += c;
    else
      (out += '%') += std::string{digits[byte / 16], digits[byte % 16]};
  }
  return out;
}

class Client {
public:
  // `from`: the address of this machine that it comes from; 0: any.
  explicit Client(int port, in_addr_t address = htonl(INADDR_LOOPBACK), in_addr_t from = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in at{};
    if (from != 0) {
      at.sin_family = AF_INET;
      at.sin_addr.s_addr = from;
      static_cast<void>(::bind(socket_, reinterpret_cast<const sockaddr*>(&at), sizeof at));
    }
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    at.sin_addr.s_addr = address;
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
  }
  Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client& operator=(Client&&) = delete;
  ~Client() {
    if (socket_ >= 0) ::close(socket_);
  }

  int descriptor() const { return socket_; }
  bool connected() const { return connected_; }
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const auto n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  // More bytes into the buffer; false at the end or after `seconds` without any.
  bool receive(double seconds = 10) {
    pollfd p{socket_, POLLIN, 0};
    if (::poll(&p, 1, static_cast<int>(seconds * 1000)) <= 0) return false;
    char bytes[65536];
    const auto n = ::recv(socket_, bytes, sizeof bytes, 0);
    if (n > 0) buffer_.append(bytes, static_cast<std::size_t>(n));
    return n > 0;
  }
  std::string& buffer() { return buffer_; }

  // The next answer: its head and as many bytes as it says.
  Reply read(bool body = true) {
    Reply r;
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
      if (!receive()) return r;
    r.head = buffer_.substr(0, end + 4);
    buffer_.erase(0, end + 4);
    r.status = std::atoi(r.head.c_str() + r.head.find(' '));
    const auto at = r.head.find("Content-Length: ");
    const std::size_t length = !body || at == std::string::npos ? 0 : std::stoul(r.head.substr(at + 16));
    while (buffer_.size() < length)
      if (!receive()) return r;
    r.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return r;
  }
  Reply ask(std::string_view request) { return send(request) ? read() : Reply{}; }
  Reply get(const std::string& target, const std::string& more = "") {
    return ask("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
  }
  Reply post(const std::string& target, const std::string& body, const std::string& more = "Content-Type: application/json\r\n") {
    return ask("POST " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "Content-Length: " + std::to_string(body.size()) +
               "\r\n\r\n" + body);
  }

private:
  int socket_;
  bool connected_;
  std::string buffer_;
};

} // namespace zermelo::testing
