// The published numbers, as a user sees them: solve, verify, and compare what `stats` prints with known.json. A figure that
// differs must say why, and docs/errata.md has the evidence.
#include "run_zermelo.h"
#include "table/folder.h"
#include "tests/agreement.h"

namespace zermelo::testing {
namespace {

class PublishedNumbers : public CommandLine {
protected:
  // Solves and compares; returns what stats printed.
  nlohmann::json compare(const std::string& game, std::size_t at_least, const std::vector<std::string>& known_to_differ = {}) {
    const Ran solved = run({"solve", game, "--json"});
    EXPECT_EQ(solved.code, 0) << solved.err;
    const Ran ran = run({"stats", game, "--reachable", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto j = ran.json();
    std::vector<std::string> differ;
    std::size_t agreed = 0;
    for (const auto& figure : j.at("published")) {
      if (figure.at("agrees") == true) {
        ++agreed;
      } else {
        differ.push_back(figure.at("what"));
        EXPECT_TRUE(figure.contains("note")) << figure.dump();
      }
    }
    EXPECT_GE(agreed, at_least) << j.at("published").dump(1);
    EXPECT_EQ(differ, known_to_differ);
    return j;
  }
  void verify(const std::string& game) { EXPECT_EQ(run({"verify", game}).code, 0); }
};

TEST_F(PublishedNumbers, TicTacToe) { compare("tictactoe", 3); }

TEST_F(PublishedNumbers, SmallNocca) {
  compare("nocca:2x3", 5);
  compare("nocca:3x4", 5);
  const auto j = compare("nocca:3x3", 1);
  EXPECT_EQ(j.at("initial").at("plies"), 9); // printed: 11; docs/errata.md
  verify("nocca:3x3");
  verify("nocca:3x4");
}

TEST_F(PublishedNumbers, AnpanmanShogi) {
  const auto j = compare("anpanman", 2,
                         {"reachable.first_player.positions", "reachable.first_player.wins", "reachable.first_player.losses",
                          "reachable.first_player.draws"});
  EXPECT_EQ(j.at("reachable").at("mover").at("positions"), 4'199'950); // the naive implementation's count, anpanman_test.cpp
  verify("anpanman");
  // The entries of the two-ply table that do not follow from the printed rules, docs/errata.md.
  const std::vector<std::pair<std::string, std::string>> entries = {{".bd/h../.../A../C.S:1", "loss in 14"},
                                                                    {".bd/h../.../.A./C.S:1", "loss in 20"},
                                                                    {".bd/h../.../..A/C.S:1", "loss in 18"},
                                                                    {"hb./.d./.../..S/CA.:1", "draw"}};
  for (const auto& [position, value] : entries) {
    const auto probed = run({"probe", "anpanman", position, "--json"}).json();
    const std::string words = probed.at("plies").is_null() ? std::string(probed.at("value"))
                                                           : std::string(probed.at("value")) + " in " + probed.at("plies").dump();
    EXPECT_EQ(words, value) << position;
  }
}

// Half a minute on two cores: the whole game, and Tanaka's reachable counts. The table has the published sum, which is that of a table
// whose every value was checked; a full run checks them all again.
TEST_F(PublishedNumbers, LongDobutsuShogi) {
  const auto j = compare("dobutsu", 8);
  EXPECT_EQ(j.at("initial").dump(), R"({"plies":78,"value":"loss"})");
  EXPECT_EQ(j.at("longest").at("plies"), 173);
  EXPECT_EQ(j.at("orbits").at("positions"), 121'134'668);
  EXPECT_EQ(run({"verify", "dobutsu", "--published"}).code, 0);
  if (faults::full_run())
    verify("dobutsu");
  else
    EXPECT_EQ(run({"verify", "dobutsu", "--sample", "1000000"}).code, 0);
  const auto line = run({"line", "dobutsu", "--json"}).json();
  EXPECT_EQ(line.at("moves").size(), 78U);
  // Proof searches find what this table says; another one would take half a minute of two cores.
  const auto entry = open_game("dobutsu");
  const Table table(TableFiles(tables_, "dobutsu").table, entry->identity());
  expect_agreement(*entry, table, faults::times(300, 5'000), {.threads = 1, .most_visits = 20'000}, 0.3);
}

} // namespace
} // namespace zermelo::testing
