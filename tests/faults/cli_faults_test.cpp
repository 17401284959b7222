// What else can be wrong around a command: something that is no file in the place of a file, limits of the shell, other
// processes, files of runs that were killed, sidecars that somebody has changed.
#include <sys/resource.h>
#include <sys/stat.h>

#include <map>

#include "solve/dfpn/save.h"
#include "tests/faults/damage.h"
#include "tests/faults/scratch.h"
#include "tests/run_zermelo.h"

namespace zermelo::testing {
namespace {

class CliFaults : public CommandLine {
protected:
  // What may lie in the place of a file: each is made at a path, and must be refused within a second or be replaced.
  static std::vector<std::pair<std::string, std::function<void(const std::filesystem::path&)>>> no_files() {
    return {{"FIFO", [](const auto& path) { ASSERT_EQ(::mkfifo(path.c_str(), 0644), 0); }},
            {"folder", [](const auto& path) { std::filesystem::create_directory(path); }},
            {"device", [](const auto& path) { std::filesystem::create_symlink("/dev/zero", path); }},
            {"link to itself", [](const auto& path) { std::filesystem::create_symlink(path.filename(), path); }}};
  }

  // Ten seconds are a hang on any machine. A signal that the program handles would not end one.
  Ran run_within_limits(const Words& words) {
    faults::count("no file in the place of a file", 1);
    const pid_t child = start(words);
    int status = 0;
    for (int i = 0; i < 1000; ++i) {
      if (::waitpid(child, &status, WNOHANG) == child)
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(folder_ / "out"),
                contents(folder_ / "err")};
      ::usleep(10'000);
    }
    ::kill(child, SIGKILL);
    ADD_FAILURE() << words.front() << " hangs";
    return finish(child);
  }
  std::string files() const {
    std::string names;
    std::error_code none;
    for (const auto& file : std::filesystem::directory_iterator(tables_, none)) names += file.path().filename().string() + " ";
    return names;
  }
  std::filesystem::path saved_search() const {
    std::error_code none;
    for (const auto& file : std::filesystem::directory_iterator(tables_, none))
      if (file.path().extension() == ".search") return file.path();
    return {};
  }
};

TEST_F(CliFaults, WhatIsNoFileInThePlaceOfATable) {
  for (const auto& [kind, make] : no_files()) {
    std::filesystem::create_directory(tables_);
    make(tables_ / "tictactoe.zt");
    for (const Words& words : std::vector<Words>{{"probe", "tictactoe"},
                                                 {"verify", "tictactoe"},
                                                 {"stats", "tictactoe"},
                                                 {"line", "tictactoe"},
                                                 {"openings", "tictactoe"},
                                                 {"play", "tictactoe"},
                                                 {"verify", (tables_ / "tictactoe.zt").string()}}) {
      const Ran ran = run_within_limits(words);
      EXPECT_TRUE(ran.code == 5 || ran.code == 1) << kind << ", " << words[0] << ": " << ran.code << " " << ran.err;
      EXPECT_NE(ran.err.find("tictactoe.zt"), std::string::npos) << kind << ", " << words[0] << ": " << ran.err;
    }
    for (const char* list : {"tables", "games"}) EXPECT_EQ(run_within_limits({list}).code, 0) << kind << ", " << list;
    const Ran solved = run_within_limits({"solve", "tictactoe", "--quiet"}); // replaces what can be replaced
    EXPECT_EQ(solved.code, kind == "folder" || kind == "link to itself" ? 1 : 0) << kind << ": " << solved.err;
    std::filesystem::remove_all(tables_);
  }
}

TEST_F(CliFaults, WhatIsNoFileBesideATable) {
  for (const auto& [kind, make] : no_files())
    for (const std::string name : {"checkpoint", "checkpoint.tmp", "json", "json.tmp", "lock", "zt.tmp"}) {
      std::filesystem::create_directory(tables_);
      make(tables_ / ("tictactoe." + name));
      const Ran ran = run_within_limits({"solve", "tictactoe", "--quiet"});
      EXPECT_TRUE(ran.code == 0 || (ran.err.find("tictactoe." + name) != std::string::npos && (ran.code == 5 || ran.code == 1)))
          << kind << " as " << name << ": " << ran.code << " " << ran.err;
      if (ran.code == 0) {
        EXPECT_EQ(run({"verify", "tictactoe"}).code, 0) << kind << " as " << name;
      }
      std::filesystem::remove_all(tables_);
    }
}

TEST_F(CliFaults, WhatIsNoFileWhereAFileIsNamed) {
  for (const auto& [kind, make] : no_files()) {
    const std::string there = (folder_ / "there").string();
    make(there);
    for (const Words& words :
         std::vector<Words>{{"verify", there},
                            {"match", "--replay", there},
                            {"annotate", there},
                            {"stats", "tictactoe", "--from", there},
                            {"match", "tictactoe", "--first", "random", "--second", "random", "--record", there}}) {
      const Ran ran = run_within_limits(words);
      EXPECT_TRUE(ran.code == 5 || ran.code == 1) << kind << ", " << words[0] << ": " << ran.code << " " << ran.err;
      EXPECT_NE(ran.err.find("there"), std::string::npos) << kind << ", " << words[0] << ": " << ran.err;
    }
    std::filesystem::remove_all(there);
  }
}

TEST_F(CliFaults, WhatIsNoFileInThePlaceOfASearch) {
  const Words words = {"prove", "trax:5x5", "--claim", "win", "--memory", "1M", "--nodes", "200"};
  ASSERT_EQ(run(words).code, 4);
  const auto file = saved_search();
  ASSERT_FALSE(file.empty());
  for (const auto& [kind, make] : no_files()) {
    std::filesystem::remove_all(file);
    make(file);
    const Ran ran = run_within_limits(words);
    EXPECT_TRUE(ran.code == 5 || ran.code == 1) << kind << ": " << ran.code << " " << ran.err;
    EXPECT_NE(ran.err.find(file.filename().string()), std::string::npos) << kind << ": " << ran.err;
  }
}

// A link in the place of a temporary file is not written through.
TEST_F(CliFaults, NothingIsWrittenThroughALink) {
  std::filesystem::create_directory(tables_);
  std::ofstream(folder_ / "victim") << "keep";
  for (const char* name : {"tictactoe.zt.tmp", "tictactoe.json.tmp", "tictactoe.checkpoint.tmp"})
    std::filesystem::create_symlink(folder_ / "victim", tables_ / name);
  EXPECT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  EXPECT_EQ(contents(folder_ / "victim"), "keep");
  EXPECT_FALSE(std::filesystem::is_symlink(tables_ / "tictactoe.zt"));
  EXPECT_EQ(files().find(".tmp"), std::string::npos) << files();
}

TEST_F(CliFaults, AFolderThatCannotBeLookedInto) {
  std::filesystem::create_symlink("tables", tables_); // to itself
  for (const Words& words : std::vector<Words>{{"probe", "tictactoe"}, {"tables"}, {"solve", "tictactoe"}})
    expect_error(words, 1, tables_.string());
}

// A limit on the size of files is an error with a sentence, not a signal.
TEST_F(CliFaults, AFileSizeLimit) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{2048, 2048};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const pid_t inner = start({"solve", "nocca:3x4", "--quiet"});
    int status = 0;
    ::waitpid(inner, &status, 0);
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  }
  const Ran ran = finish(child);
  EXPECT_EQ(ran.code, 7) << ran.err;
  EXPECT_NE(ran.err.find("File too large"), std::string::npos) << ran.err;
  faults::count("limit on the size of files", 1);
  EXPECT_EQ(run({"solve", "nocca:3x4", "--quiet"}).code, 0);
  EXPECT_EQ(files().find(".tmp"), std::string::npos) << files();
}

