// Results without a table: files, the catalog, and published distributions beside them.
#include "table/result.h"

#include "catalog/catalog.h"
#include "run_zermelo.h"
#include "tasks/opening_book.h"
#include "view/report.h"

namespace zermelo::testing {
namespace {

using Results = CommandLine;

// A made-up result of the published NOCCA: the right keys, small numbers.
nlohmann::json synthetic() {
  return nlohmann::json::parse(R"({
    "game": "nocca", "variant": "", "set": "made up for a test",
    "positions": 879414, "wins": 100, "losses": 879304, "draws": 10,
    "orbits": {"positions": 8, "wins": 4, "losses": 3, "draws": 1},
    "initial": {"value": "win", "plies": 41}, "empty_slots": 0,
    "longest": {"value": "win", "plies": 69, "count": 30},
    "by_plies": [{"plies": 0, "value": "loss", "count": 20}, {"plies": 1, "value": "win", "count": 70},
                 {"plies": 48, "value": "loss", "count": 879284}, {"plies": 69, "value": "win", "count": 30}],
    "moves": [{"move": "a1-b2", "value": "win", "plies": 41}, {"move": "b1-b2", "value": "win", "plies": 41},
              {"move": "c1-c2", "value": "win", "plies": 43}, {"move": "a1-b1", "value": "loss", "plies": 30}],
    "longest_positions": ["first", "second"], "mean_moves": 23.4321,
    "provenance": {"machine": "a machine", "program": "zermelo 0", "command": "zermelo solve nocca", "date": "2026-01-01", "seconds": 128}
  })");
}

const nlohmann::json& figure(const nlohmann::json& stats, const std::string& what) {
  static const nlohmann::json none;
  for (const auto& f : stats["published"])
    if (f["what"] == what) return f;
  ADD_FAILURE() << "no published " << what;
  return none;
}

TEST_F(Results, AFileIsShownBesideWhatIsPublished) {
  const auto file = (folder_ / "result.json").string();
  std::ofstream(file) << synthetic();
  const auto j = run({"stats", "nocca", "--from", file, "--json"}).json();
  EXPECT_EQ(j["source"], "file");
  EXPECT_TRUE(j["table"].is_null());
  EXPECT_EQ(j["seconds"], 128);
  EXPECT_EQ(j["moves"].size(), 4U);
  EXPECT_EQ(j["move_counts"].dump(), R"({"best":2,"draws":0,"legal":4,"losses":1,"wins":3})");
  EXPECT_EQ(figure(j, "initial")["agrees"], true);
  EXPECT_EQ(figure(j, "mean_moves")["agrees"], true);
  EXPECT_EQ(figure(j, "longest.count")["agrees"], true);
  EXPECT_EQ(figure(j, "move_counts.best")["agrees"], false);
  EXPECT_EQ(figure(j, "by_plies.48")["agrees"], true); // printed "87928?"
  EXPECT_EQ(figure(j, "by_plies.1")["agrees"], false);
  EXPECT_EQ(figure(j, "by_plies.2")["ours"], 0);
  EXPECT_TRUE(figure(j, "by_plies.0")["agrees"].is_null()); // not printed
  EXPECT_FALSE(figure(j, "draws")["note"].get<std::string>().empty());

  const std::string text = run({"stats", "nocca", "--from", file}).out;
  for (const char* part :
       {"nocca: win in 41\nresult of nocca in ", "(zermelo 0 on a machine, 2026-01-01, 2 min 8 s: zermelo solve nocca)",
        "       48  loss          879,284          87928?  =  a digit is lost in print",
        "        1  win                70  77,645,562,828  DIFFERS\n",
        "        0  loss               20               -  no legal move",
        "        2                      0  22,410,730,165  DIFFERS\n",
        "moves of the initial position, 4\n        2  win in 41   a1-b2 b1-b2\n",
        "positions with the longest win\n  first\n  second\n", "where none wins at once  23.4321",
        "69 rows  67 DIFFER, see above"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST_F(Results, WhatSolvePrintsIsAResult) {
  const auto solved = run({"solve", "tictactoe", "--json"}).json();
  EXPECT_EQ(solved["moves"].size(), 9U);
  EXPECT_EQ(solved["provenance"]["command"], "zermelo solve tictactoe");
  const auto file = (folder_ / "result.json").string();
  std::ofstream(file) << solved;
  const auto from_table = run({"stats", "tictactoe", "--json"}).json();
  EXPECT_EQ(from_table["source"], "table");
  ASSERT_EQ(run({"tables", "remove", "tictactoe", "--yes"}).code, 0);
  const auto from_file = run({"stats", "tictactoe", "--from", file, "--json"}).json();
  for (const char* key : {"positions", "orbits", "initial", "longest", "by_plies", "moves", "published", "set", "provenance"})
    EXPECT_EQ(from_file[key], from_table[key]) << key;
  expect_error({"stats", "tictactoe", "--from", file, "--reachable"}, 5, "--reachable needs a table");
  expect_error({"stats", "tictactoe"}, 5, "zermelo solve tictactoe"); // nothing is recorded
}

TEST_F(Results, ForeignAndDamagedFilesAreRefused) {
  const auto file = (folder_ / "result.json").string();
  auto refuses = [&](const std::string& text, const std::string& sentence) {
    std::ofstream(file) << text;
    expect_error({"stats", "nocca", "--from", file}, 5, sentence);
  };
  expect_error({"stats", "nocca", "--from", (folder_ / "nothing").string()}, 5, "there is no file");
  expect_error({"stats", "nocca", "--from", folder_.string()}, 5, "there is no file");
  refuses("", "is no sound result: it is no JSON object");
  refuses("[1, 2]", "it is no JSON object");
  refuses(std::string(200'000, '['), "it is no JSON object");
  refuses("{}", "a part of it is missing or of the wrong kind");
  refuses(std::string(5'000'000, ' '), "too long for a result");
  auto j = synthetic();
  refuses(j.dump().substr(0, 300), "it is no JSON object");
  j["variant"] = "3x4";
  refuses(j.dump(), "is a result of nocca:3x4, not of nocca");
  j = synthetic();
  j["game"] = "chess\x1b[31m";
  refuses(j.dump(), "is a result of chess\\x1b[31m, not of nocca");
  j = synthetic();
  j["wins"] = 101;
  refuses(j.dump(), "do not add up to its positions");
  j = synthetic();
  j["by_plies"][1]["count"] = 71;
  refuses(j.dump(), "do not add up to its wins and losses");
  j = synthetic();
  j["by_plies"][1]["plies"] = -5;
  refuses(j.dump(), "make no sense");
  for (const auto& number : {nlohmann::json(1e47), nlohmann::json(-1), nlohmann::json(70.5), nlohmann::json("70")}) {
    j = synthetic();
    j["by_plies"][1]["count"] = number;
    refuses(j.dump(), "make no sense");
  }
  for (const char* key : {"game", "set", "by_plies", "moves", "longest_positions", "mean_moves", "provenance", "initial"}) {
    j = synthetic();
    j[key] = true;
    std::ofstream(file) << j;
    EXPECT_EQ(run({"stats", "nocca", "--from", file}).code, 5) << key;
  }
}

TEST(ResultFiles, RoundTrip) {
  const Result r = result_from_json(synthetic(), "here");
  EXPECT_EQ(to_json(r), synthetic());
  EXPECT_EQ(r.findings.moves.front().value, win_in(41));
}

// Every recorded result is sound, named after the variant it is of, and says where it comes from.
TEST(ResultFiles, BooksOfTheCatalogAreSound) {
  for (const auto& folder : catalog())
    for (const auto& book : folder.books) {
      const auto j = nlohmann::json::parse(book.text);
      const auto entry = open_game(folder.family.name + (j["variant"] == "" ? "" : ":" + j["variant"].get<std::string>()));
      const auto read = recorded_book(*entry); // which looks whether it contradicts itself
      ASSERT_TRUE(read.has_value()) << book.file;
      EXPECT_TRUE(read->find(entry->game(), entry->game().start()).known()) << book.file;
    }
}

TEST(ResultFiles, OfTheCatalogAreSound) {
  for (const auto& folder : catalog()) {
    for (const auto& recorded : folder.results) {
      const Result r = result_from_text(recorded.text, std::string(recorded.file));
      EXPECT_EQ(r.game, folder.family.name);
      const std::string stem(recorded.file.substr(0, recorded.file.rfind('.')));
      EXPECT_EQ(open_game(r.game + ":" + stem)->variant, r.variant) << recorded.file;
      for (const char* key : {"machine", "program", "command", "date", "seconds"})
        EXPECT_TRUE(r.provenance.is_object() && r.provenance.contains(key)) << recorded.file << " " << key;
      EXPECT_FALSE(nlohmann::json::parse(recorded.text).contains("table")) << recorded.file << " names a file of some machine";
    }
  }
}

} // namespace
} // namespace zermelo::testing
