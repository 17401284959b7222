// Games between players through the command line: tallies, records, replays, what is wrong with a record.
#include <algorithm>
#include <sstream>

#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

class CliMatch : public CommandLine {
protected:
  std::string file(const std::string& name = "games.jsonl") const { return (folder_ / name).string(); }
  void write(const std::string& text, const std::string& name = "games.jsonl") const {
    std::ofstream(file(name), std::ios::binary) << text;
  }
  static std::vector<nlohmann::json> lines_of(const std::string& text) {
    std::vector<nlohmann::json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }
};

TEST_F(CliMatch, ATallyAndARecordThatReplays) {
  const Words words = {"match", "tictactoe", "--first", "search",     "--second", "random",   "--games", "12",    "--nodes",
                       "500",   "--seed",    "3",       "--openings", "random:2", "--record", file(),    "--json"};
  const auto tally = run(words).json();
  ASSERT_TRUE(tally.is_object());
  EXPECT_EQ(tally["games"], 12);
  EXPECT_EQ(tally["first_wins"].get<int>() + tally["draws"].get<int>() + tally["second_wins"].get<int>(), 12);
  EXPECT_EQ(tally["second_wins"], 0) << "two random turns do not lose, and the search does not either";
  const auto games = lines_of(contents(file()));
  ASSERT_EQ(games.size(), 12U);
  for (const char* key : {"game", "seed", "start", "turns", "result", "why", "plies", "number", "opening"})
    EXPECT_TRUE(games[0].contains(key)) << key;
  EXPECT_NE(games[0]["turns"], games[1]["turns"]) << "games differ";

  const auto replayed = run({"match", "--replay", file(), "--json"}).json();
  for (const char* key : {"games", "first_wins", "draws", "second_wins", "plies", "longest"})
    EXPECT_EQ(replayed[key], tally[key]) << key;
}

TEST_F(CliMatch, TheSameSeedAndNodesGiveTheSameGames) {
  auto played = [&](const char* seed, const char* name) {
    EXPECT_EQ(run({"match", "dobutsu", "--first", "search", "--second", "search", "--games", "3", "--nodes", "300", "--seed",
                   seed, "--openings", "random:3", "--plies", "60", "--record", file(name)})
                  .code,
              0);
    return contents(file(name));
  };
  const std::string once = played("5", "a");
  EXPECT_EQ(once, played("5", "b"));
  EXPECT_NE(once, played("6", "c"));
}

// From positions that it wins a table wins, whoever plays against it.
TEST_F(CliMatch, ATableNeverLosesAWonGame) {
  for (const char* game : {"nocca:3x4", "anpanman", "yonmoque:free-2"}) {
    ASSERT_EQ(run({"solve", game}).code, 0);
    const auto first = run({"match", game, "--first", "table", "--second", "search", "--games", "15", "--nodes", "1000",
                            "--openings", "won:4", "--json"});
    EXPECT_EQ(first.json()["first_wins"], 15) << game << first.err;
    const auto second = run({"match", game, "--first", "search", "--second", "table", "--games", "15", "--nodes", "1000",
                             "--openings", "won:5", "--json"});
    EXPECT_EQ(second.json()["second_wins"], 15) << game << second.err;
  }
}

