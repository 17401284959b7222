// Hostile clients: others are served, the memory stays, the server lives.
#include <ifaddrs.h>
#include <sys/resource.h>

#include <algorithm>
#include <random>

#include "tests/serve/explorer.h"

namespace zermelo::testing {
namespace {

class ServeAbuse : public Explorer {
protected:
  void expect_alive() {
    const Reply r = get("/api/v1/games/tictactoe/position?p=xx./oo./...");
    EXPECT_EQ(r.status, 200);
    EXPECT_EQ(r.json().at("value"), "win");
  }
};

const std::string target = "/api/v1/games/tictactoe/position";

TEST_F(ServeAbuse, SlowSendersDoNotKeepOthersOut) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096);
  ::setrlimit(RLIMIT_NOFILE, &files);
  serve({"tictactoe"}, {"--deadline", "4"});
  expect_alive();
  const long before = memory();
  std::vector<Client> slow;
  for (int i = 0; i < 512; ++i) {
    slow.emplace_back(port_);
    ASSERT_TRUE(slow.back().connected());
    slow.back().send("GET / HTTP/1.1\r\nHost: a");
  }
  Client client(port_);
  for (int i = 0; i < 200; ++i) {
    if (i % 20 == 0)
      for (const auto& s : slow) s.send("a");  // they drip on
    ASSERT_EQ(client.get(target).status, 200); // how soon, serve_bench measures
  }
  // However they drip, the deadline ends them.
  auto drip = [&] { return std::count_if(slow.begin(), slow.end(), [](const Client& s) { return s.send("a"); }); };
  EXPECT_TRUE(eventually([&] { return drip() == 0; }));
  slow.clear();
  expect_alive();
  expect_little_growth(before);
}

TEST_F(ServeAbuse, ConnectionsAreCapped) {
  serve({"tictactoe"}, {"--connections", "20"});
  std::vector<Client> open;
  for (int i = 0; i < 20; ++i) {
    open.emplace_back(port_);
    ASSERT_EQ(open.back().get(target).status, 200);
  }
  Client more(port_);
  const Reply refused = more.read();
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(refused.has("Retry-After: 1"));
  open.clear();
  for (int i = 0; i < 100 && get(target).status != 200; ++i) ::usleep(20'000);
  expect_alive();
}

// An address of this machine that is not the loopback one; 0 if it has none.
in_addr_t other_address() {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return 0;
  in_addr_t found = 0;
  for (const ifaddrs* i = all; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || i->ifa_addr->sa_family != AF_INET) continue;
    const in_addr_t address = reinterpret_cast<const sockaddr_in*>(i->ifa_addr)->sin_addr.s_addr;
    if ((ntohl(address) >> 24) != 127) found = address;
  }
  ::freeifaddrs(all);
  return found;
}

TEST_F(ServeAbuse, AnAddressHasItsShare) {
  const in_addr_t address = other_address();
  if (address == 0) GTEST_SKIP() << "this machine has only the loopback address, which has no limits of its own";
  listen_ = "0.0.0.0:0";
  serve({"tictactoe"}, {"--rate", "5", "--per-address", "3"});
  Client client(port_, address);
  int allowed = 0;
  Reply r;
  for (int i = 0; i < 100 && (r = client.get(target)).status == 200; ++i) ++allowed;
  EXPECT_GE(allowed, 20); // the burst
  EXPECT_LT(allowed, 60);
  EXPECT_EQ(r.status, 429);
  EXPECT_TRUE(r.has("Retry-After: 1"));
  std::vector<Client> more;
  for (int i = 0; i < 3; ++i) more.emplace_back(port_, address);
  EXPECT_EQ(more.back().read().status, 503); // the fourth connection
  expect_alive();                            // others are not touched
}

TEST_F(ServeAbuse, FloodsOfHeadersAndBodies) {
  serve({"tictactoe"});
  expect_alive();
  for (int i = 0; i < 50; ++i) get(target);
  const long before = memory();
  for (int i = 0; i < 100; ++i) {
    Client many(port_);
    many.send("GET / HTTP/1.1\r\n");
    for (int k = 0; k < 2000 && many.send("X-" + std::to_string(k) + ": " + std::string(40, 'a') + "\r\n"); ++k) {}
    Client endless(port_);
    for (int k = 0; k < 20 && endless.send(std::string(4096, 'A')); ++k) {}
    Client body(port_);
    body.send("POST " + target + "s HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n" +
              std::string(1000, '['));
  }
  expect_alive();
  expect_little_growth(before);
}

// A few thousand changed requests; more with ZERMELO_FULL.
TEST_F(ServeAbuse, MutatedRequests) {
  const u64 seed = 20'260'101;
  std::mt19937_64 random(seed);
  serve({"tictactoe"});
  expect_alive();
  const std::vector<std::string> whole = {
      "GET " + target + "?p=xx./oo./... HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
      "GET /api/v1/games/tictactoe/line?plies=3 HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"a\"\r\n\r\n",
      "POST /api/v1/games/tictactoe/positions HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: "
      "26\r\n\r\n{\"positions\": [\"initial\"]}",
      "POST /api/v1/games/tictactoe/compose HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: "
      "41\r\n\r\n{\"cells\":{\"a1\":[{\"kind\":\"x\",\"owner\":0}]}}",
      "DELETE /api/v1/solves/1 HTTP/1.0\r\n\r\n",
      "GET /game/tictactoe?embed=1 HTTP/1.1\r\nConnection: close\r\n\r\n"};
  const long before = memory();
  const int runs = std::getenv("ZERMELO_FULL") != nullptr ? 100'000 : 3000;
  for (int i = 0; i < runs; ++i) {
    std::string text = whole[random() % whole.size()];
    for (u64 changes = 1 + random() % 6; changes > 0; --changes) {
      const u64 at = random() % text.size();
      switch (random() % 6) {
      case 0: text[at] = static_cast<char>(random()); break;
      case 1: text.erase(at, 1 + random() % 8); break;
      case 2: text.insert(at, 1 + random() % 30, static_cast<char>(random())); break;
      case 3: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
      case 4: text.resize(at + 1); break;
      default:
        text.insert(at, std::vector<std::string>{"%00", "\r\n", "..", "%2e", "\r\nContent-Length: 5\r\n", "9999999999",
                                                 "&p=", "\""}[random() % 8]);
      }
      if (text.empty()) text = "G";
    }
    Client client(port_);
    ASSERT_TRUE(client.connected()) << "seed " << seed << ", run " << i;
    client.send(text);
    if (i % 3 == 0) ::shutdown(client.descriptor(), SHUT_WR);
    if (i % 3 != 2) continue; // most do not wait for an answer
    if (!client.receive(0.02)) continue;
    EXPECT_TRUE(client.buffer().starts_with("HTTP/1.1 ")) << text;
    // What a client sends never comes back in a head.
    const std::string head = client.buffer().substr(0, client.buffer().find("\r\n\r\n"));
    EXPECT_EQ(std::count(head.begin(), head.end(), '%'), 0) << text;
  }
  expect_alive();
  expect_little_growth(before);
}

} // namespace
} // namespace zermelo::testing