// With stdin, stdout and stderr closed no file of ours gets their numbers.
TEST_F(CliFaults, ClosedDescriptors) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet", "--tables", (folder_ / "whole").string()}).code, 0);
  const pid_t child = ::fork();
  if (child == 0) {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    const std::string tables = tables_.string();
    // An odd option of the shell's: whatever is said goes to descriptor 2, which must not be the table.
    ::execl(faults::built("ZERMELO_BINARY", ZERMELO_BINARY).c_str(), "zermelo", "solve", "tictactoe", "--tables", tables.c_str(),
            nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(contents(tables_ / "tictactoe.zt") == contents(folder_ / "whole" / "tictactoe.zt"));
  // The same by hand: the first file that is opened.
  const pid_t opener = ::fork();
  if (opener == 0) {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    const File file = File::create(folder_ / "opened");
    std::error_code none;
    for (int fd = 0; fd < 3; ++fd)
      if (std::filesystem::exists("/proc/self/fd/" + std::to_string(fd), none)) ::_exit(1);
    ::_exit(0);
  }
  ::waitpid(opener, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(CliFaults, AmountsThatNobodyMeans) {
  for (const std::string amount : {"0.001", "0", "-1", "nan", "inf", "1e300", "5X", "", "0.0001K", "M"}) {
    expect_error({"solve", "tictactoe", "--memory", amount}, 2, "");
    expect_error({"prove", "tictactoe", "--memory", amount}, 2, "");
  }
  expect_error({"solve", "tictactoe", "--memory", "1"}, 7, "of memory");
}

// Of a line only so much is kept, and what is asked after it is answered.
TEST_F(CliFaults, LinesOfAnyLength) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  const std::string input = std::string(3'000'000, 'x') + "\nxx./oo./...\n";
  const Ran ran = run({"probe", "tictactoe", "-"}, input);
  EXPECT_EQ(ran.code, 6);
  EXPECT_NE(ran.err.find("line 1: the line is longer"), std::string::npos) << ran.err.substr(0, 300);
  EXPECT_NE(ran.out.find("win in 1"), std::string::npos) << ran.out;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1);
}

// A second search of the same position is refused before it begins, and the first loses nothing.
TEST_F(CliFaults, TwoSearchesOfOnePosition) {
  const Words words = {"prove", "trax:8x8", "--claim", "win", "--memory", "16M", "--threads", "1"};
  const pid_t first = start(words);
  auto lock_is_there = [&] { return files().find(".search.lock") != std::string::npos; };
  for (int i = 0; i < 1000 && !lock_is_there(); ++i) ::usleep(10'000);
  ASSERT_TRUE(lock_is_there());
  CommandLine::Words more = words;
  more.insert(more.end(), {"--nodes", "10"});
  const Ran second = run(more);
  EXPECT_EQ(second.code, 1) << second.err;
  faults::count("second writer", 1);
  EXPECT_NE(second.err.find("another process is searching the same position"), std::string::npos) << second.err;
  EXPECT_TRUE(saved_search().empty()) << "the second one has written something";
  ::kill(first, SIGTERM);
  EXPECT_EQ(finish(first).code, 4);
  EXPECT_FALSE(saved_search().empty());
  EXPECT_FALSE(lock_is_there());
}

TEST_F(CliFaults, ASearchGoesOnWithAnotherMemory) {
  auto words = [](const char* memory) {
    return Words{"prove", "trax:4x4", "--claim", "not-loss", "--threads", "1", "--memory", memory, "--nodes", "50", "--json"};
  };
  const char* memories[] = {"256K", "1M", "200K", "8M"};
  Ran ran = run(words("64K"));
  int stops = 0;
  for (; ran.code == 4 && stops < 200; ++stops) ran = run(words(memories[stops % 4]));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["result"], "proven");
  EXPECT_TRUE(ran.json()["searches"][0]["resumed"]);
  EXPECT_GT(stops, 1);
}

// A file that says how a search ended is not believed, whatever its checksums say.
TEST_F(CliFaults, AVerdictWithoutItsReasonsIsNotBelieved) {
  const Words words = {"prove", "trax:4x4", "--claim", "win", "--threads", "1", "--memory", "1M", "--json"};
  Words some = words;
  some.insert(some.end(), {"--nodes", "50"});
  ASSERT_EQ(run(some).code, 4);
  const auto file = saved_search();
  ASSERT_FALSE(file.empty());
  nlohmann::json header;
  u64 block_bytes = 0;
  {
    const BlockReader saved(file);
    header = saved.header();
    block_bytes = saved.block_bytes();
  }
  header["result"] = "proven"; // it is a draw
  faults::write_payload(file, header, block_bytes, {});
  const Ran ran = run(words);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["result"], "disproven") << ran.out;
  faults::count("verdict without its reasons", 1);
}

