// Runs the driver, with or without the shim and limits.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/faults/scratch.h"

namespace zermelo::faults {

struct Driver {
  std::filesystem::path folder; // of the table
  std::string way = "plain";    // strategies.h
  u32 nodes = 3000;
  u64 seed = 1;
  bool wide = false;
  int threads = 1;
  std::string checkpoint_seconds = "1e-9";
  u64 memory = 0;
  u64 address_space = 0; // limit in bytes; 0: none
  std::vector<std::string> environment;

  std::vector<std::string> arguments() const {
    return {built("ZERMELO_DRIVER", ZERMELO_DRIVER),
            folder.string(),
            way,
            std::to_string(threads),
            checkpoint_seconds,
            std::to_string(memory),
            std::to_string(nodes),
            std::to_string(seed),
            wide ? "1" : "0"};
  }
};

struct Finished {
  int code = -1;  // of an exit
  int signal = 0; // or the signal that ended it
  std::string out, err;
};

inline void shim_into(Driver& driver, const std::string& mode, u64 at, const std::filesystem::path& log = "") {
  driver.environment = {"LD_PRELOAD=" + built("ZERMELO_SHIM", ZERMELO_SHIM),
                        "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0",
                        "ZERMELO_SHIM_FOLDER=" + driver.folder.string(),
                        "ZERMELO_SHIM_MODE=" + mode,
                        "ZERMELO_SHIM_AT=" + std::to_string(at),
                        "ZERMELO_SHIM_LOG=" + log.string()};
}

inline pid_t start(const Driver& driver, const std::filesystem::path& out, const std::filesystem::path& err) {
  const auto arguments = driver.arguments();
  std::vector<char*> argv;
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 1);
  ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 2);
  for (const auto& e : driver.environment) ::putenv(const_cast<char*>(e.c_str()));
  if (driver.address_space != 0) {
    const rlimit limit{driver.address_space, driver.address_space};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ::alarm(120); // to hang is to fail
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

inline Finished wait_for(pid_t child, const std::filesystem::path& out, const std::filesystem::path& err) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  Finished f;
  if (WIFEXITED(status)) f.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) f.signal = WTERMSIG(status);
  f.out = bytes_in(out);
  f.err = bytes_in(err);
  return f;
}

inline Finished run(const Driver& driver, const Scratch& notes) {
  return wait_for(start(driver, notes / "out", notes / "err"), notes / "out", notes / "err");
}

} // namespace zermelo::faults
