// Sampled counts from the command line.
#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

using CliEstimate = CommandLine;

TEST_F(CliEstimate, CountsAndSamplesASet) {
  const auto j = run({"estimate", "trax:3x3", "--samples", "20000", "--depth", "0", "--exact", "10000", "--json"}).json();
  const double exact = std::stod(j["set"]["exact"].get<std::string>());
  const auto& sampled = j["set"]["counts"][1];
  EXPECT_GT(sampled["error"], 0.0);
  EXPECT_LT(std::abs(sampled["estimate"].get<double>() - exact), 5 * sampled["error"].get<double>());
  EXPECT_TRUE(j["tree"].empty());
}

// As perft counts them.
TEST_F(CliEstimate, SamplesTheTreeOfPlay) {
  const auto j = run({"estimate", "tictactoe", "--samples", "5000", "--depth", "5", "--json"}).json();
  EXPECT_TRUE(j["set"].is_null());
  EXPECT_EQ(j["tree"][5]["nodes"], 15120.0);
}

TEST_F(CliEstimate, WhatCannotBeCountedGetsASentence) {
  expect_error({"estimate", "tictactoe", "--exact", "10"}, 2, "describes no set");
  expect_error({"estimate", "trax:4x4", "--exact", "10"}, 7, "more than 10 states");
  expect_error({"estimate", "trax:8x8", "--exact", "4000000000"}, 7, "free on this machine");
  expect_error({"estimate", "trax:4x4", "--samples", "1"}, 2, "--samples");
  expect_error({"estimate", "tictactoe", "xxx"}, 6, "");
  const pid_t child = start({"estimate", "trax:8x8", "--samples", "2", "--exact", "10000000"});
  ::sleep(1);
  ::kill(child, SIGINT);
  EXPECT_EQ(finish(child).code, 4);
}

} // namespace
} // namespace zermelo::testing