// Files of runs that were killed: those that were being written, and those that were being removed.
TEST_F(CliFaults, LeftoversAreRemoved) {
  const std::string game = "checkers:endings-2", stem = "checkers-endings-2";
  ASSERT_EQ(run({"solve", game, "--quiet"}).code, 0);
  const std::string right = contents(tables_ / (stem + ".zt"));
  faults::count("file of a killed run", 6);
  for (const char* ending : {".checkpoint.tmp", ".checkpoint.003.tmp", ".zt.tmp", ".json.tmp"})
    std::ofstream(tables_ / (stem + ending)) << "half";
  std::ofstream(tables_ / "checkers-endings-20.checkpoint") << "of another game";
  EXPECT_EQ(run({"solve", game, "--quiet"}).code, 0); // solved already
  EXPECT_EQ(files().find(".tmp"), std::string::npos) << files();
  EXPECT_NE(files().find("endings-20.checkpoint"), std::string::npos) << files();
  std::filesystem::remove(tables_ / (stem + ".zt"));
  std::ofstream(tables_ / (stem + ".checkpoint.tmp")) << "half";
  EXPECT_EQ(run({"solve", game, "--quiet"}).code, 0);
  EXPECT_EQ(files().find(".tmp"), std::string::npos) << files();
  EXPECT_TRUE(contents(tables_ / (stem + ".zt")) == right);
  // Of a search.
  const Words prove = {"prove", "trax:4x4", "--claim", "win", "--threads", "1", "--memory", "1M", "--nodes"};
  Words some = prove, all = prove;
  some.emplace_back("50");
  all.emplace_back("0");
  ASSERT_EQ(run(some).code, 4);
  std::ofstream(saved_search().string() + ".tmp") << "half";
  EXPECT_EQ(run(all).code, 0);
  EXPECT_EQ(files().find("trax"), std::string::npos) << files();
}

