// A solve as its caller sees it: what to do within which limits, what to expect, how it goes.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "base/types.h"
#include "table/findings.h"
#include "table/folder.h"

namespace zermelo {

class Ranks;

// How a game can be solved; docs/design.md says which one is taken when.
enum class Method : u8 {
  automatic, // the quickest that the game offers
  backward,  // un-moves with counters, all positions at once
  forward,   // passes over all positions, without un-moves
  layers,    // un-moves with counters, layer by layer
  windows,   // of scores: a pass for each score, without un-moves
  blocks,    // shapes with all their owners at once
  cubes,     // sets of squares with all colourings at once, layer by layer
  planes,    // one piece against any set of others: all sets at once
  marks      // sets of marked cells with all owners at once, layer by layer
};
inline constexpr std::array named_methods = {Method::backward, Method::forward, Method::layers, Method::windows,
                                             Method::blocks,   Method::cubes,   Method::planes, Method::marks};
enum class Device : u8 { cpu, cuda };

constexpr const char* name_of(Method m) {
  switch (m) {
  case Method::automatic: return "auto";
  case Method::backward: return "backward";
  case Method::forward: return "forward";
  case Method::layers: return "layers";
  case Method::windows: return "windows";
  case Method::blocks: return "blocks";
  case Method::cubes: return "cubes";
  case Method::planes: return "planes";
  case Method::marks: return "marks";
  }
  return "auto";
}
constexpr const char* name_of(Device d) { return d == Device::cuda ? "cuda" : "cpu"; }

struct SolveProgress {
  enum class Phase : u8 { seed, levels, passes, scores, write } phase = Phase::seed;
  i32 plies = 0;       // the level being worked on; of a game of scores the distance from 0
  u64 slots = 0;       // in the index
  u64 done = 0;        // slots of this phase or level worked through
  u64 open = 0;        // slots without a value so far
  double rate = 0;     // slots a second, since this run began
  double eta = 0;      // seconds that the whole will still take, by the work done and left; 0 if not known
  double fraction = 0; // of the whole work, from 0 to 1; it never falls
  u64 memory = 0;      // held by the solver
  i32 layer = 0;       // the stage
  i32 layers = 1;      // how many stages there are
};

struct SolveOptions {
  int threads = 0;              // 0: all
  u64 memory = 0;               // bytes; 0: what the machine can give
  u64 device_memory = 0;        // likewise of a device
  double time_limit = 0;        // seconds; 0: none
  double checkpoint_every = 60; // seconds; 0: only when stopped
  Method method = Method::automatic;
  Device device = Device::cpu;
  bool restart = false;   // ignore a checkpoint
  bool on_disk = false;   // finished stages stay in their files even if memory holds them
  bool in_place = false;  // the table takes the place of these files even if the disk has room for both
  int processes = 1;      // that a plan is made for
  std::string program;    // its version, which all processes must have
  Ranks* ranks = nullptr; // the processes that solve together; null: this one alone
  std::function<void(const SolveProgress&)> on_progress;
  std::function<bool()> should_stop; // polled between pieces of work
};

// What will be done and what it takes: said before the work starts, and kept to.
struct SolvePlan {
  Method method = Method::automatic;
  Device device = Device::cpu;
  int threads = 1;
  int processes = 1; // memory is of each of them
  u64 slots = 0;
  u64 stages = 1;          // solved one after the other
  u64 memory = 0;          // bytes that it cannot do without
  u64 planned = 0;         // bytes that it will take at most, if they are there
  u64 device_memory = 0;   // bytes on the device
  u64 device_window = 0;   // slots of finished stages that the device holds at a time
  bool in_windows = false; // these are not all that a stage asks for
  bool device_fits = true; // the device has so much memory, as far as it is known
  u64 disk = 0;            // bytes, checkpoints and table, at most
  u64 least_disk = 0;      // bytes that it cannot do without, if that is less: the table takes the place of finished stages
  bool on_disk = false;    // finished stages stay in their files, and are read by block: memory is too small for all of them
  double seconds = 0;      // about, by what such solves took per position
  double pass_seconds = 0; // of that, each pass at most, where the number of passes is not known before (forward)
  std::string otherwise;   // what would take less, or what the game knows of its size: the end of a refusal
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

// What the processes told each other, all of them together, where there are several.
struct RanksReport {
  int processes = 1;
  u64 messages = 0, bytes = 0;
  double imbalance = 1; // CPU time of the busiest process against the mean
  double waiting = 0;   // share of the wall time in which a process had nothing to do, the mean
};

// What a solve by un-moves did in this run, all processes together: it does not depend on their number.
struct EdgeCounts {
  u64 updates = 0;   // slots that were told of a decided successor, as often as they were
  u64 questions = 0; // values of finished stages that first looks asked for
};

// Where the wall time of a run went, in seconds; what is left is the beginning and the end.
struct SolvePhases {
  double stages = 0; // the work itself
  double saving = 0; // finished stages, to files
  double counting = 0;
  double writing = 0; // the table: packing, compressing, writing
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
  RanksReport ranks;
  EdgeCounts edges; // none on a device, and where nothing is told
  SolvePhases phases;
};

} // namespace zermelo
