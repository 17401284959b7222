#include "solve/drive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/aside.h"
#include "exec/pool.h"
#include "exec/ranks.h"
#include "solve/counters/earlier.h"
#include "solve/pacer.h"
#include "solve/stages.h"
#include "solve/write.h"

namespace zermelo {
namespace {

void check_memory(const SolvePlan& plan, const SolveOptions& options, const std::string& game) {
  if (options.device_memory != 0 && plan.device_memory > options.device_memory)
    throw Error(Exit::resources, fmt::format("solving {} takes {} of the device's memory ({} positions and classes); {} are "
                                             "allowed by --device-memory",
                                             game, bytes(plan.device_memory), grouped(plan.slots), bytes(options.device_memory)));
  if (plan.memory <= memory_limit(options)) return;
  throw Error(Exit::resources, fmt::format("solving {} takes {} of memory{} ({} positions and classes); {} {}", game,
                                           bytes(plan.memory), plan.on_disk ? " even with finished layers on disk" : "",
                                           grouped(plan.slots), bytes(memory_limit(options)),
                                           options.memory != 0 ? "are allowed by --memory" : "are free on this machine") +
                                   plan.otherwise);
}

// Compressed, tables and stages were never larger than half of what they hold; what lies there already is part of it.
void check_disk(const SolvePlan& plan, const TableFiles& files, const StageFiles& stages, const std::string& game) {
  const u64 all = (plan.least_disk != 0 ? plan.least_disk : plan.disk) / 2, there = stages.bytes();
  const u64 need = all - std::min(all, there);
  if (const u64 have = free_disk(files.table.parent_path()); need > have)
    throw Error(Exit::resources, fmt::format("the table and checkpoints of {} need about {} more in {}; {} are free", game,
                                             bytes(need), files.table.parent_path().string(), bytes(have)));
}

class Drive {
public:
  Drive(Strategy& strategy, const TableIdentity& identity, const TableFiles& files, const SolveOptions& options)
      : strategy_(strategy), plan_(strategy.plan()), identity_(identity), files_(files), options_(options),
        ranks_(options.ranks != nullptr ? *options.ranks : one_rank()),
        stages_(files.checkpoint, identity, plan_.method, strategy.stages(), strategy.stage_block(), ranks_) {}

  SolveResult run() {
    check_memory(plan_, options_, identity_.game);
    std::optional<FolderLock> lock;
    if (ranks_.first()) {
      if (files_.table.has_parent_path()) make_folders(files_.table.parent_path());
      lock.emplace(files_.lock, "solving " + identity_.game + " in the same folder");
      stages_.remove_unfinished();
      check_disk(plan_, files_, stages_, identity_.game);
    }
    agree();
    const double wall = wall_seconds(), cpu = cpu_seconds();
    Pool pool(options_.threads);
    Aside aside; // ends before the pool
    aside_ = &aside;
    strategy_.prepare(pool, stages_);
    if (options_.restart) stages_.remove();
    SolveResult result;
    Pacer pacer(options_, plan_, stages_);
    auto begun = stages_.writing(files_.table);
    timed(result.phases.stages, [&] { begun ? go_on_writing(*begun, result) : work_through(pool, pacer, result); });
    result.phases.stages -= result.phases.saving;
    if (begun && is_written(*begun)) {
      result.table_bytes = std::filesystem::file_size(files_.table);
    } else {
      strategy_.finished();
      pacer.write();
      if (!begun) timed(result.phases.counting, [&] { strategy_.count(result); });
      timed(result.phases.writing, [&] { write(pool, result, pacer, std::move(begun)); });
    }
    stages_.remove();
    result.device = strategy_.report();
    result.edges = strategy_.edges();
    result.wall_seconds = wall_seconds() - wall;
    result.cpu_seconds = cpu_seconds() - cpu;
    result.peak_memory = peak_memory();
    result.threads = pool.threads();
    add_up(result);
    return result;
  }

private:
  template <class F> static void timed(double& sum, F&& f) {
    const double begin = wall_seconds();
    f();
    sum += wall_seconds() - begin;
  }

  void work_through(Pool& pool, Pacer& pacer, SolveResult& result) {
    const std::size_t all = stages_.stages().size();
    std::size_t i = strategy_.keeps_stages() ? stages_.finished() : 0;
    result.resumed = i > 0;
    strategy_.wait_for_saving = [&] { finish_saving(result); };
    for (std::size_t j = 0; j < i; ++j) pacer.finished(j);
    for (const std::size_t begun_with = i; i < all; ++i) {
      hold(i, pool);
      const bool resumed = i == begun_with && stages_.resume(i, strategy_, pool); // later ones were never begun
      result.resumed = result.resumed || resumed;
      const double begin = wall_seconds();
      if (!resumed) strategy_.begin(i);
      const auto save = [&](bool stops) {
        finish_saving(result); // the file of a stage comes before any of a later one
        if (stops || stages_.has_room_for_checkpoint(i, strategy_.stage_word())) stages_.save_at_work(i, strategy_, pool);
      };
      strategy_.run(i, Pause([&](const StageReport& r) { pacer.pause(i, r, save); },
                             [&](const StageReport& r) { return pacer.due(i, r); }));
      if (strategy_.keeps_stages()) {
        finish_saving(result);
        // Nobody waits for the file of the last stage if the table is made from memory and the stage took less than a checkpoint
        // may cost: who is killed while the table is written does that stage again.
        const bool needed = i + 1 < all || !strategy_.writes_from_memory() || wall_seconds() - begin >= options_.checkpoint_every;
        const auto save_stage = [this, i, needed, &pool] {
          if (!needed) return;
          stages_.save(i, strategy_, pool);
          stages_.remove_at_work();
        };
        if (strategy_.saves_aside()) {
          saving_ = i;
          aside_->begin([this, i, save_stage] {
            save_stage();
            strategy_.count_stage(i);
          });
        } else {
          timed(result.phases.saving, save_stage);
        }
      }
      pacer.finished(i);
    }
    finish_saving(result);
    hold(all, pool);
  }

