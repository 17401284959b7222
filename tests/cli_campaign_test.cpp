// Campaigns from the command line: to the end, stopped, killed; bad words.
#include "base/json.h"
#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

class CliCampaign : public CommandLine {
protected:
  std::string store() const { return (folder_ / "store").string(); }
  std::string proof() const { return (folder_ / "all.proof").string(); }
  // What another program says of it meanwhile.
  nlohmann::json aside(const std::string& action) const {
    const auto out = folder_ / "aside";
    const std::string command = std::string(ZERMELO_BINARY) + " campaign " + action + " " + store() + " --json >" + out.string();
    EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(cert-env33-c)
    return parse_json(contents(out));
  }
  // One of prove's verdicts on the claim, and the one proof of it all.
  void expect_proof(const std::string& game, const std::string& claim, const std::string& result) {
    const auto status = run({"campaign", "status", store(), "--json"}).json();
    EXPECT_EQ(status["result"], result);
    EXPECT_EQ(run({"prove", game, "--claim", claim, "--json"}).json()["result"], result);
    const Ran exported = run({"campaign", "export", store(), proof(), "--json"});
    EXPECT_EQ(exported.code, 0) << exported.err;
    const Ran verified = run({"verify", proof(), "--json"});
    EXPECT_EQ(verified.code, 0) << verified.err;
    EXPECT_EQ(verified.json()["holds"], true);
    EXPECT_EQ(verified.json()["claim"],
              claim == "win"       ? (result == "proven" ? "the side to move wins" : "the side to move cannot force a win")
              : result == "proven" ? "the other side cannot force a win"
                                   : "the other side wins");
  }
};

