#include "processes.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace zermelo {

int launched_processes() {
  // Open MPI, then the process managers that srun and others speak, then a step of Slurm.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const char* text = std::getenv(name)) return std::max(1, std::atoi(text)); // NOLINT(cert-err34-c): nonsense is 1
  return 1;
}

Ranks* join_processes() {
  const int launched = launched_processes();
  if (launched == 1) return nullptr;
  if (RanksMaker::join == nullptr)
    throw Error(Exit::usage,
                fmt::format("a launcher started {} copies of this program, which was built without MPI: build it with "
                            "-DZERMELO_MPI=ON (docs/clusters.md), or start one",
                            launched));
  Ranks* const ranks = RanksMaker::join();
  if (ranks->size() != launched)
    throw Error(Exit::usage,
                fmt::format("the launcher started {} processes that do not see each other (MPI counts {}): with srun give "
                            "--mpi=pmix, or use mpirun of the MPI that this program was built with",
                            launched, ranks->size()));
  // Only the first one speaks.
  if (!ranks->first() && (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr))
    throw Error(Exit::runtime, "/dev/null cannot be opened");
  return ranks;
}

} // namespace zermelo
