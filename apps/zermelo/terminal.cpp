#include "terminal.h"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/json.h"

namespace zermelo {
namespace {

[[noreturn]] void fail() {
  const int reason = errno;
  if (reason == EPIPE) throw PipeClosed{};
  throw Error(reason == ENOSPC || reason == EDQUOT ? Exit::resources : Exit::runtime,
              std::string("cannot write the output: ") + std::strerror(reason));
}

std::string wrapped(const char* code, std::string_view text) {
  return stdout_wants_colour() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

// Lines of stdin. What has come is kept here, so that a caller can ask whether a whole line is there without waiting for it.
class Input {
public:
  static Input& of_the_program() {
    static Input input;
    return input;
  }

  bool next(std::string& line) {
    line.clear();
    while (skipping_ && !skip())
      if (!fill()) return false;
    while (!whole() && fill()) {}
    const auto end = std::min(text_.find('\n'), text_.size());
    if (end > longest) {
      skipping_ = true;
      throw Error(Exit::position, "the line is longer than " + std::to_string(longest) + " characters");
    }
    if (text_.empty()) return false;
    line = text_.substr(0, end);
    text_.erase(0, end + 1);
    return true;
  }

  bool waits(int milliseconds) {
    while ((skipping_ && !skip()) || !whole()) {
      if (ended_) return true;
      pollfd in{STDIN_FILENO, POLLIN, 0};
      if (::poll(&in, 1, milliseconds) <= 0) return false;
      fill();
    }
    return true;
  }

private:
  static constexpr std::size_t longest = 1 << 16;

  bool whole() const { return text_.find('\n') != std::string::npos || text_.size() > longest; }
  // Drops the rest of a line that was too long; false if its end has not come yet.
  bool skip() {
    const auto end = text_.find('\n');
    skipping_ = end == std::string::npos;
    text_.erase(0, skipping_ ? end : end + 1);
    return !skipping_;
  }
  bool fill() {
    std::array<char, 4096> part{};
    ssize_t n = 0;
    do n = ended_ ? 0 : ::read(STDIN_FILENO, part.data(), part.size());
    while (n < 0 && errno == EINTR);
    if (n <= 0) return ended_ = true, false;
    text_.append(part.data(), static_cast<std::size_t>(n));
    return true;
  }

  std::string text_;
  bool skipping_ = false, ended_ = false;
};

std::size_t columns_of(int file) {
  winsize size{};
  return ::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

void out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}
void out(const nlohmann::json& object) { out(std::string_view(json_text(object) + "\n")); }
void flush_out() {
  if (std::fflush(stdout) != 0) fail();
}

void note(std::string_view text) { (void)!std::fwrite(text.data(), 1, text.size(), stderr); }

bool read_line(std::string& line) { return Input::of_the_program().next(line); }
bool line_waits(int milliseconds) { return Input::of_the_program().waits(milliseconds); }

bool stdin_is_terminal() { return ::isatty(STDIN_FILENO) == 1; }
bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

std::size_t terminal_columns() { return columns_of(STDOUT_FILENO); }
std::size_t stderr_columns() { return columns_of(STDERR_FILENO); }

std::string_view language_of(std::string_view asked) {
  if (!asked.empty()) return asked;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
      return std::string_view(value).starts_with("ja") ? "ja" : "en";
  return "en";
}

bool unicode() {
  static const bool utf8 = [] {
    std::setlocale(LC_CTYPE, "");
    return std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
  }();
  return utf8;
}

bool stdout_wants_colour() {
  static const bool wanted = [] {
    const char* no = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    return stdout_is_terminal() && (no == nullptr || *no == '\0') && term != nullptr && std::strcmp(term, "dumb") != 0;
  }();
  return wanted;
}

std::string painted(Value v, std::string_view text) {
  switch (v.wdl) {
  case Wdl::win: return wrapped("32", text);
  case Wdl::loss: return wrapped("31", text);
  case Wdl::draw: return wrapped("33", text);
  case Wdl::unknown: break;
  }
  return std::string(text);
}
std::string bold(std::string_view text) { return wrapped("1", text); }

bool confirm(const std::string& question) {
  flush_out();
  note(question + " [y/N] ");
  std::string answer;
  read_line(answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

} // namespace zermelo
