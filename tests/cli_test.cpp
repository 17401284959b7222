// The contract of the command line: help, JSON keys, exit codes.
#include "base/types.h"
#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

using Cli = CommandLine;

// Of the list that the bare program prints.
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(help.find("Commands:\n") + 10));
  for (std::string line; std::getline(lines, line) && !line.empty();) names.push_back(line.substr(2, line.find(' ', 2) - 2));
  return names;
}

void expect_keys(const nlohmann::json& j, const std::vector<std::string>& keys) {
  ASSERT_TRUE(j.is_object()) << j.dump();
  for (const auto& key : keys) EXPECT_TRUE(j.contains(key)) << key << " in " << j.dump();
}

TEST_F(Cli, EveryCommandExplainsItselfWithAnExample) {
  const Ran bare = run({});
  EXPECT_EQ(bare.code, 0);
  const auto commands = commands_in(bare.out);
  EXPECT_GE(commands.size(), 20U);
  for (const auto& command : commands) {
    const Ran help = run({command, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("Example:\n  zermelo " + command), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("--json"), std::string::npos) << help.out;
    EXPECT_EQ(help.err, "");
  }
  EXPECT_EQ(run({"--version"}).out.substr(0, 8), "zermelo ");
}

// The first lines of help are true only if their examples run.
TEST_F(Cli, ExamplesRun) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  for (const auto& command : commands_in(run({}).out)) {
    if (command == "demo" || command == "play" || command == "serve" || command == "annotate" || command == "new" ||
        command == "campaign" || command == "work")
      continue; // a slow game; the others wait for somebody, or for a file or folder
    const std::string help = run({command, "--help"}).out;
    std::istringstream lines(help.substr(help.find("Example:")));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  zermelo ")) continue;
      std::istringstream in(line.substr(10));
      const Words words{std::istream_iterator<std::string>(in), {}};
      EXPECT_EQ(run(words).code, 0) << line;
    }
    if (command == "tables") {
      ASSERT_EQ(run({"solve", "tictactoe"}).code, 0); // an example removes it
    }
  }
}

// A game to begin with; tests/package builds and solves it.
TEST_F(Cli, ANewGameIsBegun) {
  const auto made = run({"new", "mygame", folder_.string()});
  ASSERT_EQ(made.code, 0) << made.err;
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_ / "mygame")) {
    EXPECT_EQ(contents(file.path()).find("newgame"), std::string::npos) << file.path();
    ++files;
  }
  EXPECT_EQ(files, 6);
  EXPECT_NE(contents(folder_ / "mygame/rules.h").find("namespace zermelo::mygame"), std::string::npos);
  const auto again = run({"new", "mygame", folder_.string()});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("exists already; nothing was changed"), std::string::npos) << again.err;
  for (const char* name : {"MyGame", "2games", "a", "class", "tictactoe", "my-game", "../up"}) {
    const auto refused = run({"new", name, folder_.string()});
    EXPECT_EQ(refused.code, 2) << name;
    EXPECT_EQ(refused.err.substr(0, 9), "zermelo: ") << refused.err;
  }
  EXPECT_EQ(run({"new", "other", (folder_ / "nothing here").string()}).code, 2);
}

