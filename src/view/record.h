// Records of games as files and people have them: PDN and the like (headers, comments, move numbers, results), lists of moves,
// the lines of JSON that `match --record` writes, and SGF.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

struct GameRecord {
  std::map<std::string, std::string> tags; // of PDN: "White", "Result" …; of SGF: its properties
  std::string game;                        // as it says, or empty
  std::string form;                        // "pdn:21" (its GameType), "sgf:15" (its SZ), or empty: some games call it their own
  std::string start;                       // the position before the first move, or empty: the initial one
  std::vector<std::string> turns;
};

// Never throws: what is no record has no moves. At most so many moves are read, of all games together.
std::vector<GameRecord> read_records(std::string_view text, std::size_t most_turns = 1'000'000);

} // namespace zermelo
