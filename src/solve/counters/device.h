// A device that works on stages of counters, as a strategy sees it; device.cuh is the one for CUDA. The cells of a stage are on
// the device while it is at work, and as many codes of finished stages as it has room for: a window of them, which slides over
// all of them when a stage is looked at for the first time. Here they come and go as the CPU has them.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "index/on_device.h"
#include "solve/counters/passes.h"

namespace zermelo {

class CounterDevice {
public:
  virtual ~CounterDevice() = default;

  using Arrays = std::vector<std::span<std::byte>>;
  // The codes of slots of finished stages: where they lie, or read into what is handed over.
  using Codes = std::function<const std::byte*(Slot first, Slot last, std::vector<std::byte>& read)>;
  virtual void begin(Slot first, u64 slots, i32 most_score) = 0;
  virtual bool seed(const Codes& earlier) = 0; // the whole stage; false where its words are too small
  virtual i32 first_level() const = 0;
  virtual i32 next_level(i32 from) = 0; // -1: none
  virtual i32 after(i32 level) const = 0;
  virtual bool fits(i32 level) const = 0;
  virtual u64 tell(i32 level) = 0; // one whole level; how many positions there were
  virtual u64 pass(i32 plies) = 0; // forwards: how many were decided
  virtual void close() = 0;        // the stage is finished
  virtual u64 code_bytes() const = 0;
  // Codes of the stage that was closed, from a slot of it on; from any thread, until the next stage begins.
  virtual void fetch(u64 first, std::span<std::byte> codes) const = 0;
  virtual void fetch_all(std::span<std::byte> codes, Pool& pool) const = 0;
  virtual void save(const Arrays& arrays, Pool& pool) const = 0; // the stage at work, in the arrays that the CPU has
  // And back; what is due at this level is told from a slot of the stage on.
  virtual void restore(const Arrays& arrays, i32 level, u64 from, Pool& pool) = 0;
  virtual DeviceReport report() const = 0;
};

// Which cells a device has for an index, and how it is made; null in a program that was built without CUDA, or where the kind
// does not apply. register_cuda_devices() sets them.
enum class CounterKind : u8 { packed, bounded, wide_bounded, scores };
template <class Index> struct CounterDevices {
  struct Size {
    u64 slots = 0, window = 0, largest = 0; // of the table, of the window, and of the largest stage
  };
  using Make = std::unique_ptr<CounterDevice> (*)(const Index& index, Size size);
  static inline std::array<Make, 4> make{};
};

// Bytes on a device, for each slot of the window and of the largest stage; and with what the device needs for itself.
constexpr u64 code_bytes_on_device(CounterKind kind) { return kind == CounterKind::wide_bounded ? 2 : 1; }
constexpr u64 bytes_on_device(CounterKind kind, u64 window, u64 largest) {
  const u64 a_stage_slot = kind == CounterKind::wide_bounded ? 8 : kind == CounterKind::bounded ? 4 : 2;
  return code_bytes_on_device(kind) * window + a_stage_slot * largest + largest / 64 + (u64{3} << 30);
}
// The slots of the window, where stages ask for `earlier` slots at most and the device gives so many bytes (0: as many as it takes).
// Each window is a look at every slot of a stage, so it has at least a 64th of them.
constexpr u64 window_on_device(CounterKind kind, u64 earlier, u64 largest, u64 memory) {
  const u64 rest = bytes_on_device(kind, 0, largest), room = memory > rest ? (memory - rest) / code_bytes_on_device(kind) : 0;
  const u64 least = earlier / 64 + (earlier > 0 ? 1 : 0);
  return memory == 0 || room >= earlier ? earlier : room > least ? room : least;
}

// A stage on a device, from wherever it stands; false where its cells are too small.
inline bool run_on(CounterDevice& device, PassState& state, u64 slots, bool forward, const CounterDevice::Codes& earlier,
                   const Pause& pause) {
  if (state.seeding) {
    if (!device.seed(earlier)) return false;
    state = {false, forward ? 1 : device.first_level(), 0, 0};
    pause({SolveProgress::Phase::seed, 0, slots, 0, slots});
  }
  if (forward) {
    for (bool more = true; more;) {
      if (!device.fits(state.level - 1)) return false;
      state.found += device.pass(state.level);
      more = next_pass(state);
      pause({SolveProgress::Phase::levels, state.level - 1, slots, state.told, slots});
    }
  } else {
    for (i32 level = state.level; (level = device.next_level(level)) >= 0;) {
      state.level = level;
      if (!device.fits(level)) return false;
      const u64 told = device.tell(level);
      if (!device.fits(level)) return false;
      state.told += told;
      state.level = level = device.after(level);
      pause({SolveProgress::Phase::levels, level, slots, state.told, told});
    }
  }
  device.close();
  return true;
}

} // namespace zermelo
