#include "solve/lines/suggestions.h"

#include <fmt/format.h>

#include <sstream>

#include "base/file.h"

namespace zermelo {

std::map<LineFact, int> read_suggestions(const std::filesystem::path& path, const LineBoard& board, bool attacker_begins) {
  std::map<std::string, int> cells;
  for (int cell = 0; cell < board.cells; ++cell) cells.emplace(board.names[static_cast<std::size_t>(cell)], cell);
  std::map<LineFact, int> out;
  constexpr u64 longest = u64{64} << 20;
  std::istringstream file(read_whole(path, longest));
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    auto refuse = [&](const std::string& why) {
      throw Error(Exit::usage, fmt::format("{}, line {}: {}: a line is the cells of a game from its first move on, as h8 h9 g9",
                                           path.string(), number, why));
    };
    std::istringstream moves(line.substr(0, line.find('#')));
    LineFact at;
    bool attacker_moves = attacker_begins;
    for (std::string name; moves >> name; attacker_moves = !attacker_moves) {
      const auto cell = cells.find(name);
      if (cell == cells.end()) refuse(name + " is no cell of the board");
      if (at.attacker.has(cell->second) || at.defender.has(cell->second)) refuse(name + " is taken twice");
      if (attacker_moves) out.emplace(at, cell->second);
      (attacker_moves ? at.attacker : at.defender).add(cell->second);
    }
  }
  if (out.empty()) throw Error(Exit::usage, path.string() + " suggests no move of who is to win");
  return out;
}

} // namespace zermelo
