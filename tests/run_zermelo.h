// Runs the real program in a folder of its own and looks at what came out.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/faults/scratch.h"

namespace zermelo::testing {

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Ran {
  int code = -1; // 128 + the signal that ended it
  std::string out, err;
  nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

class CommandLine : public ::testing::Test {
protected:
  using Words = std::vector<std::string>;

  CommandLine() {
    std::string pattern = (std::filesystem::temp_directory_path() / "zermelo-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    tables_ = folder_ / "tables";
  }
  ~CommandLine() override { std::filesystem::remove_all(folder_); }

  pid_t start(const Words& words, const std::string& input = "") {
    std::ofstream(folder_ / "in", std::ios::binary) << input;
    std::filesystem::remove(folder_ / "err"); // what an earlier run said must not be taken for this one's
    const pid_t child = ::fork();
    if (child != 0) return child;
    auto redirect = [&](const char* name, int flags, int to) { ::dup2(::open((folder_ / name).c_str(), flags, 0644), to); };
    redirect("in", O_RDONLY, 0);
    redirect("out", O_WRONLY | O_CREAT | O_TRUNC, 1);
    redirect("err", O_WRONLY | O_CREAT | O_TRUNC, 2);
    ::setenv("ZERMELO_TABLES", tables_.c_str(), 1);
    ::setenv("LC_ALL", "C", 1);
    const std::string program = faults::built("ZERMELO_BINARY", ZERMELO_BINARY);
    std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(program.c_str(), arguments.data());
    ::_exit(127);
  }

  Ran finish(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(folder_ / "out"),
            contents(folder_ / "err")};
  }

  Ran run(const Words& words, const std::string& input = "") { return finish(start(words, input)); }

  // Waits until the program has said something on stderr, at most ten seconds.
  void wait_for_word(const std::string& word) {
    for (int i = 0; i < 1000 && contents(folder_ / "err").find(word) == std::string::npos; ++i) ::usleep(10'000);
  }

  void expect_error(const Words& words, int code, const std::string& sentence, const std::string& input = "") {
    const Ran ran = run(words, input);
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("terminate called"), std::string::npos) << ran.err;
  }

  std::filesystem::path folder_, tables_;
};

} // namespace zermelo::testing
