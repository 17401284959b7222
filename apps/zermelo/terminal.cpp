#include "terminal.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

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

bool read_line(std::string& line) {
  constexpr std::size_t longest = 1 << 16;
  static bool within_a_long_one = false;
  std::streambuf& in = *std::cin.rdbuf();
  constexpr int end = std::char_traits<char>::eof();
  int c = end;
  for (; within_a_long_one && (c = in.sbumpc()) != end;) within_a_long_one = c != '\n';
  line.clear();
  while ((c = in.sbumpc()) != end && c != '\n') {
    if (line.size() == longest) {
      within_a_long_one = true;
      throw Error(Exit::position, "the line is longer than " + std::to_string(longest) + " characters");
    }
    line.push_back(static_cast<char>(c));
  }
  return c != end || !line.empty();
}

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
