// A solve as its caller sees it: what to do within which limits, what to expect, how it goes.
#pragma once

#include <functional>
#include <string>

#include "base/types.h"
#include "table/findings.h"
#include "table/folder.h"

namespace zermelo {

enum class Method : u8 { automatic, backward, forward, blocks, layers, windows };
enum class Device : u8 { cpu, cuda };

constexpr const char* name_of(Method m) {
  switch (m) {
  case Method::automatic: return "auto";
  case Method::backward: return "backward";
  case Method::forward: return "forward";
  case Method::blocks: return "blocks";
  case Method::layers: return "layers";
  case Method::windows: return "windows";
  }
  return "auto";
}

struct SolveProgress {
  enum class Phase : u8 { seed, levels, passes, scores, write } phase = Phase::seed;
  i32 plies = 0;   // the level being worked on; of a game of scores the distance from 0
  u64 slots = 0;   // in the index
  u64 done = 0;    // slots of this phase or level worked through
  u64 open = 0;    // slots without a value so far
  double rate = 0; // slots a second, of this phase
  double eta = 0;  // seconds that this phase can still take at most, at this rate; 0 if not known
  u64 memory = 0;  // held by the solver
  i32 layer = 0;   // of a game of scores
};

struct SolveOptions {
  int threads = 0;              // 0: all
  u64 memory = 0;               // bytes; 0: what the machine can give
  double time_limit = 0;        // seconds; 0: none
  double checkpoint_every = 60; // seconds; 0: only when stopped
  Method method = Method::automatic;
  Device device = Device::cpu;
  bool restart = false; // ignore a checkpoint
  std::function<void(const SolveProgress&)> on_progress;
  std::function<bool()> should_stop; // polled between pieces of work
};

// Said before the work starts, and kept to.
struct SolveEstimate {
  u64 slots = 0;
  u64 memory = 0;  // bytes that it cannot do without
  u64 planned = 0; // bytes that it will take at most, if they are there
  u64 disk = 0;    // bytes, checkpoint and table, at most
  Method method = Method::automatic;
};

// What a device did, where one was used.
struct DeviceReport {
  std::string name;
  double seconds = 0;         // of device time, in passes
  double bytes = 0;           // of vectors read, most of what is moved; 0: not counted
  double peak_bytes = 0;      // a second, as the driver states it
  double operations = 0;      // on words of 32 bits, in lifting what was read: most of the arithmetic
  double peak_operations = 0; // a second
};

struct SolveResult {
  Statistics statistics;
  Findings findings;       // where the solver tells them
  double wall_seconds = 0; // of this run
  double cpu_seconds = 0;
  u64 peak_memory = 0;
  int threads = 0;
  u64 table_bytes = 0;
  bool resumed = false;
  DeviceReport device;
};

} // namespace zermelo
