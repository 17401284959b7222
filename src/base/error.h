// Errors that reach the edge of the program. The library throws; only apps/ prints and exits.
#pragma once

#include <stdexcept>
#include <string>

namespace zermelo {

// The documented exit codes of the command line; a library user can read them as kinds of failure.
enum class Exit : int {
  done = 0,
  runtime = 1,  // anything not listed below
  usage = 2,    // unknown command, game, variant or option
  mismatch = 3, // a verification found a wrong value
  stopped = 4,  // stopped at a limit or by a signal; the same command goes on from there
  table = 5,    // table missing, damaged, or of another game, version or rules
  position = 6, // not a position of this game
  resources = 7 // not enough memory or disk, said before the work starts
};

class Error : public std::runtime_error {
public:
  Error(Exit code, const std::string& what) : std::runtime_error(what), code_(code) {}
  Exit code() const { return code_; }

private:
  Exit code_;
};

// An always-on check of a promise inside the program: a failure is a bug, and must not become a wrong answer.
inline void ensure(bool holds, const char* promise) {
  if (!holds) throw Error(Exit::runtime, std::string("internal error, please report: ") + promise);
}

} // namespace zermelo
