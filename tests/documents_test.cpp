// What the documents show is what the program does.
#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

using Documents = CommandLine;

// The bytes in docs/table-format.md are those of the table of tic-tac-toe.
TEST_F(Documents, TheExampleOfTheTableFormat) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const std::string table = contents(tables_ / "tictactoe.zt");
  const std::string document = contents(std::filesystem::path(ZERMELO_SOURCE) / "docs/table-format.md");
  std::istringstream lines(document.substr(document.find("```hex\n") + 7));
  std::size_t at = 0;
  for (std::string line; std::getline(lines, line) && line != "```";) {
    std::istringstream bytes(line.substr(line.find(':') + 1));
    for (unsigned byte = 0; bytes >> std::hex >> byte; ++at)
      EXPECT_EQ(byte, static_cast<unsigned char>(table.at(at))) << "byte " << at << " in docs/table-format.md";
  }
  EXPECT_EQ(at, 80U);
}

// Every command that a document tells the reader to run exists and takes these words. Commands that need a big table may
// answer that it is missing (5), or that memory is (7).
TEST_F(Documents, CommandsExist) {
  int tried = 0;
  for (const char* name : {"README.md", "docs/errata.md", "docs/adding-a-game.md", "docs/playing.md", "docs/tour.md"}) {
    const std::string text = contents(std::filesystem::path(ZERMELO_SOURCE) / name);
    for (std::size_t i = text.find("`zermelo "); i != std::string::npos; i = text.find("`zermelo ", i + 1)) {
      const std::string command = text.substr(i + 9, text.find('`', i + 1) - i - 9);
      if (command.find_first_of("[|…A") == 0 || command.find("GAME") != std::string::npos) continue;
      Words words;
      std::istringstream in(command);
      for (std::string word; in >> word;) {
        if (word.front() == '\'') word = word.substr(1, word.size() - 2);
        words.push_back(word);
      }
      if (words.front() == "solve") words.push_back("--dry-run");
      if (words.front() == "prove") words.insert(words.end(), {"--nodes", "100"});
      if (words.front() == "serve" || words.front() == "play" || words.front() == "demo" || words.front() == "COMMAND") continue;
      const Ran ran = run(words);
      const bool begun = words.front() == "prove" && ran.code == 4;
      EXPECT_TRUE(ran.code == 0 || ran.code == 5 || ran.code == 7 || begun) << name << ": zermelo " << command << "\n" << ran.err;
      ++tried;
    }
  }
  EXPECT_GT(tried, 5);
}

} // namespace
} // namespace zermelo::testing