// No position twice: the table of the variant with endless play is a player all the same.
TEST_F(CliMatch, WhereNoPositionMayOccurTwice) {
  ASSERT_EQ(run({"solve", "yonmoque:free-2"}).code, 0);
  const Ran ran = run({"match", "yonmoque:2", "--first", "table:yonmoque:free-2", "--second", "random", "--games", "5",
                       "--record", file(), "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["draws"], 0);
  EXPECT_EQ(run({"match", "--replay", file()}).code, 0);
  const auto searches = run({"match", "yonmoque:2", "--first", "search", "--second", "random", "--games", "5", "--nodes", "500",
                             "--openings", "random:4", "--plies", "200", "--record", file("s"), "--json"});
  EXPECT_EQ(searches.code, 0) << searches.err;
  EXPECT_EQ(run({"match", "--replay", file("s")}).code, 0);
  // The same turns back and forth are legal in one game and not in the other.
  const std::string to_and_fro =
      R"("start":"BW.../...../...../...../.....:b00","turns":["1a-1b","2a-3a","1b-1a","3a-2a"],"plies":4,)"
      R"("result":"unfinished","why":"unfinished"})";
  write(R"({"game":"yonmoque:free-1",)" + to_and_fro + "\n", "free");
  EXPECT_EQ(run({"match", "--replay", file("free")}).code, 0);
  write(R"({"game":"yonmoque:1",)" + to_and_fro + "\n", "strict");
  expect_error({"match", "--replay", file("strict")}, 3, "move 4, '3a-2a', is not legal");
}

TEST_F(CliMatch, TheRecordInTheRepositoryReplays) {
  const Ran ran = run({"match", "--replay", std::string(ZERMELO_SOURCE) + "/games/yonmoque/results/match.jsonl"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("first wins      200  100.0 %"), std::string::npos) << ran.out;
}

TEST_F(CliMatch, AWrongRecordIsRefused) {
  ASSERT_EQ(run({"match", "tictactoe", "--first", "random", "--second", "random", "--games", "3", "--record", file()}).code, 0);
  const auto games = lines_of(contents(file()));
  auto expect_refused = [&](int code, const std::string& sentence, auto&& change) {
    auto changed = games;
    change(changed[1]);
    std::string text;
    for (const auto& j : changed) text += j.dump() + "\n";
    write(text, "wrong");
    expect_error({"match", "--replay", file("wrong")}, code, "line 2");
    expect_error({"match", "--replay", file("wrong")}, code, sentence);
  };
  using Json = nlohmann::json;
  expect_refused(3, "is not legal", [](Json& j) { j["turns"][1] = j["turns"][0]; });
  expect_refused(3, "is not legal", [](Json& j) { j["turns"][0] = "zz\x1b[2J"; });
  expect_refused(3, "is not legal", [](Json& j) { j["turns"].push_back("a1"); });
  expect_refused(3, "moves, not", [](Json& j) { j["plies"] = 77; });
  expect_refused(3, "the result is", [](Json& j) { j["result"] = j["result"] == "first" ? "second" : "first"; });
  expect_refused(3, "the result is", [](Json& j) { j["why"] = "repetition"; });
  expect_refused(3, "the result is unfinished", [](Json& j) {
    j["turns"].erase(j["turns"].size() - 1);
    j["plies"] = j["turns"].size();
  });
  expect_refused(3, "is not a position", [](Json& j) { j["start"] = "xxxxxxxxx"; });
  expect_refused(5, "there is no game", [](Json& j) { j["game"] = "tictactoo"; });
  expect_refused(5, "\"turns\" is missing", [](Json& j) { j.erase("turns"); });
  expect_refused(5, "\"start\" is missing", [](Json& j) { j["start"] = 5; });
  expect_refused(5, "\"plies\" is missing", [](Json& j) { j["plies"] = -1; });
  expect_refused(5, "a move is no text", [](Json& j) { j["turns"][0] = 1; });
  expect_refused(5, "no JSON object", [](Json& j) { j = Json::array({1}); });
  write(contents(file()).substr(0, contents(file()).size() - 20), "cut");
  expect_error({"match", "--replay", file("cut")}, 5, "line 3 is no record");
  expect_error({"match", "--replay", file("none")}, 1, "none");
}

// A byte of what the rules can check is changed: refused, or another game of which everything that is said is true.
TEST_F(CliMatch, AMutatedRecordIsRefusedOrTrue) {
  ASSERT_EQ(run({"match", "tictactoe", "--first", "random", "--second", "random", "--games", "1", "--record", file()}).code, 0);
  const std::string text = contents(file());
  const std::string right = run({"match", "--replay", file(), "--json"}).out;
  int refused = 0, tried = 0;
  for (const auto& [from, to] :
       {std::pair{text.find("\"plies\""), text.find("\"second\"")}, {text.find("\"start\""), text.size() - 1}}) {
    for (std::size_t i = from; i < to; i += 2, ++tried) {
      std::string mutated = text;
      mutated[i] = mutated[i] == 'b' ? 'c' : 'b';
      write(mutated); // under the same name, which is part of the answer
      const Ran ran = run({"match", "--replay", file(), "--json"});
      EXPECT_TRUE(ran.code == 3 || ran.code == 5 || (ran.code == 0 && ran.out == right)) << mutated;
      refused += ran.code != 0;
    }
  }
  EXPECT_GT(refused, tried * 9 / 10);
}

TEST_F(CliMatch, ARecordIsGoneOnWith) {
  const Words words = {"match", "nocca:3x4", "--first", "search",   "--second", "random", "--nodes",
                       "200",   "--plies",   "100",     "--record", file(),     "--games"};
  auto games = [&](const char* n) {
    Words more = words;
    more.emplace_back(n);
    return run(more);
  };
  ASSERT_EQ(games("4").code, 0);
  const std::string whole = contents(file());
  const auto second_line = whole.find('\n', whole.find('\n') + 1) + 1;
  write(whole.substr(0, second_line + 25)); // ended in the midst of a line
  const Ran resumed = games("4");
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("is not whole"), std::string::npos) << resumed.err;
  EXPECT_EQ(contents(file()), whole);
  EXPECT_EQ(games("4").code, 0) << "nothing is left to do";
  EXPECT_EQ(contents(file()), whole);
  expect_error({"match", "nocca:3x4", "--first", "random", "--second", "random", "--record", file()}, 2, "another match");
  for (const char* precious : {"a letter", "a letter\nof two lines"}) { // what is no record is not touched
    write(precious);
    EXPECT_EQ(games("4").code, 5);
    EXPECT_EQ(contents(file()), precious);
  }
}

TEST_F(CliMatch, CtrlCKeepsTheRecord) {
  const Words words = {"match",   "dobutsu", "--first", "search", "--second", "search",
                       "--games", "1000000", "--nodes", "200",    "--record", file()};
  const pid_t child = start(words);
  for (int i = 0; i < 1000 && contents(file()).find('\n') == std::string::npos; ++i) ::usleep(10'000);
  ::kill(child, SIGINT);
  const Ran ran = finish(child);
  EXPECT_EQ(ran.code, 4) << ran.err;
  EXPECT_NE(ran.err.find("the same command goes on"), std::string::npos) << ran.err;
  EXPECT_EQ(contents(file()).back(), '\n');
  EXPECT_EQ(run({"match", "--replay", file()}).code, 0);
}

TEST_F(CliMatch, BadWordsGetASentence) {
  const Words players = {"--first", "random", "--second", "random"};
  auto with = [&](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expect_error({"match"}, 2, "which game?");
  expect_error({"match", "tictactoe"}, 2, "who plays?");
  expect_error({"match", "tictactoe", "--first", "serch", "--second", "random"}, 2, "did you mean 'search'?");
  expect_error({"match", "tictactoe", "--first", "table", "--second", "random"}, 5, "zermelo solve tictactoe");
  expect_error({"match", "tictactoe", "--first", "table:chess", "--second", "random"}, 2, "there is no game");
  expect_error(with({"match", "tictactoo"}, players), 2, "did you mean");
  expect_error(with({"match", "tictactoe", "xxx/.../..."}, players), 6, "is not a position");
  expect_error(with({"match", "tictactoe", "xxx/oo./..."}, players), 6, "the game is over");
  expect_error(with({"match", "tictactoe", "--openings", "randon:3"}, players), 2, "did you mean 'random:PLIES'?");
  expect_error(with({"match", "tictactoe", "--openings", "random:x"}, players), 2, "names no openings");
  expect_error(with({"match", "tictactoe", "--openings", "won:2"}, players), 2, "let --first or --second be a table");
  expect_error(with({"match", "tictactoe", "--openings", "random:10"}, players), 2, "no opening of 10 plies");
  expect_error(with({"match", "tictactoe", "--games", "0"}, players), 2, "whole number");
  expect_error(with({"match", "tictactoe", "--seconds", "1", "--nodes", "5"}, players), 2, "not by both");
  expect_error({"match", "tictactoe", "--first", "search", "--second", "random", "--memory", "100000G"}, 7,
               "free on this machine");
  expect_error(with({"match", "tictactoe", "--record", file("no/such")}, players), 1, "no/such");
  expect_error({"match", "tictactoe", "--replay", file()}, 2, "no game");
  expect_error({"mach", "tictactoe"}, 2, "did you mean 'match'?");
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  expect_error({"match", "nocca:3x3", "--first", "table:tictactoe", "--second", "random"}, 2, "their positions differ");
}

} // namespace
} // namespace zermelo::testing
