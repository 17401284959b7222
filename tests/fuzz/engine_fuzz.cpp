// Lines to the engine: whatever a front end sends, it answers or says what is wrong, and ends with the input. The first byte chooses a
// game; searches look at few positions.
#include <cstdlib>
#include <sstream>

#include "engine_session.h"

using namespace zermelo;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  if (size == 0) return 0;
  static const Common common{{"/nonexistent"}, false};
  constexpr const char* games[] = {"", "tictactoe", "dobutsu", "anpanman"};
  std::istringstream in(std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  int asked = 0, answered = 0;
  EngineSession session({.game = games[data[0] % 4], .search = {.nodes = 20, .memory = 1 << 16}}, common,
                        {.next =
                             [&](std::string& line) {
                               const bool more = static_cast<bool>(std::getline(in, line));
                               // Opening games takes long, and a search goes as far as it is told.
                               if (line.find("ariant") != line.npos || line.find("ash") != line.npos ||
                                   line.find("epth") != line.npos || line.find("nodes") != line.npos ||
                                   line.find("time") != line.npos || line.find("yomi") != line.npos)
                                 line.clear();
                               std::istringstream words(line);
                               std::string first;
                               words >> first;
                               if (more && first == "go") ++asked;
                               return more;
                             },
                         .waits = [](bool) { return true; }},
                        [&](const std::string& line) {
                          if (line.find('\n') != line.npos) std::abort();
                          answered += line.starts_with("bestmove ") ? 1 : 0;
                        });
  session.run();
  if (answered > asked) std::abort();
  return 0;
}
