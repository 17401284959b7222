// Every kind of file that a command reads, damaged, foreign, of a newer program, or no file at all: a sentence that names it, at once.
#include <sys/stat.h>

#include "tests/faults/damage.h"
#include "tests/run_zermelo.h"

namespace zermelo::testing {
namespace {

struct Kind {
  const char* name;
  std::vector<std::vector<std::string>> make; // commands; FILE is where it lies
  std::vector<std::string> read;
  const char* file = "file";     // in the folder of the test
  bool blocks = true;            // a container of blocks, whose every byte has a checksum
  bool made_by_stopping = false; // the last command ends with 4
  bool store = false;            // of SQLite
};

const Kind kinds[] = {
    {"packed table", {{"solve", "nocca:3x3", "--pack"}}, {"verify", "nocca:3x3"}, "tables/nocca-3x3.zt"},
    {"packed table of values", {{"solve", "nocca:3x3", "--values", "--pack"}}, {"verify", "FILE"}, "tables/nocca-3x3.wdl.zt"},
    {"proof", {{"prove", "trax:4x4", "--claim", "not-loss", "--proof", "FILE"}}, {"verify", "FILE"}},
    {"proof with zones", {{"prove", "gomoku:13x5,4", "--claim", "win", "--proof", "FILE"}}, {"verify", "FILE"}},
    {"proof with carriers", {{"prove", "hex:3", "--claim", "win", "--proof", "FILE"}}, {"verify", "FILE"}},
    {"proof of a bound", {{"prove", "othello:4x4", "--at-least", "-8", "--proof", "FILE"}}, {"verify", "FILE"}},
    {"exact search",
     {{"prove", "connect4:6x5", "--claim", "win", "--nodes", "2000", "--memory", "256K", "--threads", "1"}},
     {"prove", "connect4:6x5", "--claim", "win", "--nodes", "2000", "--memory", "256K", "--threads", "1"},
     "*.search",
     true,
     true},
    {"book",
     {{"openings", "connect4:5x4", "--plies", "1", "--memory", "1M", "--book", "FILE"}},
     {"openings", "connect4:5x4", "--plies", "1", "--memory", "1M", "--book", "FILE"},
     "file",
     false},
    {"campaign",
     {{"campaign", "new", "tictactoe", "--claim", "win", "FILE", "--visits", "64"},
      {"campaign", "run", "FILE", "--threads", "1", "--memory", "1M", "--quiet"}},
     {"campaign", "status", "FILE"},
     "file",
     false,
     false,
     true},
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class Kinds : public CommandLine, public ::testing::WithParamInterface<Kind> {
protected:
  void make() {
    for (const auto& words : kind_.make) {
      const Ran ran = run(named(words));
      ASSERT_EQ(ran.code, kind_.made_by_stopping ? 4 : 0) << ran.err;
    }
    file_ = folder_ / kind_.file;
    if (file_.stem() == "*")
      for (const auto& there : std::filesystem::directory_iterator(tables_))
        if (there.path().extension() == file_.extension()) file_ = there.path();
    whole_ = contents(file_);
    ASSERT_GT(whole_.size(), 100U);
  }
  Words named(Words words) const {
    for (std::string& w : words)
      if (w == "FILE") w = (folder_ / kind_.file).string();
    return words;
  }
  // Ten seconds are a hang on any machine.
  Ran read() {
    const pid_t child = start(named(kind_.read));
    int status = 0;
    for (int i = 0; i < 2000; ++i) {
      if (::waitpid(child, &status, WNOHANG) == child)
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(folder_ / "out"),
                contents(folder_ / "err")};
      ::usleep(5000);
    }
    ::kill(child, SIGKILL);
    ADD_FAILURE() << kind_.name << ": it hangs";
    return finish(child);
  }
  void expect_refused(const std::string& what) { expect_refused(what, read()); }
  void expect_refused(const std::string& what, const Ran& ran) {
    EXPECT_TRUE(ran.code == 1 || ran.code == 3 || ran.code == 5) << kind_.name << ", " << what << ": " << ran.code << ran.err;
    EXPECT_NE(ran.err.find(file_.filename().string()), std::string::npos) << kind_.name << ", " << what << ": " << ran.err;
    EXPECT_EQ(ran.err.find("json.exception"), std::string::npos) << ran.err;
    faults::count("kinds of files: " + what, 1);
  }
  // SQLite takes what is missing of a page for zeros: where nothing else stood there, the store is whole, and nothing that is known
  // differs.
  void expect_cut() {
    const Ran ran = read();
    if (!kind_.store || ran.code != 0) return expect_refused("cut", ran);
    EXPECT_EQ(known(ran), known_);
    faults::count("kinds of files: cut where nothing stood", 1);
  }
  static std::string known(const Ran& ran) { return ran.out.substr(0, ran.out.find("heard of")); } // how long ago
  void put(const std::string& bytes) {
    std::filesystem::remove_all(file_);
    faults::write_bytes(file_, bytes);
  }

  const Kind kind_ = GetParam();
  std::filesystem::path file_;
  std::string whole_, known_;
};

TEST_P(Kinds, NoFile) {
  make();
  const std::pair<const char*, std::function<void()>> others[] = {
      {"FIFO", [&] { ASSERT_EQ(::mkfifo(file_.c_str(), 0644), 0); }},
      {"folder", [&] { std::filesystem::create_directory(file_); }},
      {"device", [&] { std::filesystem::create_symlink("/dev/zero", file_); }},
      {"link to itself", [&] { std::filesystem::create_symlink(file_.filename(), file_); }}};
  for (const auto& [what, lay] : others) {
    std::filesystem::remove_all(file_);
    lay();
    expect_refused(what);
  }
  put(whole_);
  if (::geteuid() == 0) return; // who may read everything
  std::filesystem::permissions(file_, std::filesystem::perms::none);
  expect_refused("no permission");
}

TEST_P(Kinds, CutAndForeign) {
  make();
  if (kind_.store) known_ = known(read());
  std::mt19937_64 random(faults::seed_of_test());
  for (u64 i = 0, n = faults::times(4, 100); i < n; ++i) {
    put(whole_.substr(0, i == 0 ? 0 : random() % whole_.size()));
    expect_cut();
  }
  for (const std::string& foreign : {std::string(5000, 'x'), std::string("{}\n"), std::string(whole_.rbegin(), whole_.rend())}) {
    put(foreign);
    expect_refused("foreign");
  }
  // A file of blocks that holds something else.
  std::filesystem::remove(file_);
  faults::write_payload(file_, {{"kind", "something else"}}, 64, Bytes(100));
  expect_refused("foreign");
}

TEST_P(Kinds, FlippedAndNewer) {
  if (!kind_.blocks) GTEST_SKIP() << "Campaigns.StoresThatAreNotSoundAreRefused; a book has no checksums, and is sound in itself";
  make();
  std::mt19937_64 random(faults::seed_of_test());
  for (u64 i = 0, n = faults::times(6, 400); i < n; ++i) {
    put(faults::flip_bit(whole_, random));
    expect_refused("flipped");
  }
  std::string newer = whole_;
  newer[8] = 2; // the version of the format
  faults::mend_checksums(newer);
  put(newer);
  expect_refused("newer");
}

INSTANTIATE_TEST_SUITE_P(Files, Kinds, ::testing::ValuesIn(kinds), [](const auto& p) {
  std::string name = p.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

} // namespace
} // namespace zermelo::testing
