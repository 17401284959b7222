// Hex as a user searches it and checks what was found.
#include "tests/run_zermelo.h"

namespace zermelo::testing {
namespace {

class HexCli : public CommandLine {
protected:
  HexCli() { std::filesystem::create_directories(tables_); }
  std::string file(const std::string& name) const { return (tables_ / name).string(); }
};

TEST_F(HexCli, AWinAndALossAreProvedAndVerified) {
  const auto won = run({"prove", "hex:5", "--claim", "win", "--proof", file("w"), "--json"}).json();
  EXPECT_EQ(won.at("result"), "proven");
  const Ran verified = run({"verify", file("w"), "--json"});
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_EQ(verified.json().at("claim"), "the side to move wins");
  // After a2 o wins: the claim that x's opening wins is refuted, by a proof.
  const auto lost = run({"prove", "hex:5", "a2", "--claim", "not-loss", "--proof", file("l"), "--json"}).json();
  EXPECT_EQ(lost.at("result"), "proven");
  EXPECT_EQ(run({"verify", file("l")}).code, 0);
  EXPECT_EQ(run({"prove", "hex:4", "b2", "--json"}).json().at("value"), "win");
  EXPECT_EQ(run({"prove", "hex:4", "b2", "--method", "df-pn", "--threads", "1", "--json"}).json().at("value"), "win");
  EXPECT_EQ(run({"prove", "hex:4", "c2", "--json"}).json().at("value"), "loss");
}

TEST_F(HexCli, AMapOfOpenings) {
  const Ran map = run({"openings", "hex:4", "--prove"});
  EXPECT_EQ(map.code, 0) << map.err;
  EXPECT_NE(map.out.find("L L L W\n L L W L\n  L W L L\n   W L L L\n"), std::string::npos) << map.out;
  EXPECT_NE(map.out.find("4 of 16 moves win"), std::string::npos) << map.out;
  const auto j = run({"openings", "hex:3", "--prove", "--proofs", file("proofs"), "--json"}).json();
  EXPECT_EQ(j.at("wins"), 5);
  EXPECT_EQ(j.at("losses"), 4);
  EXPECT_EQ(run({"verify", file("proofs/b2.proof")}).code, 0);
  expect_error({"openings", "hex:3", "--proofs", file("q")}, 2, "go with --prove");
  expect_error({"openings", "tictactoe", "--prove", "--proofs", file("q")}, 2, "games of connection");
}

TEST_F(HexCli, WhatDoesNotFitIsRefused) {
  expect_error({"show", "hex:1"}, 2, "2 to 15 rows and columns");
  expect_error({"show", "hex:3x4swap"}, 2, "the swap is for square boards");
  expect_error({"prove", "hex", "--method", "connections"}, 2, "more than 64 cells");
  expect_error({"prove", "tictactoe", "--method", "connections"}, 2, "no game of connection");
  expect_error({"solve", "hex:5"}, 2, "too many positions");
}

} // namespace
} // namespace zermelo::testing