// Parts that are missing or of another type are left out; the table is what counts.
TEST_F(CliFaults, OddSidecars) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  for (const std::string text :
       {R"({"seconds":1})", R"({"device":{}})", R"({"ranks":{}})", R"({"seconds":{}})", R"({"ranks":[1]})", "[]", "null", "{",
        R"({"seconds":1e300,"cpu_seconds":-1,"threads":"two","peak_memory":[],"resumed":0})",
        R"({"seconds":1,"cpu_seconds":1,"threads":1,"peak_memory":1,"resumed":1,"machine":7,"program":{},"finished":[]})",
        R"({"longest_positions":{},"longest_in":3,"reachable":"x","reachable_in":[]})"}) {
    std::ofstream(tables_ / "tictactoe.json") << text;
    for (const Words& words :
         std::vector<Words>{{"solve", "tictactoe"}, {"stats", "tictactoe"}, {"stats", "tictactoe", "--json"}}) {
      faults::count("changed or odd sidecar", 1);
      EXPECT_EQ(run(words).code, 0) << text << ": " << contents(folder_ / "err");
    }
  }
}

// What a book of openings says about itself may be anything; its values may not.
TEST_F(CliFaults, OddBooks) {
  const auto file = folder_ / "book";
  const Words words = {"openings", "connect4:5x4", "--plies", "1", "--memory", "1M", "--book", file.string()};
  ASSERT_EQ(run(words).code, 0);
  const auto book = nlohmann::json::parse(contents(file));
  auto run_with = [&](const char* part, const char* text) {
    faults::count("odd book", 1);
    auto odd = book;
    odd[part] = nlohmann::json::parse(text);
    faults::write_bytes(file, odd.dump());
    return run(words);
  };
  for (const char* text : {R"("x")", R"({"seconds": "x"})", R"({"seconds": {}, "cpu_seconds": null})", "[1]", "null"})
    EXPECT_EQ(run_with("provenance", text).code, 0) << text << contents(folder_ / "err");
  for (const char* text : {R"({"a": 1})", "[]", "null", "7", R"({"...../...../...../.....:x": "win"})"}) {
    const Ran ran = run_with("values", text);
    EXPECT_EQ(ran.code, 5) << text << ran.err;
    EXPECT_NE(ran.err.find("is no sound book"), std::string::npos) << text << ran.err;
  }
}

