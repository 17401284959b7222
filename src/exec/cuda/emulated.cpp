#ifdef ZERMELO_EMULATED

#include "exec/cuda/emulated.h"

#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/error.h"

namespace zermelo::emulated {
namespace {

constexpr std::size_t stack_bytes = std::size_t{1} << 18, shared_bytes = std::size_t{1} << 18;

// A barrier of some threads: the last to come lets all go on.
struct Barrier {
  unsigned waiting = 0, members = 0;
  u64 generation = 0;
  void come() {
    if (++waiting == members) open();
  }
  void leave() { // for good
    if (--members == waiting && waiting != 0) open();
  }
  void open() {
    waiting = 0;
    ++generation;
  }
};

namespace context = boost::context;

// One thread of a block; the same fibre runs that thread in every block of every launch.
struct Fibre {
  context::fiber here, scheduler; // where it goes on, and where the scheduler does
  bool done = false;
  Barrier* waits_for = nullptr;
  u64 generation = 0;
  void yield() { scheduler = std::move(scheduler).resume(); }
};

struct Warp {
  Barrier barrier;
  unsigned long long slots[2][32] = {}; // of this generation of the barrier, and of the one before
  unsigned votes[2] = {};
};

class Scheduler {
public:
  void run(unsigned grid, unsigned block, const std::function<void()>& body) {
    body_ = &body;
    gridDim.x = grid;
    blockDim.x = block;
    while (fibres_.size() < block) add_fibre();
    for (unsigned b = 0; b < grid; ++b) {
      blockIdx.x = b;
      run_block(block);
    }
  }

  void wait(Barrier& barrier) {
    Fibre& f = *fibres_[threadIdx.x];
    f.generation = barrier.generation;
    f.waits_for = &barrier;
    barrier.come();
    if (barrier.generation == f.generation) f.yield();
    f.waits_for = nullptr;
  }
  Barrier& block() { return block_; }
  Warp& warp() { return warps_[threadIdx.x / 32]; }
  void* shared() { return shared_; }

private:
  void run_block(unsigned threads) {
    block_ = {0, threads, 0};
    warps_.assign((threads + 31) / 32, {});
    for (unsigned w = 0; w < warps_.size(); ++w) warps_[w].barrier.members = std::min(32U, threads - 32 * w);
    for (unsigned t = 0; t < threads; ++t) {
      fibres_[t]->done = false;
      fibres_[t]->waits_for = nullptr;
    }
    for (unsigned left = threads; left > 0;) {
      bool moved = false;
      for (unsigned t = 0; t < threads; ++t) {
        Fibre& f = *fibres_[t];
        if (f.done || (f.waits_for != nullptr && f.waits_for->generation == f.generation)) continue;
        threadIdx.x = t;
        moved = true;
        f.here = std::move(f.here).resume();
        if (!f.done) continue;
        --left;
        block_.leave();
        warps_[t / 32].barrier.leave();
      }
      ensure(moved, "threads of a block wait for each other");
    }
  }

  void add_fibre() {
    Fibre& f = *fibres_.emplace_back(std::make_unique<Fibre>());
    f.here = context::fiber(std::allocator_arg, context::fixedsize_stack(stack_bytes), [this, &f](context::fiber&& scheduler) {
      f.scheduler = std::move(scheduler);
      for (;;) {
        (*body_)();
        f.done = true;
        f.yield();
      }
      return std::move(f.scheduler);
    });
  }

  const std::function<void()>* body_ = nullptr;
  std::vector<std::unique_ptr<Fibre>> fibres_;
  Barrier block_;
  std::vector<Warp> warps_;
  alignas(256) std::byte shared_[shared_bytes];
};

Scheduler& scheduler() {
  static Scheduler one;
  return one;
}

} // namespace

void launch(unsigned grid, unsigned block, std::size_t shared, const std::function<void()>& body) {
  ensure(shared <= shared_bytes, "a block has so much shared memory");
  scheduler().run(grid, block, body);
}

void* dynamic_shared() { return scheduler().shared(); }
void wait_for_block() { scheduler().wait(scheduler().block()); }
void wait_for_warp() { scheduler().wait(scheduler().warp().barrier); }
unsigned lane() { return threadIdx.x % 32; }
unsigned long long* warp_slots() {
  Warp& w = scheduler().warp();
  return w.slots[w.barrier.generation % 2];
}

unsigned ballot(bool value) {
  Warp& w = scheduler().warp();
  unsigned& votes = w.votes[w.barrier.generation % 2];
  if (w.barrier.waiting == 0) votes = 0; // the first to come
  votes |= static_cast<unsigned>(value) << lane();
  scheduler().wait(w.barrier);
  return votes;
}

} // namespace zermelo::emulated

#endif
