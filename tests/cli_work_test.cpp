// A front end and workers as programs of their own: they come and go, are killed, lie; without the token nothing happens.
#include <random>

#include "base/json.h"
#include "run_zermelo.h"
#include "tests/serve/client.h"

namespace zermelo::testing {
namespace {

class CliWork : public CommandLine {
protected:
  ~CliWork() override {
    for (const pid_t p : running_) {
      ::kill(p, SIGKILL);
      ::waitpid(p, nullptr, 0);
    }
  }

  static std::string full_memory() { return faults::full_run() ? "64M" : "4M"; }
  std::string store() const { return (folder_ / "store").string(); }
  std::string token_file() const { return (folder_ / "token").string(); }
  std::string token() const {
    std::string text = contents(token_file());
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  // With files of its own for what it prints.
  pid_t spawn(const std::string& name, const Words& words) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto redirect = [&](const std::string& file, int to) {
        ::dup2(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), to);
      };
      redirect((folder_ / (name + ".out")).string(), 1);
      redirect((folder_ / (name + ".err")).string(), 2);
      ::setenv("ZERMELO_TABLES", tables_.c_str(), 1);
      std::vector<char*> arguments = {const_cast<char*>(ZERMELO_BINARY)};
      for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
      arguments.push_back(nullptr);
      ::execv(ZERMELO_BINARY, arguments.data());
      ::_exit(127);
    }
    running_.push_back(child);
    return child;
  }
  int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    std::erase(running_, child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  void kill_now(pid_t child) {
    ::kill(child, SIGKILL);
    wait_for(child);
  }

  // Listens on the port of the one before it, if there was one.
  pid_t front_end(const std::string& threads = "0") {
    const pid_t front =
        spawn("front", {"campaign", "run", store(), "--threads", threads, "--memory", "4M", "--listen",
                        "127.0.0.1:" + std::to_string(port_), "--token-file", token_file(), "--lease", "1", "--quiet"});
    std::string said;
    for (int i = 0; i < 1000 && said.find('\n') == std::string::npos; ++i, ::usleep(10'000))
      said = contents(folder_ / "front.out");
    port_ = std::atoi(said.substr(said.rfind(':', said.find('\n')) + 1).c_str());
    EXPECT_GT(port_, 0) << contents(folder_ / "front.err");
    return front;
  }
  pid_t worker(const std::string& name) {
    return spawn(name, {"work", "http://127.0.0.1:" + std::to_string(port_), "--token-file", token_file(), "--threads", "1",
                        "--memory", full_memory(), "--name", name, "--patience", "60"});
  }
  Reply post(const std::string& what, const std::string& body) const {
    return Client(port_).post("/campaign/v1/" + what, body, "Authorization: Bearer " + token() + "\r\n");
  }
  void begin(const std::string& game, const std::string& claim, const std::string& visits) {
    ASSERT_EQ(run({"campaign", "new", game, "--claim", claim, store(), "--visits", visits}).code, 0);
  }
  nlohmann::json status() { return run({"campaign", "status", store(), "--json"}).json(); }
  void expect_sound_proof(const std::string& result) {
    EXPECT_EQ(status()["result"], result);
    const std::string proof = (folder_ / "all.proof").string();
    EXPECT_EQ(run({"campaign", "export", store(), proof}).code, 0);
    EXPECT_EQ(run({"verify", proof}).code, 0);
  }

  std::vector<pid_t> running_;
  int port_ = 0;
};

TEST_F(CliWork, TwoWorkersDecideAClaim) {
  begin("trax:4x4", "win", "64");
  const pid_t front = front_end(), one = worker("one"), two = worker("two");
  EXPECT_EQ(wait_for(one), 0) << contents(folder_ / "one.err");
  EXPECT_EQ(wait_for(two), 0) << contents(folder_ / "two.err");
  EXPECT_EQ(wait_for(front), 0) << contents(folder_ / "front.err");
  expect_sound_proof("disproven");
}

// Workers and front ends killed at random moments. Nothing proved is lost, and for each that is killed at most one answer comes twice.
TEST_F(CliWork, KilledAgainAndAgain) {
  const bool full = faults::full_run(); // a board that is not decided before the last of them
  begin(full ? "trax:6x6" : "trax:5x5", "win", full ? "2000" : "100");
  std::mt19937_64 random(faults::seed_of_test());
  pid_t front = front_end(), workers[2] = {worker("w0"), worker("w1")};
  u64 facts = 0, split = 0, front_kills = 0, in_time = 0;
  for (u64 i = 0; i < faults::times(10, 40); ++i) {
    ::usleep(static_cast<useconds_t>(20'000 + random() % 150'000));
    if (random() % 2 == 0) {
      kill_now(front);
      ++front_kills;
      front = front_end();
    } else {
      const std::size_t which = random() % 2;
      kill_now(workers[which]);
      workers[which] = worker("w" + std::to_string(which));
    }
    const auto s = status();
    ASSERT_TRUE(s.contains("facts")) << s;
    EXPECT_GE(s["facts"].get<u64>(), facts);
    EXPECT_GE(s["tree"]["split"].get<u64>(), split);
    in_time += s["result"] == "unknown";
    facts = s["facts"];
    split = s["tree"]["split"];
  }
  for (const pid_t w : workers) EXPECT_EQ(wait_for(w), 0);
  EXPECT_EQ(wait_for(front), 0) << contents(folder_ / "front.err");
  EXPECT_GT(in_time, 0U);
  const auto s = status();
  EXPECT_LE(s["jobs"].get<u64>(), s["facts"].get<u64>() + s["tree"]["split"].get<u64>() + 2 * front_kills) << s;
  EXPECT_EQ(s["refused"], 0);
  expect_sound_proof("disproven");
}

TEST_F(CliWork, WithoutTheTokenNothingIsGivenOrTaken) {
  begin("trax:8x8", "win", "1000");
  const pid_t front = front_end();
  const auto before = status()["tree"];
  std::ofstream(folder_ / "other") << "not the token of this campaign\n";
  std::ofstream(folder_ / "wrong") << "0123456789abcdef0123456789abcdef\n";
  const std::string address = "http://127.0.0.1:" + std::to_string(port_);
  expect_error({"work", address, "--token-file", (folder_ / "wrong").string()}, 2, "another token");
  expect_error({"work", address, "--token-file", (folder_ / "other").string()}, 2, "holds no token");
  expect_error({"work", address}, 2, "--token-file is missing");
  const std::string claim = R"({"worker": "x"})";
  for (const std::string& said :
       {std::string(), std::string("Authorization: Bearer \r\n"), "Authorization: Bearer " + token() + "x\r\n",
        "Authorization: Bearer " + token().substr(1) + "\r\n", "Authorization: Basic " + token() + "\r\n"})
    for (const char* what : {"claim", "answer", "beat", "back"})
      EXPECT_EQ(Client(port_).post(std::string("/campaign/v1/") + what, claim, said).status, 401) << said << what;
  EXPECT_EQ(Client(port_).get("/campaign/v1").status, 401);
  EXPECT_EQ(Client(port_).get("/campaign/v1/status").status, 401);
  // Whoever has none is told before he has sent much.
  EXPECT_EQ(Client(port_).ask("POST /campaign/v1/answer HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\n").status, 401);
  EXPECT_EQ(status()["tree"], before);
  EXPECT_EQ(status()["workers"], nlohmann::json::array());
  EXPECT_EQ(post("claim", claim).status, 200);
  ::kill(front, SIGINT);
  EXPECT_EQ(wait_for(front), 4);
}

// A worker that has the token and lies.
TEST_F(CliWork, LiesOverTheNetworkAreNamed) {
  begin("trax:4x4", "win", "100000");
  const pid_t front = front_end();
  const auto before = status()["tree"];
  const auto job = post("claim", R"({"worker": "liar"})").json()["job"];
  ASSERT_TRUE(job.is_object());
  auto answer = [&](const std::string& verdict, const std::string& proof, std::size_t said) {
    return json_text({{"worker", "liar"},
                      {"node", job["node"]},
                      {"verdict", verdict},
                      {"visits", 1},
                      {"seconds", 1},
                      {"replies", nlohmann::json::array()},
                      {"proof_bytes", said}}) +
           "\n" + proof;
  };
  EXPECT_EQ(post("answer", answer("proven", "garbage", 7)).status, 422);
  EXPECT_EQ(post("answer", answer("proven", "half", 400)).status, 400);
  EXPECT_EQ(post("answer", answer("perhaps", "", 0)).status, 400);
  EXPECT_EQ(post("answer", "\n\n\n").status, 400);
  EXPECT_EQ(post("answer", std::string(100'000, '[')).status, 400);
  const std::string other = (folder_ / "other.proof").string();
  ASSERT_EQ(run({"prove", "tictactoe", "--claim", "win", "--method", "df-pn", "--proof", other}).code, 0);
  const Reply foreign = post("answer", answer("disproven", contents(other), contents(other).size()));
  EXPECT_EQ(foreign.status, 422);
  EXPECT_NE(foreign.body.find("about tictactoe"), std::string::npos) << foreign.body;
  EXPECT_EQ(status()["tree"], before);
  EXPECT_EQ(status()["facts"], 0);
  bool named = false;
  const auto s = status();
  for (const auto& w : s["workers"]) named = named || (w["name"] == "liar" && w["refused"] == 2 && w["why"].is_string());
  EXPECT_TRUE(named) << s["workers"];
  EXPECT_NE(contents(folder_ / "front.err").find("an answer of liar was refused"), std::string::npos);
  // An honest one decides it all the same.
  EXPECT_EQ(wait_for(worker("honest")), 0);
  EXPECT_EQ(wait_for(front), 0);
  expect_sound_proof("disproven");
}

TEST_F(CliWork, BadWordsGetASentence) {
  std::ofstream(folder_ / "token") << "0123456789abcdef0123456789abcdef\n";
  expect_error({"work", "nonsense", "--token-file", token_file()}, 2, "no address of a front end");
  expect_error({"work", "127.0.0.1:1", "--token-file", token_file(), "--patience", "0"}, 1, "cannot be asked");
  expect_error({"work", "127.0.0.1:1", "--token-file", (folder_ / "none").string()}, 1, "none");
  begin("tictactoe", "win", "100");
  expect_error({"campaign", "run", store(), "--threads", "0"}, 2, "nobody would work");
  expect_error({"campaign", "run", store(), "--listen", "127.0.0.1:0"}, 2, "needs --token-file");
  expect_error({"campaign", "run", store(), "--listen", "nonsense", "--token-file", token_file()}, 2, "no address to listen on");
}

} // namespace
} // namespace zermelo::testing
