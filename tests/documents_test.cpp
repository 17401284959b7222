// What the documents show is what the program does.
#include <fmt/format.h>

#include <random>
#include <set>

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

// docs/read_table.py, the reader that the page on the format shows, has none of our code: what it reads is what the program answers.
class ReadTable : public CommandLine {
protected:
  void SetUp() override {
    if (shell(python() + " -c 'import zstandard' 2>/dev/null").code != 0) GTEST_SKIP() << "install python3-zstandard";
  }

  static std::string python() {
    return std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  } // Debian's own
  static Ran shell(const std::string& line) {
    Ran ran;
    FILE* pipe = ::popen(line.c_str(), "r");
    std::array<char, 4096> part{};
    for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;) ran.out.append(part.data(), n);
    const int status = ::pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return ran;
  }
  // The reader with these slots on its input, what it says on stderr last.
  Ran read(const std::filesystem::path& table, const std::string& slots) {
    std::ofstream(folder_ / "slots") << slots;
    return shell(fmt::format("{} -B {}/docs/read_table.py {} - <{} 2>&1", python(), ZERMELO_SOURCE, table.string(),
                             (folder_ / "slots").string()));
  }
};

TEST_F(ReadTable, AnswersAsTheProgramDoes) {
  std::set<std::string> encodings;
  for (const auto& [name, values, packed] : {std::tuple("tictactoe", false, false),
                                             {"quixo:3", false, false},
                                             {"quixo:3", false, true},
                                             {"tictactoe", true, false},
                                             {"anpanman", false, false},
                                             {"anpanman", false, true},
                                             {"awari:9", false, false},
                                             {"nocca:3x4", true, false},
                                             {"checkers:endings-2", false, false},
                                             {"checkers:endings-2", true, false},
                                             {"checkers:endings-2", true, true}}) {
    const auto entry = open_game(name);
    const AnyGame& game = entry->game();
    const TableFiles files(tables_, entry->full_name(), values ? Contents::values : Contents::distances);
    std::filesystem::remove_all(tables_);
    Words solve{"solve", name};
    if (values) solve.push_back("--values");
    if (packed) solve.push_back("--pack");
    ASSERT_EQ(run(solve).code, 0);
    encodings.insert(std::string(encoding_name(Table(files.table).header())));
    std::mt19937_64 random(1);
    std::string positions;
    for (int i = 0, drawn = 0; i < 20'000 && drawn < 200; ++i)
      if (const auto p = game.unrank(i == 0 ? 0 : i == 1 ? game.slots() - 1 : random() % game.slots())) {
        positions += game.print(*p) + "\n";
        ++drawn;
      }
    std::vector<nlohmann::json> answers;
    std::string slots;
    for (const std::string& line : lines_of(run({"probe", name, "-", "--json"}, positions).out)) {
      auto answer = nlohmann::json::parse(line);
      if (answer.at("slot").is_null()) continue; // the table leaves it to the rules
      slots += answer.at("slot").dump() + "\n";
      answers.push_back(std::move(answer));
    }
    const Ran ran = read(files.table, slots);
    EXPECT_EQ(ran.code, 0) << name << "\n" << ran.out;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), answers.size()) << name << "\n" << ran.out;
    EXPECT_GT(lines.size(), 60U) << name;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto& a = answers[i];
      std::string expected = a.at("value");
      if (a.contains("score") && expected != "draw") expected += fmt::format(" by {}", std::abs(a.at("score").get<int>()));
      if (!values && !a.contains("score") && expected != "draw") expected += fmt::format(" in {}", a.at("plies").get<int>());
      if (packed && !expected.starts_with("loss")) expected = "no loss"; // who has no rules cannot look at the moves
      EXPECT_EQ(lines[i], expected) << name << " " << a.dump();
    }
  }
  EXPECT_EQ(encodings,
            (std::set<std::string>{"plies8", "plies16", "wdl2", "score8", "loss8", "loss16", "loss2"})); // all that there are
}

TEST_F(ReadTable, RefusesWhatIsDamagedWithASentence) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const std::filesystem::path good = tables_ / "tictactoe.zt", bad = tables_ / "bad.zt";
  const std::string bytes = contents(good);
  auto expect_refused = [&](const std::string& damaged, const std::string& what) {
    std::ofstream(bad, std::ios::binary) << damaged;
    const Ran ran = read(bad, "0\n19682\n");
    EXPECT_EQ(ran.code, 1) << what;
    EXPECT_TRUE(ran.out.starts_with(bad.string()) && ran.out.find("Traceback") == std::string::npos) << what << "\n" << ran.out;
  };
  for (const std::size_t at : {std::size_t{3}, std::size_t{8}, std::size_t{12}, std::size_t{17}, std::size_t{33},
                               std::size_t{100}, std::size_t{900}, bytes.size() - 5}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    expect_refused(damaged, fmt::format("byte {}", at));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{40}, std::size_t{300}, bytes.size() - 1})
    expect_refused(bytes.substr(0, size), fmt::format("cut to {}", size));
  expect_refused(bytes + "x", "one byte more");
  EXPECT_EQ(read(good, "19683\n").out, good.string() + " has no slot '19683'\n");
  EXPECT_EQ(read(good, "two\n").out, good.string() + " has no slot 'two'\n");
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

// docs/engine.md: the dialogue is what the engine says.
TEST_F(Documents, TheDialogueOfTheEngine) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const std::string document = contents(std::filesystem::path(ZERMELO_SOURCE) / "docs/engine.md");
  const std::size_t begin = document.find("```dialogue\n");
  ASSERT_NE(begin, std::string::npos);
  std::string input;
  std::vector<std::string> answers;
  for (const std::string& line : lines_of(document.substr(begin + 12, document.find("\n```\n", begin) - begin - 11)))
    if (line.starts_with("> "))
      input += line.substr(2) + "\n";
    else
      answers.push_back(line);
  const Ran ran = run({"engine", "tictactoe"}, input);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(shown(answers, 0, lines_of(ran.out), 0)) << ran.out;
}

// Every command that a document tells the reader to run exists and takes these words. Commands that need a big table may
// answer that it is missing (5), or that memory is (7).
TEST_F(Documents, CommandsExist) {
  int tried = 0;
  for (const char* name : {"README.md", "docs/errata.md", "docs/adding-a-game.md", "docs/playing.md", "docs/tour.md",
                           "docs/one-position.md", "docs/engine.md"}) {
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
      if (words.front() == "serve" || words.front() == "play" || words.front() == "demo" || words.front() == "COMMAND" ||
          words.front() == "engine")
        continue;
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