TEST_F(Cli, JsonHasThePromisedKeys) {
  const std::vector<std::string> statistics = {"game",   "variant", "set",     "positions", "wins",    "losses", "draws",
                                               "orbits", "initial", "longest", "by_plies",  "seconds", "table",  "table_bytes"};
  const auto solved = run({"solve", "tictactoe", "--json"}).json();
  expect_keys(solved, statistics);
  expect_keys(solved, {"cpu_seconds", "threads", "peak_memory"});
  EXPECT_EQ(solved["positions"], 5478);
  EXPECT_EQ(solved["orbits"]["positions"], 765);
  EXPECT_EQ(solved["initial"], (nlohmann::json{{"value", "draw"}, {"plies", nullptr}}));
  EXPECT_EQ(solved["longest"], (nlohmann::json{{"value", "win"}, {"plies", 5}, {"count", 122}}));

  const auto stats = run({"stats", "tictactoe", "--reachable", "--json"}).json();
  expect_keys(stats, statistics);
  EXPECT_EQ(stats["reachable"]["mover"]["positions"], 765);
  // What was counted once stands beside the table, for this table alone.
  EXPECT_EQ(run({"stats", "tictactoe", "--json"}).json()["reachable"], stats["reachable"]);
  auto sidecar = nlohmann::json::parse(contents(tables_ / "tictactoe.json"));
  sidecar["reachable_in"] = "0000000000000000";
  std::ofstream(tables_ / "tictactoe.json") << sidecar;
  EXPECT_FALSE(run({"stats", "tictactoe", "--json"}).json().contains("reachable"));
  ASSERT_EQ(stats["published"].size(), 3U);
  for (const auto& figure : stats["published"]) EXPECT_EQ(figure["agrees"], true) << figure.dump();

  const auto probe = run({"probe", "tictactoe", "xo./.../...", "--json"}).json();
  EXPECT_EQ(probe["value"], "win");
  EXPECT_EQ(probe["plies"], 5);
  EXPECT_EQ(probe["best"], "a1");
  ASSERT_EQ(probe["moves"].size(), 7U);
  expect_keys(probe["moves"][0], {"move", "position", "value", "plies"});
  EXPECT_EQ(probe["moves"][0]["plies"], 5);

  expect_keys(run({"line", "tictactoe", "--json"}).json(), {"position", "value", "plies", "moves", "end"});
  expect_keys(run({"show", "tictactoe", "--json"}).json(), {"position", "to_move", "over", "value", "plies", "drawing"});
  expect_keys(run({"moves", "tictactoe", "--json"}).json(), {"position", "to_move", "moves"});
  expect_keys(run({"perft", "tictactoe", "3", "--divide", "--json"}).json(),
              {"depth", "nodes", "known", "agrees", "counts", "divide"});
  expect_keys(run({"check", "tictactoe", "--json"}).json(), {"holds", "promises", "all_slots", "hooks"});
  expect_keys(run({"index", "tictactoe", "--json"}).json(),
              {"set", "slots", "folded", "positions", "orbits", "empty_slots", "counted", "agrees", "zdd", "published"});
  expect_keys(run({"verify", "tictactoe", "--json"}).json(), {"holds", "checksum", "semantic", "table"});
  expect_keys(run({"tables", "--json"}).json(), {"folder", "tables"});
  expect_keys(run({"demo", "tictactoe", "--json"}).json(), {"two_ply", "example", "initial"});
  expect_keys(run({"bench", "tictactoe", "--samples", "500", "--json"}).json(), {"rows", "signature"});
  const auto games = run({"games", "--json"}).json();
  for (const auto& row : games["games"]) expect_keys(row, {"game", "variant", "slots", "memory", "table", "initial", "solvable"});
}

