// Solves a game and says what every first move is worth.
#include <zermelo.h>

#include <iostream>

int main(int argc, char** argv) try {
  const auto entry = zermelo::open_game(argc > 1 ? argv[1] : "tictactoe");
  const zermelo::TableFiles files(argc > 2 ? argv[2] : ".", entry->full_name());
  entry->solve(files, {});

  const auto& game = entry->game();
  const zermelo::Table table(files.table, entry->identity());
  const zermelo::Answer answer = zermelo::probe(game, &table, game.start());
  auto say = [](const zermelo::Value& v) { // a draw has no distance
    return std::string(name_of(v.wdl)) + (v.has_plies() ? " in " + std::to_string(v.plies) : "");
  };
  std::cout << game.draw(game.start()) << entry->full_name() << ": " << say(answer.value) << "\n";
  for (const auto& move : answer.moves) std::cout << move.name << " " << say(move.value) << "\n";
} catch (const zermelo::Error& e) {
  std::cerr << e.what() << "\n";
  return static_cast<int>(e.code());
}
