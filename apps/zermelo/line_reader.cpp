#include "line_reader.h"

#include "terminal.h"

#ifdef ZERMELO_EDITLINE
#include <editline/readline.h>

#include <cstdlib>
#include <cstring>
#endif

namespace zermelo {

#ifdef ZERMELO_EDITLINE
namespace {

// The library knows functions without data: there is one reader at a time.
const std::function<std::vector<std::string>()>* offered = nullptr;
std::vector<std::string> fitting;

char* next_word(const char* typed, int again) {
  if (again == 0) {
    fitting.clear();
    const std::string_view begun(typed);
    if (offered != nullptr)
      for (auto& word : (*offered)())
        if (std::string_view(word).starts_with(begun)) fitting.push_back(std::move(word));
  }
  if (fitting.empty()) return nullptr;
  char* word = ::strdup(fitting.back().c_str()); // the library frees it
  fitting.pop_back();
  return word;
}

char** complete(const char* typed, int /*start*/, int /*end*/) {
  rl_attempted_completion_over = 1; // no names of files
  return rl_completion_matches(typed, next_word);
}

} // namespace

LineReader::LineReader(std::function<std::vector<std::string>()> words)
    : words_(std::move(words)), edits_(stdin_is_terminal() && stdout_is_terminal()) {
  if (!edits_) return;
  static char name[] = "zermelo";
  static char breaks[] = " \t\n";
  rl_readline_name = name;
  rl_basic_word_break_characters = breaks;
  rl_attempted_completion_function = complete;
  offered = &words_;
  using_history();
}

LineReader::~LineReader() {
  if (edits_) offered = nullptr;
}

bool LineReader::read(const std::string& prompt, std::string& line) {
  if (!edits_) return read_line(line);
  flush_out();
  char* typed = ::readline(prompt.c_str());
  if (typed == nullptr) return false;
  line = typed;
  std::free(typed); // NOLINT(cppcoreguidelines-no-malloc): the library made it
  if (!line.empty()) add_history(line.c_str());
  return true;
}
#else
LineReader::LineReader(std::function<std::vector<std::string>()> words) : words_(std::move(words)) {}
LineReader::~LineReader() = default;
bool LineReader::read(const std::string&, std::string& line) { return read_line(line); }
#endif

} // namespace zermelo