TEST_F(CliCampaign, ToTheEnd) {
  for (const auto& [game, claim, result] :
       {std::tuple{"tictactoe", "win", "disproven"}, {"tictactoe", "not-loss", "proven"}, {"trax:4x4", "not-loss", "proven"}}) {
    SCOPED_TRACE(game);
    std::filesystem::remove(store());
    ASSERT_EQ(run({"campaign", "new", game, "--claim", claim, store(), "--visits", "64"}).code, 0);
    expect_error({"campaign", "export", store(), proof()}, 2, "is not decided yet");
    const Ran ran = run({"campaign", "run", store(), "--threads", "2", "--memory", "4M", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.json()["result"], result);
    expect_proof(game, claim, result);
  }
  const std::string page = (folder_ / "page.html").string();
  const Ran text = run({"campaign", "status", store(), "--html", page});
  EXPECT_NE(contents(page).find("not-loss proven"), std::string::npos);
  EXPECT_NE(contents(page).find("<svg"), std::string::npos); // boards
  EXPECT_NE(text.out.find("not-loss proven"), std::string::npos) << text.out;
}

// Either back end ends with the verdict of prove and with one proof. Alpha-beta is what Connect Four has by itself.
TEST_F(CliCampaign, BackEnds) {
  const auto work = [&](const std::string& claim, const std::string& result, const Words& method) {
    SCOPED_TRACE(claim);
    std::filesystem::remove(store());
    EXPECT_EQ(run({"campaign", "new", "connect4:5x4", "--claim", claim, store(), "--visits", "3000"}).code, 0);
    Words words = {"campaign", "run", store(), "--threads", "1", "--memory", "4M", "--json"};
    words.insert(words.end(), method.begin(), method.end());
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    expect_proof("connect4:5x4", claim, result);
    const auto status = ran.json();
    if (claim == "not-loss" || method == Words{"--method", "df-pn"}) // alpha-beta disproves the win within one job
      EXPECT_GT(status["jobs"].get<u64>(), 1U);                      // some position was split
    return status["visits"].get<u64>();
  };
  for (const auto& [claim, result] : {std::pair{"win", "disproven"}, {"not-loss", "proven"}}) {
    const u64 alpha_beta = work(claim, result, {"--method", "alpha-beta"});
    EXPECT_EQ(work(claim, result, {}), alpha_beta);
    EXPECT_NE(work(claim, result, {"--method", "df-pn"}), alpha_beta);
  }
  std::filesystem::remove(store());
  ASSERT_EQ(run({"campaign", "new", "trax:4x4", "--claim", "win", store()}).code, 0);
  expect_error({"campaign", "run", store(), "--method", "alpha-beta"}, 2, "leaves no proof in trax:4x4");
}

// Both claims take at most twice the work of one search each: 14,048 and 16,093 visits. By one thread: the order in which two of
// them end changes the work by a factor of three.
TEST_F(CliCampaign, LongFiveByFive) {
  u64 visits = 0;
  for (const auto& [claim, result] : {std::pair{"win", "disproven"}, {"not-loss", "proven"}}) {
    std::filesystem::remove(store());
    ASSERT_EQ(run({"campaign", "new", "trax:5x5", "--claim", claim, store(), "--visits", "1000"}).code, 0);
    const Ran ran = run({"campaign", "run", store(), "--threads", "1", "--memory", "64M", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    visits += ran.json()["visits"].get<u64>();
    expect_proof("trax:5x5", claim, result);
  }
  EXPECT_LT(visits, 2U * (14'048 + 16'093));
}

// Stopped by Ctrl-C, by a second one, by its time, by `pause`: always goes on.
TEST_F(CliCampaign, StoppedInEveryWay) {
  ASSERT_EQ(run({"campaign", "new", "trax:8x8", "--claim", "win", store(), "--visits", "500"}).code, 0);
  const Words words = {"campaign", "run", store(), "--threads", "2", "--memory", "16M"};
  u64 before = 0;
  auto jobs = [&] { return aside("status").value("jobs", u64{0}); };
  auto expect_stopped = [&](pid_t child) {
    const Ran ran = finish(child);
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_NE(ran.err.find("the same command goes on"), std::string::npos) << ran.err;
    const u64 now = jobs();
    EXPECT_GT(now, before);
    before = now;
  };
  auto started = [&] {
    const pid_t child = start(words);
    for (int i = 0; i < 1000 && jobs() <= before; ++i) ::usleep(10'000);
    return child;
  };
  pid_t child = started();
  ::kill(child, SIGINT);
  expect_stopped(child);
  child = started();
  ::kill(child, SIGINT);
  ::kill(child, SIGTERM);
  expect_stopped(child);
  Words limited = words;
  limited.insert(limited.end(), {"--time", "0.5"});
  expect_stopped(start(limited));
  child = started();
  EXPECT_EQ(aside("pause")["paused"], true);
  expect_stopped(child);
  EXPECT_EQ(run({"campaign", "status", store(), "--json"}).json()["paused"], true);
}

// SIGKILL at random moments: what was proved stays proved, and it comes to the same end.
TEST_F(CliCampaign, KilledAgainAndAgain) {
  ASSERT_EQ(run({"campaign", "new", "trax:5x5", "--claim", "win", store(), "--visits", "100"}).code, 0);
  const Words words = {"campaign", "run", store(), "--threads", "2", "--memory", "4M", "--json", "--quiet"};
  u64 seed = faults::seed_of_test(), facts = 0, positions = 0, jobs = 0;
  int kills = 0;
  for (int i = 0; i < static_cast<int>(faults::times(20, 200)); ++i) {
    const pid_t child = start(words);
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    ::usleep(static_cast<useconds_t>(20'000 + (seed >> 33) % 150'000));
    ::kill(child, SIGKILL);
    kills += finish(child).code == 128 + SIGKILL;
    const auto s = run({"campaign", "status", store(), "--json"}).json();
    ASSERT_TRUE(s.contains("facts")) << s;
    EXPECT_GE(s["facts"].get<u64>(), facts);
    EXPECT_GE(s["tree"]["positions"].get<u64>(), positions);
    EXPECT_GE(s["jobs"].get<u64>(), jobs);
    facts = s["facts"];
    positions = s["tree"]["positions"];
    jobs = s["jobs"];
  }
  EXPECT_GT(kills, 0); // where the killer comes late, most runs are over
  const Ran ran = run(words);
  EXPECT_EQ(ran.code, 0) << ran.err;
  expect_proof("trax:5x5", "win", "disproven");
}

// Who is killed leaves a folder for proofs that live for a moment. The next one removes it, and not that of who is at work.
TEST_F(CliCampaign, FoldersOfKilledOnesAreRemoved) {
  const auto temporary = folder_ / "temporary";
  std::filesystem::create_directory(temporary);
  ::setenv("TMPDIR", temporary.c_str(), 1);
  const auto left = [&] {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(temporary)) all.push_back(entry.path());
    return all;
  };
  // Starts one, and waits for its folder.
  const auto begun = [&](const std::vector<std::filesystem::path>& before) {
    const pid_t child = start({"campaign", "run", store(), "--threads", "1", "--memory", "4M", "--quiet"});
    for (int i = 0; i < 1000 && (left().size() != 1 || left() == before); ++i) ::usleep(10'000);
    return child;
  };
  ASSERT_EQ(run({"campaign", "new", "trax:8x8", "--claim", "win", store(), "--visits", "500"}).code, 0);
  EXPECT_TRUE(left().empty());
  const pid_t killed = begun({});
  ::kill(killed, SIGKILL);
  finish(killed);
  const auto dead = left();
  ASSERT_EQ(dead.size(), 1U);
  const pid_t works = begun(dead);
  const auto alive = left();
  ASSERT_EQ(alive.size(), 1U);
  EXPECT_NE(alive, dead);
  const std::string other = (folder_ / "other").string();
  ASSERT_EQ(run({"campaign", "new", "tictactoe", "--claim", "win", other}).code, 0);
  EXPECT_EQ(run({"campaign", "run", other, "--threads", "1", "--memory", "4M", "--quiet"}).code, 0);
  EXPECT_EQ(left(), alive) << "that of one that is at work";
  ::kill(works, SIGINT);
  finish(works);
  EXPECT_TRUE(left().empty());
  ::unsetenv("TMPDIR");
}

// A campaign was killed and its file removed, but not what SQLite had beside it: that is not taken for the new one's.
TEST_F(CliCampaign, ANewOneUnderAnOldName) {
  ASSERT_EQ(run({"campaign", "new", "trax:8x8", "--claim", "win", store(), "--visits", "500"}).code, 0);
  const pid_t child = start({"campaign", "run", store(), "--threads", "1", "--memory", "4M", "--quiet"});
  for (int i = 0; i < 1000 && aside("status").value("jobs", u64{0}) < 2; ++i) ::usleep(10'000);
  ::kill(child, SIGKILL);
  finish(child);
  ASSERT_TRUE(std::filesystem::exists(store() + "-wal"));
  std::filesystem::remove(store());
  ASSERT_EQ(run({"campaign", "new", "tictactoe", "--claim", "win", store()}).code, 0);
  EXPECT_EQ(run({"campaign", "run", store(), "--threads", "1", "--memory", "4M", "--json"}).json()["result"], "disproven");
}

// A campaign leans on a table, and its proof cites it.
TEST_F(CliCampaign, LeansOnATable) {
  const std::string position = "B:W13,14,17,18:B1,2,5,6", table = "checkers:6x6-endings-4";
  const Words begin = {"campaign",  "new", "checkers:6x6", position,   "--claim", "win",
                       "--lean-on", table, store(),        "--visits", "10000"};
  expect_error(begin, 5, "make it with");
  std::filesystem::remove(store());
  ASSERT_EQ(run({"solve", table, "--values"}).code, 0);
  ASSERT_EQ(run(begin).code, 0);
  EXPECT_EQ(run({"campaign", "run", store(), "--threads", "2", "--memory", "16M", "--json"}).json()["result"], "disproven");
  ASSERT_EQ(run({"campaign", "export", store(), proof()}).code, 0);
  const auto verified = run({"verify", proof(), "--json"}).json();
  EXPECT_EQ(verified["holds"], true);
  EXPECT_EQ(verified["tables"][0]["game"], table);
}

// A first pass assumes, and says so; raised to infinity it proves.
TEST_F(CliCampaign, Thresholds) {
  const std::string position = "W:WK10,K18:B1,4";
  expect_error({"campaign", "new", "trax:4x4", "--claim", "win", store(), "--threshold", "10"}, 2, "leave out --threshold");
  ASSERT_EQ(
      run({"campaign", "new", "checkers:6x6", position, "--claim", "win", store(), "--visits", "64", "--threshold", "60"}).code,
      0);
  const Words go_on = {"campaign", "run", store(), "--threads", "2", "--memory", "4M"};
  const Ran first = run(go_on);
  EXPECT_EQ(first.code, 4);
  EXPECT_NE(first.err.find("as far as what is assumed holds"), std::string::npos) << first.err;
  EXPECT_NE(first.out.find("assumed    "), std::string::npos) << first.out;
  EXPECT_EQ(first.out.find("win proven"), std::string::npos) << first.out;
  expect_error({"campaign", "export", store(), proof()}, 2, "infinity");
  expect_error({"campaign", "raise", store(), "50"}, 2, "can only be raised");
  expect_error({"campaign", "raise", store(), "much"}, 2, "is no threshold");
  const std::string page = (folder_ / "page.html").string();
  ASSERT_EQ(run({"campaign", "status", store(), "--html", page}).code, 0);
  EXPECT_NE(contents(page).find("only assumed"), std::string::npos);
  const auto raised = run({"campaign", "raise", store(), "infinity", "--json"}).json();
  EXPECT_GT(raised["opened"], 0);
  EXPECT_EQ(raised["assumptions"], 0);
  const Ran second = run(go_on);
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_NE(second.out.find("nothing is assumed"), std::string::npos) << second.out;
  ASSERT_EQ(run({"campaign", "export", store(), proof()}).code, 0);
  EXPECT_EQ(run({"verify", proof(), "--json"}).json()["holds"], true);
}

TEST_F(CliCampaign, ProofsOfOthersAreTakenOver) {
  ASSERT_EQ(run({"campaign", "new", "trax:4x4", "--claim", "not-loss", store(), "--visits", "64"}).code, 0);
  ASSERT_EQ(run({"prove", "trax:4x4", "--claim", "not-loss", "--proof", proof()}).code, 0);
  const Ran taken = run({"campaign", "import", store(), proof(), "--json"});
  EXPECT_EQ(taken.code, 0) << taken.err;
  EXPECT_EQ(taken.json()["result"], "proven");
  ASSERT_EQ(run({"prove", "trax:4x4", "--claim", "win", "--proof", proof()}).code, 0);
  EXPECT_EQ(run({"campaign", "import", store(), proof(), "--json"}).json()["facts"][0]["in_tree"], false); // of another attacker
  ASSERT_EQ(run({"prove", "tictactoe", "--claim", "win", "--method", "df-pn", "--proof", proof()}).code, 0);
  expect_error({"campaign", "import", store(), proof()}, 3, "about tictactoe");
  expect_error({"campaign", "import", store(), store()}, 3, "no sound proof");
  expect_error({"campaign", "import", store(), (folder_ / "none").string()}, 1, "none");
}

TEST_F(CliCampaign, FactsAreHandedOn) {
  const Words begin = {"campaign", "new", "trax:4x4", "--claim", "not-loss", store(), "--visits", "64"};
  ASSERT_EQ(run(begin).code, 0);
  const std::string parts = (folder_ / "parts").string();
  EXPECT_EQ(run({"campaign", "export", store(), parts, "--facts", "--json"}).json()["facts"], 0);
  ASSERT_EQ(run({"campaign", "run", store(), "--threads", "1", "--memory", "4M"}).code, 0);
  const auto written = run({"campaign", "export", store(), parts, "--facts", "--json"}).json();
  EXPECT_GT(written["facts"].get<u64>(), 1U);
  std::filesystem::remove(store());
  ASSERT_EQ(run(begin).code, 0);
  const auto taken = run({"campaign", "import", store(), parts, "--json"}).json();
  EXPECT_EQ(taken["facts"].size(), written["facts"].get<u64>());
  EXPECT_EQ(taken["splits"], written["splits"]);
  EXPECT_EQ(taken["result"], "proven");
  expect_proof("trax:4x4", "not-loss", "proven");
  std::ofstream(parts + "/splits.json") << "something else";
  expect_error({"campaign", "import", store(), parts}, 3, "splits.json was not taken");
}

TEST_F(CliCampaign, BadWordsGetASentence) {
  expect_error({"campaign"}, 2, "ACTION");
  expect_error({"campaign", "begin"}, 2, "none of new, run");
  expect_error({"campaign", "new"}, 2, "the game is missing");
  expect_error({"campaign", "new", "trax:4x4"}, 2, "the store is missing");
  expect_error({"campaign", "new", "trax:4x4", store()}, 2, "--claim win");
  expect_error({"campaign", "new", "traks", store(), "--claim", "win"}, 2, "did you mean");
  expect_error({"campaign", "new", "tictactoe", "nonsense", store(), "--claim", "win"}, 6, "not a position");
  expect_error({"campaign", "new", "awari:8", store(), "--claim", "win"}, 2, "has scores");
  expect_error({"campaign", "new", "yonmoque", store(), "--claim", "win"}, 2, "no campaign is possible");
  expect_error({"campaign", "new", "tictactoe", (folder_ / "no" / "store").string(), "--claim", "win"}, 1, "store");
  expect_error({"campaign", "run", store()}, 5, "there is no campaign");
  expect_error({"campaign", "status", folder_.string()}, 5, "is no file");
  ASSERT_EQ(run({"campaign", "new", "tictactoe", store(), "--claim", "win"}).code, 0);
  expect_error({"campaign", "new", "tictactoe", store(), "--claim", "win"}, 2, "is there already");
  expect_error({"campaign", "run", store(), "more"}, 2, "'more' is not understood");
  std::ofstream(store()) << "something else, and long enough to be looked at by whoever reads the beginning of files";
  expect_error({"campaign", "run", store()}, 5, "is no campaign");
}

} // namespace
} // namespace zermelo::testing
