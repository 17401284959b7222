// zermelo COMMAND GAME[:VARIANT] [POSITION] [options]
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <vector>

#include "arguments.h"
#include "base/last_words.h"
#include "base/suggest.h"
#include "base/version.h"
#include "command.h"
#include "processes.h"
#include "terminal.h"
#include "view/text.h"
#ifdef ZERMELO_CUDA
#include "exec/cuda/register.h"
#endif
#ifdef ZERMELO_MPI
#include "exec/mpi/register.h"
#endif

namespace zermelo {
namespace {

const std::vector<const Command*> commands = {
    &games_command, &demo_command,       &tables_command,   &show_command,     &moves_command,  &perft_command,
    &check_command, &index_command,      &estimate_command, &solve_command,    &prove_command,  &campaign_command,
    &work_command,  &probe_command,      &line_command,     &stats_command,    &verify_command, &openings_command,
    &play_command,  &match_command,      &engine_command,   &annotate_command, &rules_command,  &serve_command,
    &bench_command, &completion_command, &man_command,      &new_command};

std::string overview() {
  std::string text = "Zermelo solves two-player board games of perfect information.\n\n"
                     "Usage: zermelo COMMAND GAME[:VARIANT] [POSITION] [options]\n\nCommands:\n";
  for (const auto* c : commands) text += fmt::format("  {:10} {}\n", c->name, c->summary);
  return text + "\nEvery command has --help with an example, and --json. Start with:\n  zermelo demo\n";
}

const Command& find(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* c : commands) {
    if (name == c->name) return *c;
    names.emplace_back(c->name);
  }
  const auto near = suggest(name, names);
  throw Error(Exit::usage, fmt::format("there is no command '{}'; {}", printable(name, 40),
                                       near ? "did you mean '" + *near + "'?" : "'zermelo --help' lists them all"));
}

Exit run(std::vector<std::string> words) {
  if (!words.empty() && words.front() == "help" && words.size() > 1) words = {words[1], "--help"};
  if (words.empty() || words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
    out(std::string_view(overview()));
    return Exit::done;
  }
  if (words.front() == "--version") {
    outf("zermelo {}\n", version());
    return Exit::done;
  }
  const Command& command = find(words.front());
  if (&command != &solve_command && &command != &verify_command && launched_processes() > 1)
    throw Error(Exit::usage,
                fmt::format("a launcher started {} copies of 'zermelo {}': only 'solve' and 'verify' work in several processes",
                            launched_processes(), command.name));
  words.erase(words.begin());
  Common common;
  Arguments arguments(command);
  const auto work = command.prepare(arguments, common);
  declare_common(arguments, common);
  if (!arguments.parse(words)) {
    out(std::string_view(arguments.help()));
    return Exit::done;
  }
  return work();
}

Exit code_of(const std::filesystem::filesystem_error& e) {
  return e.code() == std::errc::no_space_on_device ? Exit::resources : Exit::runtime;
}

// One sentence on stderr; with --json an object on stdout too, so that a reader of the data knows.
int report(Exit code, const std::string& what, bool json) {
  const std::string sentence = printable(what, 1000);
  note("zermelo: " + sentence + "\n");
  try {
    if (json) out(nlohmann::json{{"error", sentence}, {"exit", static_cast<int>(code)}});
    flush_out();
  } catch (...) { // NOLINT(bugprone-empty-catch)
    // stdout was what failed, or fails too: the sentence and the exit code have said it
  }
  return static_cast<int>(code);
}

int guarded(const std::vector<std::string>& words) {
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  try {
    const Exit code = run(words);
    flush_out();
    return static_cast<int>(code);
  } catch (const Error& e) {
    return report(e.code(), e.what(), json);
  } catch (const std::bad_alloc&) {
    return report(Exit::resources, "out of memory", json);
  } catch (const std::filesystem::filesystem_error& e) {
    return report(code_of(e), e.what(), json);
  } catch (const std::exception& e) {
    return report(Exit::runtime, e.what(), json);
  }
}

} // namespace

const std::vector<const Command*>& all_commands() { return commands; }

void declare_common(Arguments& arguments, Common& common) {
  arguments.flag("--json", common.json, "print JSON");
  arguments.text("--tables", common.tables, "DIR", "the folder of the tables (default: $ZERMELO_TABLES, else your data folder)");
}

} // namespace zermelo

int main(int argc, char** argv) {
  // A closed pipe is noticed when writing: so a solve whose progress nobody reads any more still goes on.
  ::signal(SIGPIPE, SIG_IGN);
  zermelo::set_last_words();
  ::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is then an error of the write, which has a sentence
#ifdef ZERMELO_CUDA
  zermelo::register_cuda_devices();
#endif
#ifdef ZERMELO_MPI
  zermelo::register_mpi();
#endif
  try {
    const int code = zermelo::guarded({argv + 1, argv + argc});
    // Where something failed, other processes may wait for this one: it ends at once, and the launcher sees the code.
    if (zermelo::launched_processes() > 1) {
      if (code != 0 && code != static_cast<int>(zermelo::Exit::stopped)) {
        std::fflush(nullptr);
        std::_Exit(code);
      }
      if (zermelo::RanksMaker::leave != nullptr) zermelo::RanksMaker::leave();
    }
    return code;
  } catch (const zermelo::PipeClosed&) {
    ::signal(SIGPIPE, SIG_DFL);
    ::raise(SIGPIPE); // as every filter ends whose reader has gone
  }
  return static_cast<int>(zermelo::Exit::runtime);
}
