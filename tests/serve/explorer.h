// The program as a server: a child on a free port, in a folder of its own.
#pragma once

#include "base/types.h"
#include "tests/faults/scratch.h"
#include "tests/run_zermelo.h"
#include "tests/serve/client.h"

namespace zermelo::testing {

class Explorer : public CommandLine {
protected:
  ~Explorer() override {
    if (server_ > 0) stop();
  }
  // Solves the games and serves them on a free port.
  void serve(const Words& games, const Words& more = {}) {
    for (const auto& game : games) ASSERT_EQ(run({"solve", game, "--quiet"}).code, 0);
    Words words = games;
    words.emplace_back("--no-solve");
    words.insert(words.end(), more.begin(), more.end());
    begin(words);
  }
  void begin(Words words) {
    words.insert(words.begin(), {"serve", "--listen", listen_, "--json"});
    std::filesystem::remove(folder_ / "out"); // what an earlier one said must not be taken for this one's
    server_ = start(words);
    std::string said;
    eventually([&] {
      said = contents(folder_ / "out");
      return said.find('\n') != std::string::npos || ended(server_);
    });
    const auto j = nlohmann::json::parse(said, nullptr, false);
    ASSERT_TRUE(j.is_object()) << contents(folder_ / "err");
    const std::string address = j.at("address");
    port_ = std::atoi(address.c_str() + address.rfind(':') + 1);
  }
  Ran stop(int signal = SIGTERM) {
    ::kill(server_, signal);
    return finish(std::exchange(server_, 0));
  }
  Reply get(const std::string& target, const std::string& more = "") const { return Client(port_).get(target, more); }
  Reply post(const std::string& target, const std::string& body) const { return Client(port_).post(target, body); }

  // Whether it comes to hold; how long that takes is the machine's affair, so that the limit is far away.
  template <class F> static bool eventually(F&& holds) {
    for (int i = 0; i < 30'000; ++i, ::usleep(10'000))
      if (holds()) return true;
    return false;
  }
  // Whether the child has come to its end; it is still there to be waited for.
  static bool ended(pid_t child) {
    siginfo_t about{};
    return ::waitid(P_PID, static_cast<id_t>(child), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == child;
  }

  // Kilobytes of memory that the server holds.
  long memory() const {
    const std::string status = contents("/proc/" + std::to_string(server_) + "/status");
    return std::atol(status.c_str() + status.find("VmRSS:") + 6);
  }

  // What a sanitizer keeps for itself grows with every allocation.
  void expect_little_growth(long before) const {
    if (ZERMELO_SANITIZED != 0) return;
    EXPECT_LT(memory() - before, 16 * 1024);
  }

  std::string listen_ = "127.0.0.1:0";
  pid_t server_ = 0;
  int port_ = 0;
};

} // namespace zermelo::testing
