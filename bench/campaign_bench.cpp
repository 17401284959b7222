// How quickly a campaign gives and takes: a claim in the program itself, and a thousand workers over HTTP. The workers search nothing:
// each claims a job, and says at once that it is not decided, so that the tree grows with every answer.
//
//   campaign_bench [GAME] [WORKERS] [JOBS A SECOND] [SECONDS] [STORE]
//
// STORE: a new campaign for the claims within the program, as postgresql://…; a file that is removed if it is not given.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/json.h"
#include "base/machine.h"
#include "campaign/campaign.h"
#include "campaign/messages.h"
#include "tests/serve/client.h"

namespace {

using namespace zermelo;
using zermelo::testing::Client;

void print(const char* what, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  auto at = [&](double share) {
    return 1000 * seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))];
  };
  std::printf("%-28s %6zu times   p50 %8.3f ms   p99 %8.3f ms   max %8.3f ms\n", what, seconds.size(), at(0.5), at(0.99), at(1));
}

// Claims and answers one after the other in this program.
void measure_claims(const std::string& game, const std::string& store) {
  const auto entry = open_named(game);
  begin_campaign(store, *entry, entry->game().start(), "win", "", 1000);
  Campaign campaign(open_store(store, true), {}, true);
  std::vector<double> claims, answers;
  for (int i = 0; i < 3000; ++i) {
    double start = wall_seconds();
    const auto job = campaign.claim("worker " + std::to_string(i % 100), std::nullopt, 120);
    claims.push_back(wall_seconds() - start);
    start = wall_seconds();
    std::string why;
    campaign.take({.node = job->node, .visits = 1000}, "worker " + std::to_string(i % 100), why);
    answers.push_back(wall_seconds() - start);
  }
  std::printf("%s: %u positions in the tree\n", game.c_str(),
              campaign.look([](const CampaignTree& tree, const CampaignStore&) { return tree.size(); }));
  print("claim", claims);
  print("answer, not decided", answers);
}

struct FrontEndProgram {
  pid_t child = 0;
  int port = 0;
  std::string token;

  FrontEndProgram(const std::string& store, const std::filesystem::path& folder) {
    int pipe[2];
    if (::pipe(pipe) != 0) std::exit(1);
    const std::string file = (folder / "token").string();
    child = ::fork();
    if (child == 0) {
      ::dup2(pipe[1], 1);
      ::dup2(::open("/dev/null", O_WRONLY), 2);
      ::execl(ZERMELO_BINARY, ZERMELO_BINARY, "campaign", "run", store.c_str(), "--threads", "0", "--quiet", "--listen",
              "127.0.0.1:0", "--token-file", file.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(pipe[1]);
    std::string said;
    for (char c = 0; c != '\n' && ::read(pipe[0], &c, 1) == 1;) said += c;
    ::close(pipe[0]); // what it says at its end is not read
    port = std::atoi(said.c_str() + said.rfind(':') + 1);
    std::ifstream(file) >> token;
    if (port == 0 || token.empty()) {
      std::fprintf(stderr, "the front end did not start\n");
      std::exit(1);
    }
  }
  FrontEndProgram(const FrontEndProgram&) = delete;
  FrontEndProgram& operator=(const FrontEndProgram&) = delete;
  ~FrontEndProgram() {
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
  }
  double resident_mb() const {
    std::ifstream in("/proc/" + std::to_string(child) + "/statm");
    double pages = 0;
    in >> pages >> pages;
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
  }
  double cpu() const {
    std::ifstream in("/proc/" + std::to_string(child) + "/stat");
    std::string word;
    double ticks = 0;
    for (int i = 1; i <= 15 && in >> word; ++i)
      if (i >= 14) ticks += std::stod(word);
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }
};

// Jobs begin at fixed moments, whether or not those before them have ended: a queue that grows shows in the times.
void measure_workers(const std::string& game, int workers, double rate, double seconds, const std::filesystem::path& folder) {
  const std::string store = (folder / "workers").string();
  const auto entry = open_named(game);
  begin_campaign(store, *entry, entry->game().start(), "win", "", 1000);
  { const Campaign begun(open_store(store, true), {}, true); }
  const FrontEndProgram front(store, folder);
  std::vector<double> claims, answers;
  std::mutex adding;
  std::atomic<int> next{0}, wrong{0}, without{0};
  const int jobs = static_cast<int>(rate * seconds);
  const double start = wall_seconds(), memory = front.resident_mb(), cpu = front.cpu();
  auto work = [&] {
    for (int i = next++; i < jobs; i = next++) {
      const double due = start + static_cast<double>(i) / rate;
      std::this_thread::sleep_for(std::chrono::duration<double>(due - wall_seconds()));
      const std::string name = "worker " + std::to_string(i % workers),
                        authorization = "Authorization: Bearer " + front.token + "\r\n";
      const auto claimed = Client(front.port).post("/campaign/v1/claim", json_text({{"worker", name}}), authorization);
      const double had = wall_seconds();
      if (claimed.status == 200 && !claimed.json().contains("job")) {
        ++without; // others have all that there is
        continue;
      }
      if (claimed.status != 200) {
        ++wrong;
        continue;
      }
      const JobAnswer answer{.node = claimed.json()["job"]["node"], .visits = 1000, .seconds = 1};
      const double asked = wall_seconds();
      const auto taken = Client(front.port).post("/campaign/v1/answer", text_of(answer, name), authorization);
      const double done = wall_seconds();
      wrong += taken.status != 200;
      const std::lock_guard lock(adding);
      claims.push_back(had - due);
      answers.push_back(done - asked);
    }
  };
  {
    std::vector<std::jthread> crew;
    for (int t = 0; t < 32; ++t) crew.emplace_back(work);
  }
  std::printf("%s: %d workers, %.0f jobs a second for %.0f s: %d not answered, %d without a job; memory of the front end %.0f -> "
              "%.0f MB, "
              "%.0f %% of a core\n",
              game.c_str(), workers, rate, seconds, wrong.load(), without.load(), memory, front.resident_mb(),
              100 * (front.cpu() - cpu) / (wall_seconds() - start));
  print("claim over HTTP, from due", claims);
  print("answer over HTTP", answers);
}

} // namespace

int main(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);
  auto given = [&](int i, const char* otherwise) { return std::string(argc > i && argv[i][0] != '-' ? argv[i] : otherwise); };
  const std::string game = given(1, "trax:8x8");
  std::string pattern = (std::filesystem::temp_directory_path() / "campaign_bench.XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  measure_claims(game, given(5, (folder / "claims").c_str()));
  measure_workers(game, std::atoi(given(2, "1000").c_str()), std::atof(given(3, "100").c_str()),
                  std::atof(given(4, "20").c_str()), folder);
  std::filesystem::remove_all(folder);
  return 0;
}