  void finish_saving(SolveResult& result) {
    timed(result.phases.saving, [&] { aside_->finish(); });
    saving_.reset();
  }

  // What a stage needs of those before it is brought back, the rest is let go.
  void hold(std::size_t stage, Pool& pool) {
    for (std::size_t j = 0; j < std::min(stage, stages_.stages().size()); ++j) {
      if (!strategy_.needs(stage, j)) {
        if (saving_ != j) strategy_.forget(j);
      } else if (!strategy_.holds(j)) {
        stages_.recall(j, strategy_, pool);
      }
    }
  }

  // A run before this one was about to put the stages into the table.
  void go_on_writing(const StageFiles::Writing& begun, SolveResult& result) {
    if (!plan_.on_disk)
      throw Error(Exit::usage, "the layers of " + identity_.game + " are being put into the table: give --on-disk to go on");
    const auto header = parse_json(begun.header);
    result.resumed = true;
    result.statistics = statistics_from_json(header.at("statistics"));
    result.findings = findings_from_json(header.value("findings", nlohmann::json::object()));
    stages_.give_back(std::min(identity_.slots, begun.index.size() * block_slots(strategy_.encoding(result))));
  }

  // That run was killed when the table had its name, while it tidied up.
  bool is_written(const StageFiles::Writing& begun) const {
    if (is_there(temporary_of(files_.table)) || !is_there(files_.table)) return false;
    return BlockReader(files_.table).header() == parse_json(begun.header);
  }

  void write(Pool& pool, SolveResult& result, Pacer& pacer, std::optional<StageFiles::Writing> begun) {
    const Encoding e = strategy_.encoding(result);
    const TableHeader header{identity_, e, strategy_.holds_settled(), result.statistics,
                             strategy_.tells_findings() ? result.findings : Findings{}};
    const u64 per_block = block_slots(e);
    if (!ranks_.alone()) return write_together(pool, result, pacer, header);
    const u64 payload = bytes_for(e, identity_.slots), block_bytes = bytes_for(e, per_block), layers = stages_.bytes();
    const bool in_place =
        plan_.on_disk && (begun || options_.in_place || free_disk(files_.table.parent_path()) < layers + layers / 8);
    const std::string text = begun ? begun->header : header_text(header);
    BlockWriter writer(files_.table, text, payload, block_bytes, begun ? std::move(begun->index) : std::vector<BlockEntry>{});
    if (in_place) writer.keep_unfinished();
    const u64 step = std::max<u64>(1, payload / block_bytes / 64), usual = usual_batch(block_bytes, pool);
    u64 saved = writer.index().size();
    result.table_bytes = write_blocks(
        writer, payload, block_bytes, strategy_.compression(e), pool, in_place ? std::min(step, usual) : usual,
        [&](u64 first, u64 n) { strategy_.about_to_fill(e, first, n); },
        [&](u64 block, Bytes& raw) {
          strategy_.fill(e, block, raw);
          pacer.wrote(std::min(per_block, identity_.slots - block * per_block));
        },
        [&] {
          const u64 blocks = writer.index().size();
          if (!in_place || blocks - saved < step) return;
          if (!options_.in_place && free_disk(files_.table.parent_path()) > layers / 16) return; // there is still room
          writer.sync();
          stages_.save_writing(files_.table, {text, writer.index()});
          stages_.give_back(std::min(identity_.slots, blocks * per_block));
          saved = blocks;
        });
  }

