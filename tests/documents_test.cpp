// What the documents show is what the program does.
#include "catalog/catalog.h"
#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Whether lines are those that a document shows; there a line of dots stands for any lines.
bool shown(const std::vector<std::string>& document, std::size_t i, const std::vector<std::string>& printed, std::size_t j) {
  if (i == document.size()) return j == printed.size();
  if (document[i] == "…") return shown(document, i + 1, printed, j) || (j < printed.size() && shown(document, i, printed, j + 1));
  return j < printed.size() && document[i] == printed[j] && shown(document, i + 1, printed, j + 1);
}

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

// docs/one-position.md: its commands print what it shows, and its slot and byte are right.
TEST_F(Documents, OnePosition) {
  const std::vector<std::string> lines = lines_of(contents(std::filesystem::path(ZERMELO_SOURCE) / "docs/one-position.md"));
  int tried = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("$ zermelo ")) continue;
    Words words;
    std::istringstream in(lines[i].substr(10));
    for (std::string word; in >> word;) words.push_back(word);
    std::size_t end = i + 1;
    while (lines[end] != "```") ++end;
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, 0) << lines[i] << "\n" << ran.err;
    EXPECT_TRUE(shown({lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.begin() + static_cast<std::ptrdiff_t>(end)}, 0,
                      lines_of(ran.out), 0))
        << lines[i] << "\n"
        << ran.out;
    ++tried;
  }
  EXPECT_EQ(tried, 7);

  const auto entry = open_game("anpanman");
  std::string why;
  const auto p = entry->game().parse("..d/..S/.b./.../A..:1", why);
  ASSERT_TRUE(p) << why;
  constexpr Slot slot = 2'674'987;
  EXPECT_EQ(entry->game().rank(*p), slot);
  const Table table(tables_ / "anpanman.zt", entry->identity());
  std::vector<u32> codes;
  table.read_codes(40, codes);
  EXPECT_EQ(table.slots_per_block() * 40 + 53'547, slot);
  EXPECT_EQ(codes.at(53'547), 6U);
}

// Every command that a document tells the reader to run exists and takes these words. Commands that need a big table may
// answer that it is missing (5), or that memory is (7).
TEST_F(Documents, CommandsExist) {
  int tried = 0;
  for (const char* name :
       {"README.md", "docs/errata.md", "docs/adding-a-game.md", "docs/playing.md", "docs/tour.md", "docs/one-position.md"}) {
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
