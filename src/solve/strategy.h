// One way to solve a game, as the driver (drive.h) sees it. The driver estimates, locks, resumes, saves, reports, counts, writes
// and tidies up; a strategy says what is its own: its stages, what it takes, and how a stage is begun, worked on, saved and read.
//
// Stages are solved in order. What is finished is kept, in memory or in a file each; a stage at work can be saved at any moment
// when it calls pause, by its state and its arrays, and goes on from there with any number of threads, here or on a device.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "solve/job.h"
#include "solve/stage_state.h"
#include "table/codec.h"

namespace zermelo {

class Pool;
class Spread;
class StageFiles;

struct Stage {
  std::string name; // for people
  u64 slots = 0;
};

// How far the stage at work is.
struct StageReport {
  SolveProgress::Phase phase = SolveProgress::Phase::seed;
  i32 level = 0;
  u64 seeded = 0;    // slots that were looked at once
  u64 decided = 0;   // of these, what is decided and told
  u64 just_done = 0; // slots since the last report
};

// What a stage at work calls between pieces of work, when it can be saved. Where several ranks work, all call it together, but
// only when the first of them finds by due() that it is time to; due() also shows how far the work is.
struct Pause {
  template <class F>
    requires std::is_invocable_v<F, const StageReport&>
  Pause(F f) : at(std::move(f)) {} // NOLINT(google-explicit-constructor): a function is a pause
  Pause(std::function<void(const StageReport&)> f, std::function<bool(const StageReport&)> wanted)
      : at(std::move(f)), due(std::move(wanted)) {}

  std::function<void(const StageReport&)> at;
  std::function<bool(const StageReport&)> due = [](const StageReport&) { return false; };
  void operator()(const StageReport& r) const { at(r); }
};

class Strategy {
public:
  virtual ~Strategy() = default;

  virtual SolvePlan plan() const = 0;
  virtual std::vector<Stage> stages() const = 0;

  // Takes the memory and the device. What cannot be had is refused here, before anything on disk is touched.
  virtual void prepare(Pool& pool, const StageFiles& files) = 0;

  // A stage at work: from its beginning, or from where `restore` put it, to its end.
  virtual void begin(std::size_t stage) = 0;
  virtual void run(std::size_t stage, const Pause& pause) = 0;

  // Its state in words; and the arrays that hold the rest, of the same sizes after restore(state).
  virtual StageState state() = 0;
  // Begins a stage and takes a state. A reason, as the end of a sentence, if it cannot: empty if it could.
  virtual std::string restore(std::size_t stage, const StageState& state) = 0;
  virtual std::vector<std::span<std::byte>> arrays() = 0;
  virtual void restored() {} // the arrays are filled

  // Whether a finished stage is written to a file of its own; its bytes a slot, and those of a block.
  virtual bool keeps_stages() const { return false; }
  // A device goes on with the next stage while the host saves the last. Whoever moves finished stages about waits for that before.
  virtual bool saves_aside() const { return false; }
  virtual bool writes_from_memory() const { return false; } // and never asks for the file of the last stage
  std::function<void()> wait_for_saving = [] {};
  virtual u64 stage_word() const { return 1; }
  virtual u64 stage_block() const { return u64{1} << 20; }
  // The bytes of a stage from a slot of it on; and back, words of the width that the file has. False: no stage has such a value.
  virtual void store(std::size_t /*stage*/, u64 /*first*/, std::span<std::byte> /*out*/) const {}
  virtual bool recall(std::size_t /*stage*/, u64 /*first*/, u64 /*word*/, std::span<const std::byte>) { return true; }
  // Before the first and after the last of its bytes is recalled.
  virtual void begin_recall(std::size_t /*stage*/, u64 /*word*/) {}
  virtual void end_recall(std::size_t /*stage*/) {}
  // Which finished stages a stage needs at hand; `stage` = how many there are: what counting and writing need.
  virtual bool needs(std::size_t /*stage*/, std::size_t /*earlier*/) const { return true; }
  virtual bool holds(std::size_t /*stage*/) const { return true; }
  virtual void forget(std::size_t /*stage*/) {}

  // Adds up a stage that has just been saved aside, while others are worked on; `count` does not count it again.
  virtual void count_stage(std::size_t /*stage*/) {}

  // When all stages are finished.
  virtual void finished() {}
  virtual void count(SolveResult& result) = 0;
  virtual Encoding encoding(const SolveResult& result) const = 0;
  virtual bool holds_settled() const { return true; }
  virtual bool tells_findings() const { return true; } // in the table's header
  virtual int compression(Encoding encoding) const { return encoding == Encoding::wdl2 ? 9 : 3; }
  virtual void fill(Encoding encoding, u64 block, std::span<std::byte> raw) = 0;
  // These blocks are filled next, while those that were announced before are still being filled.
  virtual void about_to_fill(Encoding /*encoding*/, u64 /*first block*/, u64 /*blocks*/) {}

  // Where several ranks solve together (counters/earlier.h): who has which slots; the bytes of a code; and codes that were
  // brought together here, for count and fill.
  virtual std::byte* code_of(Slot /*slot*/) { return nullptr; } // of a slot that this rank has
  virtual const Spread& spread() const { throw std::logic_error("one process has all slots"); }
  virtual u64 window_word() const { return 1; }
  virtual void set_window(Slot /*first*/, const std::byte* /*codes*/) {}
  virtual void clear_windows() {}

  virtual DeviceReport report() const { return {}; }
  virtual EdgeCounts edges() const { return {}; } // of this rank
};

} // namespace zermelo