TEST_F(Cli, BadWordsAreRefusedWithASuggestion) {
  expect_error({"slove", "tictactoe"}, 2, "did you mean 'solve'?");
  expect_error({"solve", "tictactoee"}, 2, "did you mean 'tictactoe'?");
  expect_error({"solve", "tictactoe:9x9"}, 2, "has no variant '9x9'");
  expect_error({"solve", "tictactoe:"}, 2, "has no variant ''");
  expect_error({"solve"}, 2, "GAME is required");
  expect_error({"solve", ""}, 2, "there is no game ''");
  expect_error({"solve", std::string(100'000, 'x')}, 2, "there is no game");
  expect_error({"solve", "tictactoe", "--thread", "2"}, 2, "did you mean '--threads'?");
  expect_error({"solve", "tictactoe", "--jobs=2"}, 2, "did you mean '--threads'?");
  expect_error({"serve", "--port", "8081"}, 2, "did you mean '--listen'?");
  expect_error({"solve", "tictactoe", "--threads", "two"}, 2, "not a whole number");
  expect_error({"solve", "tictactoe", "--threads", "-1"}, 2, "not a whole number");
  expect_error({"solve", "tictactoe", "--memory", "lots"}, 2, "not an amount of memory");
  expect_error({"solve", "tictactoe", "--time", "nan"}, 2, "not a number of seconds");
  expect_error({"solve", "tictactoe", "--method", "magic"}, 2, "none of auto, backward, forward");
  expect_error({"solve", "awari:12", "--device", "cuda", "--method", "windows"}, 2, "works on the CPU only");
  expect_error({"solve", "nocca:3x3", "--device", "cuda", "--method", "backward"}, 2, "leave out --method backward");
  expect_error({"solve", "tictactoe", "--method", "blocks"}, 2, "has no blocks");
  expect_error({"solve", "tictactoe", "extra"}, 2, "'extra' is not understood");
  expect_error({"perft", "tictactoe", "initial", "many"}, 2, "is not a depth");
  expect_error({"tables", "burn"}, 2, "none of list, path, pack, remove");
  expect_error({"verify", "no-such.zt"}, 5, "there is no file");
}

TEST_F(Cli, ErrorsAreObjectsToo) {
  const Ran ran = run({"probe", "tictactoe", "nonsense", "--json"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_EQ(ran.json()["exit"], 6);
  EXPECT_NE(ran.err, "");
  EXPECT_EQ(run({"frobnicate", "--json"}).json()["exit"], 2);
}

TEST_F(Cli, BadPositionsAreShownSafely) {
  for (const char* command : {"show", "moves", "probe", "line", "play", "perft"})
    expect_error({command, "tictactoe", "xxx/.../..."}, 6, "x moves first");
  const Ran ran = run({"show", "tictactoe", "a\x1b[31m\xff\n" + std::string(5000, 'y')});
  EXPECT_EQ(ran.code, 6);
  EXPECT_NE(ran.err.find("'a\\x1b[31m\\xff\\x0ay"), std::string::npos) << ran.err;
  EXPECT_LT(ran.err.size(), 400U);
}

TEST_F(Cli, MissingTableIsSaidWithAHint) {
  for (const char* command : {"probe", "line", "stats", "verify", "play"})
    expect_error({command, "tictactoe"}, 5, "zermelo solve tictactoe");
  // What the rules settle needs no table.
  const auto over = run({"probe", "tictactoe", "xxx/oo./...", "--json"});
  EXPECT_EQ(over.code, 0);
  EXPECT_EQ(over.json()["value"], "loss");
  EXPECT_EQ(over.json()["plies"], 0);
  EXPECT_TRUE(over.json()["best"].is_null());
  EXPECT_EQ(run({"probe", "tictactoe", "xx./oo./...", "--json"}).json()["best"], "c3");
}

TEST_F(Cli, ProbeAnswersLineByLine) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const Ran ran = run({"probe", "tictactoe", "-", "--json"}, "initial\nrubbish\r\n\nxo./.../...\n");
  EXPECT_EQ(ran.code, 6);
  std::istringstream lines(ran.out);
  std::vector<nlohmann::json> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["value"], "draw");
  EXPECT_EQ(answers[1]["exit"], 6);
  EXPECT_EQ(answers[1]["line"], 2);
  EXPECT_EQ(answers[2]["exit"], 6);
  EXPECT_EQ(answers[3]["plies"], 5);
  EXPECT_EQ(run({"probe", "tictactoe", "-"}, "initial\n").code, 0);
  EXPECT_EQ(run({"probe", "tictactoe", "-"}, "").code, 0);
}

TEST_F(Cli, ALineTakesTheDistanceItShows) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const auto line = run({"line", "tictactoe", "xo./.../...", "--json"}).json();
  EXPECT_EQ(line["plies"], 5);
  EXPECT_EQ(line["moves"].size(), 5U);
  EXPECT_EQ(line["end"], "over");
  for (std::size_t i = 0; i < line["moves"].size(); ++i) EXPECT_EQ(line["moves"][i]["plies"], 4 - i);
  EXPECT_EQ(run({"line", "tictactoe", "--plies", "2", "--json"}).json()["end"], "limit");
}

TEST_F(Cli, OpeningsAreLaidOut) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const auto all = run({"openings", "tictactoe", "--json"}).json();
  EXPECT_EQ(all["first"].size(), 3U); // a corner, an edge, the centre
  for (const auto& first : all["first"]) EXPECT_EQ(first["value"], "draw");
  EXPECT_EQ(all["classes"]["wins"].get<int>() + all["classes"]["losses"].get<int>() + all["classes"]["draws"].get<int>(), 12);
  EXPECT_EQ(all["classes"]["losses"], 0);
  // A corner leaves only the centre, the centre only a corner.
  const auto after = [&](const std::string& first) {
    const auto j = run({"openings", "tictactoe", "--plies", "4", "--json"}).json();
    int won = 0, rows = 0;
    for (const auto& row : j["rows"]) {
      if (row["turns"][0] != first) continue;
      ++rows;
      won += row["value"] == "win" ? 1 : 0;
      EXPECT_EQ(row["value"] == "win", !row["winning"].empty());
    }
    return std::pair(rows, won);
  };
  EXPECT_EQ(after("a1"), std::pair(5, 4));
  EXPECT_EQ(after("b2"), std::pair(2, 1));

  // Boards of two pieces each, up to symmetry, as counted by orbits: ((25 24 23 22 / 4) + 4 x (fixed ones)) / 8.
  ASSERT_EQ(run({"solve", "yonmoque:free-2"}).code, 0);
  const auto placed =
      run({"openings", "yonmoque:free-2", "--plies", "4", "--only", "[1-5][a-e]", "--list", "loss", "--json"}).json();
  EXPECT_EQ(placed["classes"]["wins"].get<int>() + placed["classes"]["losses"].get<int>() + placed["classes"]["draws"].get<int>(),
            9664);
  EXPECT_EQ(placed["positions"].size(), placed["classes"]["losses"].get<std::size_t>());
  expect_error({"openings", "tictactoe", "--only", "[a"}, 2, "regular expression");
  expect_error({"openings", "tictactoe", "--only", "z9"}, 2, "no move of that kind");
  expect_error({"openings", "anpanman"}, 5, "no table");
}

TEST_F(Cli, TablesAreListedLocatedAndRemoved) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const auto list = run({"tables", "--json"}).json();
  ASSERT_EQ(list["tables"].size(), 1U);
  EXPECT_EQ(list["tables"][0]["game"], "tictactoe");
  EXPECT_EQ(run({"tables", "path", "tictactoe"}).out, (tables_ / "tictactoe.zt").string() + "\n");
  expect_error({"tables", "remove", "tictactoe"}, 2, "--yes");
  EXPECT_TRUE(std::filesystem::exists(tables_ / "tictactoe.zt"));
  const auto layer = tables_ / "tictactoe.checkpoint.000"; // as a stopped solve leaves one
  std::ofstream(layer) << "x";
  EXPECT_EQ(run({"tables", "remove", "tictactoe", "--yes"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(layer));
  EXPECT_FALSE(std::filesystem::exists(tables_ / "tictactoe.zt"));
  EXPECT_FALSE(std::filesystem::exists(tables_ / "tictactoe.json"));
  expect_error({"tables", "remove", "tictactoe", "--yes"}, 5, "there is no table");
}

TEST_F(Cli, AnIndexInFigures) {
  const auto small = run({"index", "tictactoe", "--json"}).json();
  EXPECT_EQ(small["slots"], 19'683);
  EXPECT_EQ(small["positions"], 5'478);
  EXPECT_EQ(small["orbits"]["positions"], 765);
  EXPECT_EQ(small["empty_slots"], 19'683 - 765);
  EXPECT_EQ(small["counted"], true);
  EXPECT_EQ(small["agrees"], true);
  EXPECT_EQ(small["zdd"]["symmetries"], 8);
  EXPECT_EQ(small["zdd"]["strata"]["9"], 78);

  // Too many slots to visit: the diagram alone counts. Every published figure agrees but the misprinted stratum.
  const auto large = run({"index", "nocca", "--json"}).json();
  EXPECT_EQ(large["counted"], false);
  EXPECT_EQ(large["positions"], 147'969'899'280);
  EXPECT_EQ(large["empty_slots"], 74'007'674'244 - 73'986'754'080);
  EXPECT_NEAR(large["zdd"]["path"]["mean"].get<double>(), 47.4, 0.05);
  u64 sum = 0;
  for (const auto& row : large["zdd"]["path"]["by_nodes"]) sum += row["positions"].get<u64>();
  EXPECT_EQ(sum, 147'969'899'280U);
  ASSERT_EQ(large["published"].size(), 18U);
  for (const auto& figure : large["published"])
    EXPECT_EQ(figure["agrees"], figure["what"] != "zdd.strata.0,0,10") << figure.dump();
  EXPECT_EQ(large["zdd"]["strata"]["0,0,10"], 7'571'343'780);

  const std::string text = run({"index", "nocca:2x3"}).out;
  for (const char* part : {"378", "630", "the same numbers", "ZDD over 84 items", "stacks of height 3,2,1", "together"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;

  // A game without a diagram, and one whose slots are only counted when asked for.
  const auto plain = run({"index", "anpanman", "--json"}).json();
  EXPECT_EQ(plain["positions"], 6'753'510);
  EXPECT_TRUE(plain["zdd"].is_null());
  EXPECT_TRUE(run({"index", "dobutsu", "--json"}).json()["positions"].is_null());
  EXPECT_NE(run({"index", "dobutsu"}).out.find("not counted"), std::string::npos);
}

TEST_F(Cli, AClosedPipeIsNoError) {
  const std::string command =
      std::string("'") + ZERMELO_BINARY + "' perft tictactoe 0 2>'" + (folder_ / "err").string() + "' | true";
  for (int i = 0; i < 5; ++i) EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(contents(folder_ / "err"), "");
  const std::string full = std::string("'") + ZERMELO_BINARY + "' games >/dev/full 2>'" + (folder_ / "err").string() + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(full.c_str())), 7);
  EXPECT_NE(contents(folder_ / "err").find("No space left"), std::string::npos);
}

} // namespace
} // namespace zermelo::testing