// Every figure that comes from a sidecar is the one that was written.
TEST_F(CliFaults, AChangedSidecarIsNotBelieved) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  ASSERT_EQ(run({"stats", "tictactoe", "--reachable"}).code, 0);
  const std::string written = contents(tables_ / "tictactoe.json");
  const auto right = run({"stats", "tictactoe", "--json"}).json()["reachable"];
  ASSERT_TRUE(right.is_object());
  for (std::size_t i = 0; i < written.size(); i += faults::full_run() ? 1U : 37U) {
    std::string changed = written;
    changed[i] = static_cast<char>(changed[i] == '9' ? '8' : changed[i] >= '0' && changed[i] < '9' ? changed[i] + 1 : 'x');
    std::ofstream(tables_ / "tictactoe.json", std::ios::binary) << changed;
    const Ran ran = run({"stats", "tictactoe", "--json"});
    faults::count("changed or odd sidecar", 1);
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto shown = ran.json().value("reachable", nlohmann::json());
    EXPECT_TRUE(shown.is_null() || shown == right) << "byte " << i;
  }
}

// A solve ends with a look at what it wrote: of some positions, or of all.
TEST_F(CliFaults, ASolveChecksWhatItWrote) {
  const auto some = run({"solve", "nocca:3x4", "--json"}).json();
  EXPECT_EQ(some["check"]["whole"], false);
  EXPECT_GE(some["check"]["positions"], 16);
  const auto all = run({"solve", "nocca:3x4", "--verify", "--force", "--json"}).json();
  EXPECT_EQ(all["check"]["whole"], true);
  EXPECT_EQ(all["check"]["proof"], true);
  EXPECT_NE(run({"solve", "nocca:3x4", "--verify"}).out.find("slots, every value agrees"), std::string::npos);
}

// The table that the pages tell of, another one, and one that nobody has published.
TEST_F(CliFaults, PublishedSums) {
  for (const char* game : {"tictactoe", "nocca:3x3"}) ASSERT_EQ(run({"solve", game, "--quiet"}).code, 0);
  EXPECT_EQ(run({"verify", "tictactoe", "--published"}).code, 0);
  expect_error({"verify", "nocca:3x3", "--published"}, 5, "no SHA-256 of nocca-3x3.zt is published");
  const auto file = tables_ / "tictactoe.zt";
  nlohmann::json header;
  Bytes values;
  u64 block_bytes = 0;
  {
    const BlockReader in(file);
    header = in.header();
    values = faults::payload_of(in);
    block_bytes = in.block_bytes();
  }
  values[0] ^= std::byte{1};
  faults::write_payload(file, header, block_bytes, values);
  expect_error({"verify", "tictactoe", "--published"}, 3, "it is another table, or damaged");
}

// A solve whose memory has failed: cells of its checkpoint are changed, with right checksums. The check finds it, and nothing
// answers from that table.
TEST_F(CliFaults, AWrongTableIsPutAside) {
  for (const bool whole : {true, false}) {
    std::filesystem::remove_all(tables_);
    const Words words = {"solve", "nocca:3x4", "--method", "backward", "--threads", "1", "--quiet"};
    Words stopped = words;
    stopped.insert(stopped.end(), {"--time", "0.0001"});
    ASSERT_EQ(run(stopped).code, 4);
    const auto file = tables_ / "nocca-3x4.checkpoint";
    {
      const BlockReader saved(file);
      Bytes cells = faults::payload_of(saved);
      const auto header = saved.header();
      const u64 block_bytes = saved.block_bytes();
      // One cell in a thousand for the check of all, every second one for that of a sample.
      for (u64 i = 0; i < cells.size(); i += whole ? 1000 : 2) cells[i] ^= std::byte{4};
      faults::write_payload(file, header, block_bytes, cells);
    }
    Words again = words;
    if (whole) again.emplace_back("--verify");
    const Ran ran = run(again);
    EXPECT_EQ(ran.code, 3) << ran.code << ran.err << ran.out;
    EXPECT_NE(ran.err.find("the table is wrong"), std::string::npos) << ran.err;
    faults::count("wrong table that a solve puts aside", 1);
    EXPECT_TRUE(std::filesystem::exists(tables_ / "nocca-3x4.zt.wrong"));
    expect_error({"probe", "nocca:3x4"}, 5, "there is no table");
  }
}

} // namespace
} // namespace zermelo::testing
