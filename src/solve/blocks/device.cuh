// Passes on a CUDA device. Included by one generated file per game with blocks, compiled by nvcc.
#pragma once

#include "exec/cuda/device.h"
#include "solve/blocks/device.h"
#include "solve/blocks/device_pass.cuh"
#include "solve/blocks/device_values.cuh"
#include "solve/device.cuh"
#include "table/codec.h"

namespace zermelo {

template <class Blocks, class S, class Plane, int Items> class CudaBlocks final : public BlockDevice, CudaSolver {
  using Board = typename Blocks::Board;
  using Masks = DeviceMasks<S>;
  static constexpr u32 masks_words = SharedMasks<S>::words;
  template <u32 before> using Shape = typename Blocks::template ShapeOn<Plane, Items, SharedBoard<Board, before>>;
  static constexpr u32 words = Masks::words, entry_words = words + 2; // of 32 bits
  static constexpr u32 threads = 256;

public:
  CudaBlocks(const Blocks& blocks, bool distances)
      : CudaSolver(blocks.shapes(), "shapes of " + std::to_string(S::size) + " strings",
                   bytes_for(blocks.shapes()) + (distances ? blocks.shapes() * S::size : 0)),
        shapes_(blocks.shapes()), map_words_((shapes_ + 31) / 32), sums_(blocks.sums().size()),
        masks_{CudaBuffer<u32>(Masks::size), CudaBuffer<u32>(Masks::size)}, won_(shapes_ * words), lost_(shapes_ * words),
        changed_(map_words_ + 1), fresh_(map_words_ + 1), candidates_(map_words_ + 1), list_(shapes_), counts_(1),
        strings_(DeviceStrings<S>::size), plies_(distances ? shapes_ * S::size : 0),
        kernels_{loaded(kernel(0), masks_words), loaded(kernel(1), masks_words)}, marker_(loaded(marker(), 0)),
        reader_(loaded(reader(), 0)), counter_(loaded(counter(), 0)), recorder_(loaded(recorder(), 0)),
        finisher_(loaded(finisher(), 0)) {
    sums_.from_host(blocks.sums().data(), blocks.sums().size());
    for (int mover = 0; mover < 2; ++mover) {
      const auto made = Masks::make(mover);
      masks_[mover].from_host(made.data(), made.size());
    }
    for (CudaBuffer<u32>* buffer : {&won_, &lost_, &changed_, &fresh_}) buffer->clear();
    const auto strings = DeviceStrings<S>::make();
    strings_.from_host(strings.data(), strings.size());
    if (distances) plies_.fill(draw_code(Encoding::plies8));
    pass_.board = blocks.board();
    pass_.board.sums = sums_.data();
    pass_.sums = static_cast<u32>(sums_.size());
    pass_.counts = counts_.data();
  }

  u64 pass(BlockState& state) override {
    const int mover = state.mover();
    pass_.masks = masks_[mover].data();
    pass_.read = (mover == 1 ? lost_ : won_).data();
    pass_.written = (mover == 1 ? won_ : lost_).data();
    pass_.fresh = fresh_.data();
    pass_.census = state.plies == 1;
    pass_.changed = state.plies >= 2 ? changed_.data() : nullptr;
    pass_.list = nullptr;
    u64 to_do = shapes_;
    if (state.plies >= 2 && last_changed_ < shapes_ / 64) {
      pass_.list = list_.data();
      to_do = list_candidates();
    }
    DeviceCounts sum{};
    // Where plies are kept, what is found is listed in stretches that fit; else a few findings of a win pass.
    const bool keeps_plies = plies_.size() != 0;
    if (keeps_plies && state.plies > static_cast<i32>(most_plies8))
      throw Error(Exit::resources, "games last longer than 253 plies, which a device cannot count: leave out --device cuda");
    const u64 stretch = keeps_plies ? u64{1} << 24 : to_do;
    const u32 room = keeps_plies ? 1U << 24 : mover == 1 ? few : 0;
    if (u64{room} * entry_words > out_.size()) CudaBuffer<u32>(u64{room} * entry_words).swap(out_);
    for (u64 first = 0; first < to_do; first += stretch) {
      const DeviceCounts counts = launch(first, std::min(stretch, to_do - first), mover, room);
      add(sum, counts);
      if (room == 0 || counts.listed == 0) continue;
      if (keeps_plies) record(static_cast<u32>(counts.listed), mover == 0, static_cast<u8>(state.plies));
      if (mover == 1) keep(state, findings(counts.listed > few ? 0 : counts.listed), counts.listed);
    }
    state.found += sum.found;
    if (pass_.census) state.census = {sum.positions, sum.quiet, sum.quiet_moves};
    reads_ += static_cast<double>(sum.reads);
    last_changed_ = sum.changed + fresh_before_; // at most: of a pass that was begun on the CPU
    fresh_before_ = 0;
    changed_.swap(fresh_);
    fresh_.clear();
    return last_changed_;
  }

  u64 word(int plane, u64 at) const override { return (plane == 1 ? won_ : lost_).template read<u64>(2 * at); }

  // Between two passes: what changed last is on its way to be looked at.
  void fetch(BlockState& state) const override {
    won_.to_host(reinterpret_cast<u32*>(state.won.data()), won_.size());
    lost_.to_host(reinterpret_cast<u32*>(state.lost.data()), lost_.size());
    changed_.to_host(reinterpret_cast<u32*>(state.changed.data()), map_words_);
  }
  void load(const BlockState& state) override {
    won_.from_host(reinterpret_cast<const u32*>(state.won.data()), won_.size());
    lost_.from_host(reinterpret_cast<const u32*>(state.lost.data()), lost_.size());
    changed_.from_host(reinterpret_cast<const u32*>(state.changed.data()), map_words_);
    fresh_.from_host(reinterpret_cast<const u32*>(state.fresh.data()), map_words_);
    last_changed_ = fresh_before_ = 0;
    for (u64 i = 0; i < state.changed.size(); ++i) {
      last_changed_ += static_cast<u64>(std::popcount(state.changed[i]));
      fresh_before_ += static_cast<u64>(std::popcount(state.fresh[i]));
    }
  }

  void fetch_plies(std::span<std::byte> plies) const override {
    plies_.to_host(reinterpret_cast<u8*>(plies.data()), plies.size());
  }
  void load_plies(std::span<const std::byte> plies) override {
    plies_.from_host(reinterpret_cast<const u8*>(plies.data()), plies.size());
  }

  void finish() override {
    if (plies_.size() == 0) return;
    read(finisher(), finisher_, all_shapes(), static_cast<u8>(no_position_code(Encoding::plies8)), plies_.data());
  }
  const u64* values(u64 first_shape, u64 count, int buffer) override {
    const u64 size = count * 3 * words;
    if (size > read_.size()) CudaBuffer<u32>(size).swap(read_);
    DeviceReading<Board> r = all_shapes();
    r.first = static_cast<u32>(first_shape);
    r.count = static_cast<u32>(count);
    read(reader(), reader_, r, read_.data());
    auto* const out = static_cast<u32*>(host_[buffer].room(size * sizeof(u32)));
    read_.to_host(out, size);
    return reinterpret_cast<const u64*>(out);
  }
  const std::byte* plies(Slot first, u64 slots, int buffer) override {
    auto* const out = static_cast<u8*>(host_[buffer].room(slots));
    plies_.to_host(out, slots, first);
    return reinterpret_cast<const std::byte*>(out);
  }
  Tally own_images(const std::vector<u32>& shapes) override {
    if (shapes.empty()) return {};
    CudaBuffer<u32> list(shapes.size());
    list.from_host(shapes.data(), shapes.size());
    CudaBuffer<OwnImages> sum(1);
    sum.clear();
    DeviceReading<Board> r = all_shapes();
    r.list = list.data();
    r.count = static_cast<u32>(shapes.size());
    read(counter(), counter_, r, sum.data());
    const OwnImages found = sum.template read<OwnImages>(0);
    return {found.wins, found.losses, found.draws};
  }

  DeviceReport report() const override {
    // A lift is a shift and a select for each word and stage, as far as the words are still needed; taken as all of them.
    return {info_.name,           seconds_, reads_ * words * sizeof(u32), info_.peak_bandwidth, reads_ * 2.0 * words * S::stages,
            info_.peak_operations};
  }

private:
  static constexpr u32 few = BlockState::most_latest / (1 + S::words);

  static u64 bytes_for(u64 shapes) { return shapes * (2 * words + 1) * sizeof(u32) + 3 * (shapes / 8); }

  static auto kernel(int mover) {
    return mover == 1 ? device_pass<S, Shape<masks_words>, Board, 1> : device_pass<S, Shape<masks_words>, Board, 0>;
  }
  static auto marker() { return mark_neighbours<Shape<0>, Board>; }

  static auto reader() { return read_values<S, Shape<0>, Board>; }
  static auto counter() { return count_own_images<S, Shape<0>, Board>; }
  static auto recorder() { return record_plies<S, Shape<0>, Board>; }
  static auto finisher() { return mark_no_positions<S, Shape<0>, Board>; }

  DeviceReading<Board> all_shapes() const {
    return {pass_.board, pass_.sums, strings_.data(), won_.data(), lost_.data(), nullptr, 1, 0, static_cast<u32>(shapes_)};
  }
  template <class Function, class... Arguments>
  void read(Function function, const CudaKernel& kernel, const DeviceReading<Board>& r, Arguments... arguments) {
    timed([&] {
      ZERMELO_LAUNCH(function, blocks_for(kernel, r.count), threads, kernel.shared(), r, arguments...);
      check_launch("read its values");
    });
  }
  void record(u32 listed, bool turn, u8 code) {
    DeviceReading<Board> r = all_shapes();
    r.list = out_.data();
    r.stride = entry_words;
    r.count = listed;
    read(recorder(), recorder_, r, static_cast<const u32*>(out_.data()), turn, code, plies_.data());
  }

  template <class Function> CudaKernel loaded(Function function, u32 words_before) const {
    const u64 shared = (words_before + SharedBoard<Board, 0>::board_words + sums_.size()) * sizeof(u32);
    return CudaKernel(reinterpret_cast<const void*>(function), threads, static_cast<u32>(shared));
  }
  u32 blocks_for(const CudaKernel& loaded, u64 count) const {
    return static_cast<u32>(std::min<u64>((count + threads - 1) / threads, 4ULL * loaded.per_processor() * info_.processors));
  }

  DeviceCounts launch(u64 first, u64 count, int mover, u32 room) {
    counts_.clear();
    DevicePass<Board> pass = pass_;
    pass.first = static_cast<u32>(first);
    pass.count = static_cast<u32>(count);
    if (pass.list != nullptr) pass.list += first;
    pass.out = out_.data();
    pass.room = room;
    const CudaKernel& loaded = kernels_[mover];
    const auto function = kernel(mover);
    timed([&] {
      ZERMELO_LAUNCH(function, blocks_for(loaded, count), threads, loaded.shared(), pass);
      check_launch("start a pass");
    });
    return counts_.template read<DeviceCounts>(0);
  }

  // Neighbours of the shapes that changed.
  u64 list_candidates() {
    timer_.start();
    const u64 changed = list_map(changed_);
    candidates_.clear();
    if (changed != 0) {
      const auto function = marker();
      ZERMELO_LAUNCH(function, blocks_for(marker_, changed), threads, marker_.shared(), pass_.board, pass_.sums, list_.data(),
                     static_cast<u32>(changed), candidates_.data());
      check_launch("mark the neighbours");
    }
    const u64 candidates = list_map(candidates_);
    seconds_ += timer_.stop();
    return candidates;
  }
  u64 list_map(const CudaBuffer<u32>& map) {
    counts_.clear();
    ZERMELO_LAUNCH(list_bits, static_cast<u32>((map_words_ + threads - 1) / threads), threads, 0, map.data(),
                   static_cast<u32>(map_words_), list_.data(), &counts_.data()->listed);
    check_launch("list the shapes");
    return counts_.template read<DeviceCounts>(0).listed;
  }

  // Shape and vector, in words of 64 bits.
  std::vector<u64> findings(u64 entries) const {
    std::vector<u64> out(entries * entry_words / 2);
    out_.to_host(reinterpret_cast<u32*>(out.data()), entries * entry_words);
    return out;
  }
  static void keep(BlockState& state, const std::vector<u64>& found, u64 listed) {
    if (state.latest_plies != state.plies) state.latest.clear();
    state.latest_plies = state.plies;
    if (listed > few) {
      state.latest.assign(BlockState::most_latest + 1, 0); // too many
    } else if (state.latest.size() <= BlockState::most_latest) {
      state.latest.insert(state.latest.end(), found.begin(), found.end());
    }
  }
  static void add(DeviceCounts& sum, const DeviceCounts& c) {
    sum.found += c.found;
    sum.changed += c.changed;
    sum.positions += c.positions;
    sum.quiet += c.quiet;
    sum.quiet_moves += c.quiet_moves;
    sum.reads += c.reads;
  }

  u64 shapes_, map_words_;
  CudaBuffer<u32> sums_;
  CudaBuffer<u32> masks_[2];
  CudaBuffer<u32> won_, lost_, changed_, fresh_, candidates_, list_;
  CudaBuffer<u32> out_; // findings on their way to the host
  CudaBuffer<DeviceCounts> counts_;
  CudaBuffer<u16> strings_;
  CudaBuffer<u8> plies_; // of every slot, where they are kept
  CudaBuffer<u32> read_; // values on their way to the host
  CudaHostBuffer host_[2];
  CudaKernel kernels_[2], marker_, reader_, counter_, recorder_, finisher_;
  DevicePass<Board> pass_{};
  u64 last_changed_ = 0, fresh_before_ = 0;
  double reads_ = 0;
};

template <class Blocks> std::unique_ptr<BlockDevice> make_cuda_blocks(const Blocks& blocks, bool distances) {
  using Board = typename Blocks::Board;
  const Board board = blocks.board();
  return with_strings(blocks.pieces(), [&]<class S>(S) -> std::unique_ptr<BlockDevice> {
    if (board.cells <= 32) return std::make_unique<CudaBlocks<Blocks, S, u32, Board::most_items_of_32>>(blocks, distances);
    if constexpr (Board::fits_beyond_32(S::pieces)) {
      return std::make_unique<CudaBlocks<Blocks, S, u64, Board::most_items>>(blocks, distances);
    } else {
      throw Error(Exit::resources, "a board of that many cells and pieces does not fit into a CUDA device");
    }
  });
}

} // namespace zermelo
