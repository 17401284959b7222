// Two processes: the second sends a message and talks to MPI no more until the first has gone on. The first must not wait in MPI for
// the rest of the message. tests/mpi runs it. usage: mpirun -n 2 waiting_ranks FOLDER
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "exec/mpi/register.h"
#include "exec/ranks.h"

int main(int argc, char** argv) {
  using namespace zermelo;
  if (argc != 2) return static_cast<int>(Exit::usage);
  const std::filesystem::path sent = std::filesystem::path(argv[1]) / "sent",
                              went_on = std::filesystem::path(argv[1]) / "went_on";
  const auto wait_for = [](const std::filesystem::path& path) {
    while (!std::filesystem::exists(path)) ::usleep(1000);
  };
  register_mpi();
  Ranks& ranks = *RanksMaker::join();
  Message m(u64{1} << 16); // more than shared memory takes at once
  if (ranks.first()) {
    wait_for(sent);
    bool came = false;
    for (int looks = 0; looks < 1000 && !came; ++looks) came = ranks.receive(m); // the first may be too early to see it
    std::ofstream(went_on) << "\n";
    while (!came) came = ranks.receive(m);
    std::cout << "went on before all of it had come\n";
  } else {
    ranks.send(0, std::move(m));
    std::ofstream(sent) << "\n";
    wait_for(went_on);
  }
  ranks.sum(1);
  RanksMaker::leave();
  return 0;
}
