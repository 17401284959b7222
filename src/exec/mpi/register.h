// Lets a program that a launcher started (mpirun, srun) join the others; call it once, first of all. Only in programs that link
// zermelo_mpi.
#pragma once

namespace zermelo {

void register_mpi();

} // namespace zermelo
