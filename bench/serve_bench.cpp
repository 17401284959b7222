// How the explorer stands many clients at once: requests a second and the time of an answer, at 64 and 256 connections that
// each ask again as soon as they are answered. The clients run on the same cores as the server.
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/serve/client.h"

namespace {

using zermelo::testing::Client;

constexpr int positions = 500;
constexpr double seconds = 5;

double seconds_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Server {
  pid_t child = 0;
  int port = 0;

  explicit Server(const char* game) {
    int pipe[2];
    if (::pipe(pipe) != 0) std::exit(1);
    child = ::fork();
    if (child == 0) {
      ::dup2(pipe[1], 1);
      ::dup2(::open("/dev/null", O_WRONLY), 2);
      ::execl(ZERMELO_BINARY, ZERMELO_BINARY, "serve", game, "--listen", "127.0.0.1:0", nullptr);
      ::_exit(127);
    }
    ::close(pipe[1]);
    std::string said;
    for (char c = 0; c != '\n' && ::read(pipe[0], &c, 1) == 1;) said += c;
    if (said.size() < 18) {
      std::fprintf(stderr, "the server did not start\n");
      std::exit(1);
    }
    port = std::atoi(said.c_str() + 17);
  }
  // Seconds of processor time so far: machines are shared, and this does not depend on who else is there.
  double cpu() const {
    std::ifstream in("/proc/" + std::to_string(child) + "/stat");
    std::string word;
    double ticks = 0;
    for (int i = 1; i <= 15 && in >> word; ++i)
      if (i >= 14) ticks += std::stod(word);
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
  }
};

// One answer after the other on each connection, all of them watched by one thread.
void measure(const Server& server, const std::vector<std::string>& requests, int clients) {
  struct Asking {
    Client client;
    double since = 0;
  };
  std::mt19937_64 random(1);
  std::vector<Asking> all;
  const int watch = ::epoll_create1(0);
  for (int i = 0; i < clients; ++i) {
    all.push_back({Client(server.port)});
    epoll_event e{.events = EPOLLIN, .data = {.u32 = static_cast<std::uint32_t>(i)}};
    ::epoll_ctl(watch, EPOLL_CTL_ADD, all.back().client.descriptor(), &e);
  }
  auto ask = [&](Asking& a) {
    a.since = seconds_now();
    a.client.send(requests[random() % requests.size()]);
  };
  for (auto& a : all) ask(a);
  std::vector<double> times;
  std::uint64_t wrong = 0;
  const double start = seconds_now(), cpu = server.cpu();
  while (seconds_now() - start < seconds) {
    epoll_event ready[256];
    const int n = ::epoll_wait(watch, ready, 256, 100);
    for (int i = 0; i < n; ++i) {
      Asking& a = all[ready[i].data.u32];
      const auto reply = a.client.read();
      times.push_back(seconds_now() - a.since);
      wrong += reply.status == 200 ? 0U : 1U;
      ask(a);
    }
  }
  const double took = seconds_now() - start, used = server.cpu() - cpu;
  ::close(watch);
  std::sort(times.begin(), times.end());
  auto at = [&](double share) { return 1000 * times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))]; };
  std::printf("%8d clients %9.0f requests/s   p50 %6.1f ms   p99 %6.1f ms   max %6.1f ms   %4.0f us of CPU each   %llu not 200\n",
              clients, static_cast<double>(times.size()) / took, at(0.5), at(0.99), at(1),
              1e6 * used / static_cast<double>(times.size()), static_cast<unsigned long long>(wrong));
}

} // namespace

int main() {
  ::signal(SIGPIPE, SIG_IGN);
  for (const char* game : {"tictactoe", "anpanman"}) {
    const Server server(game);
    const std::string base = std::string("/api/v1/games/") + game;
    std::vector<std::string> requests;
    Client client(server.port);
    for (int i = 0; i < positions; ++i) {
      const auto p = client.get(base + "/random").json().at("position").get<std::string>();
      requests.push_back("GET " + base + "/position?p=" + zermelo::testing::escaped(p) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    std::printf("%s, %d positions\n", game, positions);
    for (const int clients : {64, 256}) measure(server, requests, clients);
  }
  return 0;
}
