// A game from outside the repository, Nim, solved by so many processes as mpirun starts, or by this one. tests/mpi compares the tables.
// usage: [mpirun -n N] outside_ranks FOLDER THREADS
#include <iostream>

#include "exec/mpi/register.h"
#include "nim/index.h"
#include "tests/faults/solving.h"

int main(int argc, char** argv) {
  using namespace zermelo;
  if (argc != 3) return static_cast<int>(Exit::usage);
  nim::Game game;
  game.full = {7, 6, 9, 8};
  register_mpi();
  SolveOptions options;
  options.threads = std::stoi(argv[2]);
  options.ranks = RanksMaker::join();
  try {
    faults::solve_graph(game, argv[1], options);
  } catch (const Error& e) {
    std::cerr << e.what() << "\n";
    return static_cast<int>(e.code());
  }
  RanksMaker::leave();
  return 0;
}
