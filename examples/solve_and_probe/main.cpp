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
  std::cout << game.draw(game.start()) << entry->full_name() << ": " << name_of(answer.value.wdl) << " in " << answer.value.plies
            << "\n";
  for (const auto& move : answer.moves)
    std::cout << move.name << " " << name_of(move.value.wdl) << " " << move.value.plies << "\n";
} catch (const zermelo::Error& e) {
  std::cerr << e.what() << "\n";
  return static_cast<int>(e.code());
}