  // The codes of a block come together where it is packed and compressed.
  void write_together(Pool& pool, SolveResult& result, Pacer& pacer, const TableHeader& header) {
    const Encoding e = header.encoding;
    const u64 per_block = block_slots(e), word = strategy_.window_word();
    auto last_of = [&](u64 block) { return std::min(identity_.slots, (block + 1) * per_block); };
    const EachPiece each = [&](int rank, u64 block, const OnPiece& f) {
      const Slot first = block * per_block;
      strategy_.spread().each_part(rank, first, last_of(block), [&](Slot s, u64 n) {
        f((s - first) * word, n * word, rank == ranks_.rank() ? strategy_.code_of(s) : nullptr);
      });
    };
    const WriteTogether writer{ranks_, pool, each, [&](u64 block) { return (last_of(block) - block * per_block) * word; },
                               [&](const std::vector<u64>& blocks, std::vector<Bytes>& bytes) {
                                 std::vector<Bytes> raw(blocks.size());
                                 for (std::size_t i = 0; i < blocks.size(); ++i)
                                   strategy_.set_window(blocks[i] * per_block, bytes[i].data());
                                 pool.for_ranges(0, blocks.size(), 1, [&](u64 i, u64, int) {
                                   raw[i].resize(bytes_for(e, last_of(blocks[i]) - blocks[i] * per_block));
                                   strategy_.fill(e, blocks[i], raw[i]);
                                   pacer.wrote((last_of(blocks[i]) - blocks[i] * per_block) * static_cast<u64>(ranks_.size()));
                                 });
                                 strategy_.clear_windows();
                                 bytes.swap(raw);
                               }};
    result.table_bytes = writer.write(files_.table, header_text(header), bytes_for(e, identity_.slots), bytes_for(e, per_block),
                                      strategy_.compression(e));
  }

  // All ranks must be about to do the same, with the same program.
  void agree() {
    if (ranks_.alone()) return;
    const std::string what = fmt::format("{} {} {} {} {} {}", options_.program, identity_.game, identity_.rules, identity_.slots,
                                         name_of(plan_.method), strategy_.stages().size());
    const auto* const bytes = reinterpret_cast<const std::byte*>(what.data());
    const std::vector<Message> all = ranks_.gather(Message(bytes, bytes + what.size()));
    for (std::size_t r = 1; r < all.size(); ++r)
      if (all[r] != all[0])
        throw Error(Exit::usage,
                    fmt::format("process {} runs another program, or another game or method, than process 0: start the "
                                "same command everywhere",
                                r));
  }

  void add_up(SolveResult& result) {
    if (ranks_.alone()) return;
    const Ranks::Sent& sent = ranks_.sent();
    const std::array mine = {sent.messages,
                             sent.bytes,
                             static_cast<u64>(result.cpu_seconds * 1e6),
                             static_cast<u64>(sent.waiting * 1e6),
                             result.peak_memory,
                             result.edges.updates,
                             result.edges.questions};
    const std::vector<u64> all = ranks_.words_of_all(mine);
    const u64 n = static_cast<u64>(ranks_.size());
    u64 busiest = 0, cpu = 0, waiting = 0, peak = 0;
    result.edges = {};
    for (auto of = all.begin(); of != all.end(); of += mine.size()) {
      result.ranks.messages += of[0];
      result.ranks.bytes += of[1];
      cpu += of[2];
      busiest = std::max(busiest, of[2]);
      waiting += of[3];
      peak = std::max(peak, of[4]);
      result.edges.updates += of[5];
      result.edges.questions += of[6];
    }
    result.ranks.processes = ranks_.size();
    result.ranks.imbalance = static_cast<double>(busiest * n) / static_cast<double>(std::max<u64>(1, cpu));
    result.ranks.waiting = static_cast<double>(waiting) / 1e6 / static_cast<double>(n) / std::max(1e-6, result.wall_seconds);
    result.cpu_seconds = static_cast<double>(cpu) / 1e6;
    result.peak_memory = peak; // of the largest process
  }

  Strategy& strategy_;
  SolvePlan plan_;
  const TableIdentity& identity_;
  const TableFiles& files_;
  const SolveOptions& options_;
  Ranks& ranks_;
  StageFiles stages_;
  std::optional<std::size_t> saving_; // this stage, aside
  Aside* aside_ = nullptr;
};

} // namespace

u64 memory_limit(const SolveOptions& options) { return options.memory != 0 ? options.memory : available_memory(); }

int threads_of(const SolveOptions& options) { return options.threads > 0 ? options.threads : Pool::default_threads(); }

u64 memory_before(Device device) { return resident_memory() + (device == Device::cuda ? u64{128} << 20 : 0); }

u64 writing_memory(int threads) { return static_cast<u64>(threads) * (u64{10} << 20); }

SolveResult drive(Strategy& strategy, const TableIdentity& identity, const TableFiles& files, const SolveOptions& options) try {
  // Whatever ends one rank ends the others, with the same sentence. To stop was agreed by all.
  auto fail = [&](const Error& e) {
    if (options.ranks != nullptr && e.code() != Exit::stopped) options.ranks->fail(e.code(), e.what());
  };
  try {
    return Drive(strategy, identity, files, options).run();
  } catch (const Error& e) {
    fail(e);
    throw;
  } catch (const std::filesystem::filesystem_error& e) {
    fail(Error(e.code() == std::errc::no_space_on_device ? Exit::resources : Exit::runtime, e.what()));
    throw;
  }
} catch (const std::bad_alloc&) { // the plan was kept, but something else took the memory meanwhile
  const Error e(Exit::resources,
                "the memory ran out while solving " + identity.game + "; the same command goes on from the last checkpoint");
  if (options.ranks != nullptr) options.ranks->fail(e.code(), e.what());
  throw e;
}

} // namespace zermelo
