// Proof search from the command line: answers, bad words, proofs that are damaged or of something else.
#include <set>

#include "catalog/catalog.h"
#include "run_zermelo.h"
#include "table/proof_file.h"
#include "tests/faults/scratch.h"
#include "view/published.h"

namespace zermelo::testing {
namespace {

using CliProve = CommandLine;

TEST_F(CliProve, ValuesAndClaims) {
  EXPECT_EQ(run({"prove", "tictactoe", "--json"}).json()["value"], "draw");
  EXPECT_EQ(run({"prove", "trax:2x2", "--json"}).json()["value"], "win");
  const auto claim = run({"prove", "nocca:3x3", "--claim", "win", "--json"}).json();
  EXPECT_EQ(claim["result"], "proven");
  for (const char* key : {"claim", "nodes", "seconds", "threads"}) EXPECT_TRUE(claim.contains(key)) << key;
  EXPECT_EQ(run({"prove", "trax:4x4", "--claim", "not-loss", "--json"}).json()["result"], "proven");
  EXPECT_EQ(run({"prove", "trax:4x4", "--claim", "win", "--json"}).json()["result"], "disproven");
}

// A book has the values that a search of each position has; it goes on, and one that contradicts itself is refused.
TEST_F(CliProve, ABookOfOpenings) {
  const std::string book = (folder_ / "5x4.book").string();
  const Words words = {"openings", "connect4:5x4", "--book", book, "--threads", "1", "--memory", "16M", "--json"};
  auto with = [&](Words more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  const auto first = run(with({"--plies", "1"})).json();
  EXPECT_EQ(first["positions"], 4); // the start, and three columns up to symmetry
  EXPECT_EQ(first["open"], 0);
  EXPECT_GT(run(with({"--plies", "2"})).json()["positions"], 4);
  auto j = nlohmann::json::parse(contents(book));
  const auto initial = run({"show", "connect4:5x4", "--json"}).json()["position"].get<std::string>();
  EXPECT_EQ(j["values"].at(initial)["value"], "draw");
  for (const auto& [position, value] : j["values"].items()) {
    const auto searched = run({"prove", "connect4:5x4", position, "--threads", "1", "--memory", "16M", "--json"}).json();
    EXPECT_EQ(searched["value"], value["value"]) << position;
    if (searched.contains("plies")) {
      EXPECT_EQ(searched["plies"], value["plies"]) << position;
    }
  }
  j["values"][initial] = {{"value", "win"}, {"plies", 19}};
  faults::write_bytes(book, j.dump());
  expect_error(with({"--plies", "1"}), 5, "not that of its best move");
  faults::write_bytes(book, "{}");
  expect_error(with({"--plies", "1"}), 5, "no sound book");
  expect_error({"openings", "dobutsu", "--book", book}, 2, "no exact search");
  expect_error({"openings", "connect4:5x4", "--book", book, "--prove"}, 2, "leave out --prove");
}

TEST_F(CliProve, AlphaBetaSaysTheSame) {
  EXPECT_EQ(run({"prove", "tictactoe", "--method", "alpha-beta", "--json"}).json()["value"], "draw");
  EXPECT_EQ(run({"prove", "trax:2x2", "--method", "alpha-beta", "--json"}).json()["value"], "win");
  EXPECT_EQ(run({"prove", "nocca:3x3", "--claim", "win", "--method", "alpha-beta", "--json"}).json()["result"], "proven");
  EXPECT_EQ(run({"prove", "checkers:4x4", "--method", "alpha-beta", "--json"}).json()["value"], "draw");
  expect_error({"prove", "dobutsu", "--method", "alpha-beta", "--nodes", "1000"}, 4, "nothing is saved");
  expect_error({"prove", "tictactoe", "--claim", "win", "--method", "alpha-beta", "--proof", "p"}, 2, "leaves no proof");
  expect_error({"prove", "yonmoque", "--method", "alpha-beta"}, 2, "endless play is a draw");
  expect_error({"prove", "tictactoe", "--method", "alpha-beta", "--memory", "1"}, 7, "too small");
  expect_error({"prove", "tictactoe", "--method", "alpha-beta", "--memory", "100000G"}, 7, "free on this machine");
  const pid_t child = start({"prove", "dobutsu", "--method", "alpha-beta"});
  ::sleep(1);
  ::kill(child, SIGINT);
  EXPECT_EQ(finish(child).code, 4);
}

TEST_F(CliProve, BadWordsGetASentence) {
  expect_error({"prove", "traks"}, 2, "did you mean");
  expect_error({"prove", "trax:9x9"}, 2, "trax");
  expect_error({"prove", "tictactoe", "xxx"}, 6, "");
  expect_error({"prove", "trax:3x3", "@0/ B1+ C1+ D1+"}, 6, "move 4");
  expect_error({"prove", "tictactoe", "--claim", "draw"}, 2, "none of win, not-loss");
  expect_error({"prove", "tictactoe", "--proof", "p"}, 2, "add --claim");
  expect_error({"prove", "tictactoe", "--memory", "1"}, 7, "too small");
  expect_error({"prove", "tictactoe", "--memory", "100000G"}, 7, "free on this machine");
  expect_error({"prove", "tictactoe", "--claim", "win", "--proof", (folder_ / "none" / "p").string()}, 1, "none/p");
}

TEST_F(CliProve, LimitsAndInterruptionsStopIt) {
  expect_error({"prove", "trax:8x8", "--nodes", "100", "--memory", "16M"}, 4, "the same command goes on");
  expect_error({"prove", "trax:8x8", "--time", "0.2", "--memory", "16M"}, 4, "the same command goes on");
  expect_error({"prove", "trax:8x8", "--time", "0.2", "--memory", "17M"}, 4, "the same command goes on");
  const pid_t child = start({"prove", "trax:8x8"});
  ::sleep(1);
  ::kill(child, SIGINT);
  EXPECT_EQ(finish(child).code, 4);
}

// Stopped after every few visits, a search comes to the same end, and leaves nothing behind.
TEST_F(CliProve, AStoppedSearchGoesOn) {
  const Words words = {"prove", "trax:4x4", "--threads", "1", "--memory", "1M", "--json", "--nodes", "100"};
  int stops = 0;
  Ran ran = run(words);
  for (; ran.code == 4 && stops < 100; ++stops) ran = run(words);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["value"], "draw");
  EXPECT_GT(stops, 4);
  EXPECT_TRUE(ran.json()["searches"].back()["resumed"]);
  for (const auto& file : std::filesystem::directory_iterator(tables_))
    EXPECT_NE(file.path().extension(), ".search") << file.path();
}

// Killed as soon as it has saved itself anew, again and again.
TEST_F(CliProve, AKilledSearchGoesOn) {
  const Words words = {"prove",    "trax:5x5", "--claim",      "not-loss", "--threads", "2",
                       "--memory", "256K",     "--checkpoint", "0.02",     "--json"};
  auto saved = [&] {
    std::error_code none;
    for (const auto& file : std::filesystem::directory_iterator(tables_, none))
      if (file.path().extension() == ".search") return contents(file.path());
    return std::string();
  };
  int kills = 0;
  for (int i = 0; i < 4; ++i) {
    const std::string before = saved();
    const pid_t child = start(words);
    int status = 0;
    while (saved() == before && ::waitpid(child, &status, WNOHANG) == 0) ::usleep(2'000);
    ::kill(child, SIGKILL);
    kills += finish(child).code == 128 + SIGKILL;
  }
  EXPECT_GT(kills, 0);
  const bool there = !saved().empty();
  const Ran ran = run(words);
  EXPECT_EQ(ran.json()["result"], "proven") << ran.err;
  EXPECT_EQ(ran.json()["searches"][0]["resumed"], there);
}

TEST_F(CliProve, ADamagedSearchIsRefused) {
  const Words words = {"prove", "trax:5x5", "--claim", "win", "--memory", "1M", "--nodes", "200"};
  ASSERT_EQ(run(words).code, 4);
  std::filesystem::path file;
  for (const auto& f : std::filesystem::directory_iterator(tables_))
    if (f.path().extension() == ".search") file = f.path();
  ASSERT_FALSE(file.empty());
  std::string bytes = contents(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  std::ofstream(file, std::ios::binary) << bytes;
  expect_error(words, 5, "give --restart");
  EXPECT_EQ(run({"prove", "trax:5x5", "--claim", "win", "--memory", "1M", "--restart"}).code, 0);
}

// An answer is given though there is nowhere to save it.
TEST_F(CliProve, NoPlaceToSaveIsNoReasonToLoseAnAnswer) {
  std::ofstream(tables_) << "a file where a folder should be";
  const Ran ran = run({"prove", "trax:5x5", "--checkpoint", "0.001", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["value"], "draw");
  EXPECT_NE(ran.err.find("could not be saved"), std::string::npos) << ran.err;
  expect_error({"prove", "trax:5x5", "--nodes", "10"}, 1, tables_.string());
}

// Blue makes a line of four at once.
TEST_F(CliProve, WhereNoPositionMayOccurTwice) {
  EXPECT_EQ(run({"prove", "yonmoque:4", "BBB../....B/W..../WWW../.....:b00", "--json"}).json()["value"], "win");
  EXPECT_EQ(run({"prove", "yonmoque:4", "BBB../....B/W..../WWW../.....:b00", "--claim", "not-loss", "--json"}).json()["result"],
            "proven");
  EXPECT_EQ(run({"prove", "yonmoque:1", "B..../...../...../...../.....:w01", "--nodes", "100"}).code, 4);
  // Nobody can make a line: Blue never runs out of turns.
  const Ran pairs = run({"prove", "yonmoque:1", "B..../...../...../...../.....:w01", "--restart", "--json"});
  EXPECT_EQ(pairs.code, 0) << pairs.err;
  EXPECT_EQ(pairs.json()["value"], "loss");
  EXPECT_EQ(pairs.json()["searches"].back()["by"], "pairs");
  const std::string file = (folder_ / "pairs").string();
  EXPECT_EQ(run({"prove", "yonmoque:1", "--claim", "win", "--proof", file, "--json"}).json()["result"], "proven");
  EXPECT_EQ(run({"verify", file, "--json"}).json()["holds"], true);
  const Ran history = run({"prove", "yonmoque:4", "BBB../....B/W..../WWW../.....:b00", "--history", "--json"});
  EXPECT_EQ(history.json()["value"], "win");
  EXPECT_EQ(history.json()["searches"][0]["by"], "history");
  expect_error({"prove", "yonmoque:1", "--history", "--nodes", "100"}, 4, "the same command goes on");
  expect_error({"prove", "trax:2x2", "--history"}, 2, "no position may occur twice");
  expect_error({"prove", "yonmoque:2", "--history", "--claim", "win", "--proof", file}, 2, "leaves no proof");
  expect_error({"prove", "yonmoque:2", "--history", "--lean-on", "yonmoque:free-2", "--claim", "win", "--proof", file}, 2,
               "leaves no proof");
  expect_error({"prove", "yonmoque:2", "--lean-on", "yonmoque:free-2"}, 2, "goes with --history");
  expect_error({"prove", "yonmoque:2", "--history", "--lean-on", "yonmoque:free-3"}, 2, "can lean on yonmoque:free-2");
  expect_error({"prove", "yonmoque:2", "--history", "--lean-on", "yonmoque:free-2"}, 5, "yonmoque:free-2");
  ASSERT_EQ(run({"solve", "yonmoque:free-2"}).code, 0);
  EXPECT_EQ(
      run({"prove", "yonmoque:2", "WW.../WB.../...../...../.....:b00", "--history", "--lean-on", "yonmoque:free-2", "--json"})
          .json()["value"],
      "loss"); // in 20 plies, where positions may come back
  expect_error({"solve", "yonmoque"}, 2, "or solve yonmoque:free");
  expect_error({"stats", "yonmoque"}, 5, "history");
}

// Exact scores and distances, by null windows: a value with its plies or its score, claims, and what does not go together.
TEST_F(CliProve, ExactSearchTellsScoresAndDistances) {
  const auto lost = run({"prove", "connect4:6x4", "--json"}).json();
  EXPECT_EQ(lost.at("value"), "loss");
  EXPECT_EQ(lost.at("plies").get<std::size_t>(), lost.at("searches").at(0).at("line").size()); // to the end
  EXPECT_EQ(run({"prove", "connect4:4x4", "--json"}).json().at("value"), "draw");
  EXPECT_EQ(run({"prove", "connect4", "44444", "--claim", "win", "--method", "alpha-beta", "--nodes", "10"}).code, 4);
  EXPECT_EQ(run({"prove", "othello:4x4", "--json"}).json().at("score"), -8);
  EXPECT_EQ(run({"prove", "othello:4", "--at-least", "-8", "--json"}).json().at("result"), "proven");
  EXPECT_EQ(run({"prove", "othello:4", "--at-least", "-7", "--json"}).json().at("result"), "disproven");
  EXPECT_EQ(run({"prove", "othello:4", "--claim", "not-loss", "--json"}).json().at("result"), "disproven");
  expect_error({"prove", "tictactoe", "--at-least", "1"}, 2, "games of scores");
  expect_error({"prove", "othello:4", "--at-least", "1", "--claim", "win"}, 2, "leave out --claim");
  expect_error({"prove", "othello:4", "--method", "df-pn"}, 2, "--at-least");
  expect_error({"prove", "othello:4", "--proof", "p"}, 2, "--at-least");
  const auto booked = run({"prove", "connect4", "4", "--json"}).json(); // from games/connect4/results
  EXPECT_EQ(booked.at("book"), "connect4/results/7x6.book");
  EXPECT_EQ(booked.at("value"), "loss");
  EXPECT_EQ(booked.at("plies"), 40);
  EXPECT_EQ(booked.at("nodes"), 0);
  EXPECT_NE(run({"prove", "connect4"}).out.find("book       connect4/results/7x6.book"), std::string::npos);
  EXPECT_EQ(run({"prove", "connect4", "--method", "alpha-beta", "--nodes", "10"}).code, 4); // which a method does not ask
  expect_error({"prove", "connect4", "12345678"}, 6, "column 8");
}

TEST_F(CliProve, ExactSearchGoesOnWhereItWasStopped) {
  const Words words = {"prove", "connect4:6x5", "--threads", "1", "--memory", "16M", "--json"};
  Words stopped = words;
  stopped.insert(stopped.end(), {"--nodes", "200000"});
  expect_error(stopped, 4, "the same command goes on");
  const auto whole = run(words).json();
  EXPECT_EQ(whole.at("value"), "draw");
  EXPECT_EQ(whole.at("searches").at(0).at("resumed"), true);
  EXPECT_EQ(run(words).json().at("searches").at(0).at("resumed"), false); // nothing is left of it
}

// Both bounds of a score, each with a proof that is checked by the rules; a proof of one bound does not pass for another.
TEST_F(CliProve, BoundsOfAScoreHaveProofs) {
  const std::string low = (folder_ / "low.proof").string(), high = (folder_ / "high.proof").string();
  EXPECT_EQ(run({"prove", "othello:4x4", "--at-least", "-8", "--proof", low}).code, 0);
  EXPECT_EQ(run({"prove", "othello:4x4", "--at-least", "-7", "--proof", high}).code, 0);
  const auto least = run({"verify", low, "--json"}), most = run({"verify", high, "--json"});
  EXPECT_EQ(least.code, 0) << least.err;
  EXPECT_EQ(most.code, 0) << most.err;
  EXPECT_EQ(least.json().at("claim"), "the side to move gets at least -8");
  EXPECT_EQ(most.json().at("claim"), "the side to move gets less than -7");
  const std::string by_numbers = (folder_ / "numbers.proof").string();
  EXPECT_EQ(run({"prove", "othello:4x4", "--at-least", "-8", "--proof", by_numbers, "--method", "df-pn"}).code, 0);
  EXPECT_EQ(run({"verify", by_numbers}).code, 0);
  ProofFile proof(low);
  ProofHeader header = proof.header();
  header.at_least = -7;
  header.digest.clear();
  const std::string wrong = (folder_ / "wrong.proof").string();
  write_proof(wrong, header, proof.all());
  EXPECT_EQ(run({"verify", wrong}).code, 3);
}

// What known.json says is proved: each file is checked by the rules, and together they say the value.
class ProvedValues : public CommandLine {
protected:
  static constexpr std::uintmax_t large = 4 << 20; // bytes of a file whose check takes long, and the moves of one
  static constexpr u64 many_moves = 2'000'000;

  void check(bool large_ones) {
    for (const auto& folder : catalog())
      for (const auto& variant : folder.family.variants)
        if (const auto proved = proved_initial(folder.known, variant.name))
          check(*open_game(variant.name.empty() ? folder.family.name : folder.family.name + ":" + variant.name), *proved,
                large_ones);
  }

private:
  void check(const Entry& entry, const ProvedValue& proved, bool large_ones) {
    const std::filesystem::path source = ZERMELO_SOURCE;
    EXPECT_TRUE(proved.where.empty() || std::filesystem::exists(source / proved.where)) << proved.where;
    EXPECT_NE(proved.wdl, Wdl::unknown) << entry.full_name();
    EXPECT_NE(proved.where.empty(), proved.files.empty()) << entry.full_name();
    // The value lies between these, a win being 1.
    i32 least = -1000, most = 1000;
    if (!entry.game().scored()) least = -1, most = 1;
    for (const auto& file : proved.files) {
      const auto path = source / "games" / entry.name / "results" / file;
      ProofFile proof(path);
      const ProofHeader& h = proof.header();
      EXPECT_EQ(h.game, entry.full_name());
      EXPECT_EQ(h.position, entry.game().print(entry.game().start()));
      const i32 enough = h.at_least ? *h.at_least : h.mover_attacks ? 1 : 0; // of the mover
      (h.attacker_wins == h.mover_attacks ? least = std::max(least, enough) : most = std::min(most, enough - 1));
      // The move that the page calls winning is the one that the proof begins with.
      u64 first = 0;
      if (!proved.move.empty() && proof.next(first)) {
        EXPECT_EQ(entry.game().move_name(entry.game().start(), entry.game().moves(entry.game().start()).at(first)), proved.move);
      }
      if ((std::filesystem::file_size(path) > large || h.choices > many_moves) != large_ones) continue;
      const Ran ran = run({"verify", path.string(), "--json"});
      ASSERT_EQ(ran.code, 0) << path << ran.err;
      EXPECT_EQ(ran.json()["holds"], true);
    }
    if (proved.files.empty()) return;
    const Wdl said = least > 0 ? Wdl::win : most < 0 ? Wdl::loss : least == 0 && most == 0 ? Wdl::draw : Wdl::unknown;
    EXPECT_EQ(said, proved.wdl) << entry.full_name();
  }
};
TEST_F(ProvedValues, HaveTheirProofs) { check(false); }
TEST_F(ProvedValues, LargeProofsHold) {
  if (!faults::full_run()) GTEST_SKIP() << "two minutes of CPU time; tests/full has it";
  check(true);
}
// Proofs about other positions than the first of a game.
TEST_F(ProvedValues, OtherProofsHold) {
  if (!faults::full_run()) GTEST_SKIP() << "a quarter of a minute of CPU time; tests/full has it";
  for (const auto& folder : catalog()) {
    const auto results = std::filesystem::path(ZERMELO_SOURCE) / "games" / folder.family.name / "results";
    if (!std::filesystem::is_directory(results)) continue;
    for (const auto& file : std::filesystem::directory_iterator(results)) {
      const std::string name = file.path().filename().string();
      if (file.path().extension() != ".proof" || folder.known.find('"' + name + '"') != std::string::npos) continue;
      const Ran ran = run({"verify", file.path().string(), "--json"});
      ASSERT_EQ(ran.code, 0) << name << ran.err;
      EXPECT_EQ(ran.json()["holds"], true) << name;
    }
  }
}

TEST_F(CliProve, ALineOfPlayIsShown) {
  // With one thread: of several, the last to write may leave an entry that nobody finds, and the line ends there.
  const auto line = run({"prove", "trax:2x2", "--claim", "win", "--threads", "1", "--json"}).json()["searches"][0]["line"];
  ASSERT_FALSE(line.empty());
  EXPECT_TRUE(line[0] == "@0/" || line[0] == "@0+");
}

TEST_F(CliProve, AProofIsChecked) {
  const std::string file = (folder_ / "p").string();
  const auto taken_out = run({"prove", "trax:3x3", "--claim", "not-loss", "--proof", file, "--json"}).json();
  ASSERT_EQ(taken_out["proof"]["file"], file);
  EXPECT_GT(taken_out["proof"]["seconds"], 0);
  EXPECT_LE(taken_out["proof"]["seconds"], taken_out["seconds"]);
  EXPECT_NE(run({"prove", "trax:3x3", "--claim", "not-loss", "--proof", file}).out.find("taken out in"), std::string::npos);
  EXPECT_EQ(run({"verify", file, "--json"}).json()["holds"], true);
  const ProofHeader right = ProofFile(file).header();
  const std::string bytes = contents(file);

  std::ofstream(file, std::ios::binary) << bytes.substr(0, bytes.size() - 9);
  expect_error({"verify", file}, 5, file);
  auto forge = [&](auto&& change) {
    ProofHeader forged = right;
    change(forged);
    write_proof(file, forged, {});
  };
  forge([](ProofHeader& h) { h.game = "tictactoe"; });
  expect_error({"verify", file}, 5, "other rules");
  forge([](ProofHeader& h) { h.game = "chess"; });
  expect_error({"verify", file}, 5, "does not have");
  forge([](ProofHeader& h) { h.position = "?"; });
  expect_error({"verify", file}, 5, "no position");
  forge([](ProofHeader& h) { h.digest.clear(); });
  expect_error({"verify", file}, 3, "the proof ends where a move is needed");
}

} // namespace
} // namespace zermelo::testing
