// Deterministic benchmarks of one game: the same work and the same signature on every machine; only the times differ.
#include <unistd.h>

#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "solving.h"
#include "terminal.h"
#include "view/probe.h"

namespace zermelo {
namespace {

struct BenchArguments {
  std::string game;
  i64 samples = 100'000, threads = 0;
  u64 memory = 0;
  bool no_solve = false;
};

// A folder for the benchmark's table, gone with the benchmark.
class TemporaryFolder {
public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / fmt::format("zermelo-bench-{}", ::getpid())) {}
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

class Bench {
public:
  // CPU time of `count` calls of f(i), whose results are mixed into the signature so that none can be left out.
  template <class F> void measure(const char* name, u64 count, F&& f) {
    u64 sum = 0;
    const double start = cpu_seconds();
    for (u64 i = 0; i < count; ++i) sum = sum * 31 + f(i);
    add(name, (cpu_seconds() - start) * 1e9 / static_cast<double>(std::max<u64>(1, count)), "ns");
    mix(sum);
  }
  void mix(u64 n) { signature_ = signature_ * 1'000'003 + n; }
  void add(const std::string& name, double amount, const char* unit) {
    rows_.push_back({{"name", name}, {"amount", amount}, {"unit", unit}});
  }
  const nlohmann::json& rows() const { return rows_; }
  u64 signature() const { return signature_; }

private:
  nlohmann::json rows_ = nlohmann::json::array();
  u64 signature_ = 0;
};

u64 mixed(u64 x) { // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

u64 number_of(Value v) { return static_cast<u64>(v.plies) * 4 + static_cast<u64>(v.wdl); }

std::vector<AnyPosition> measure_rules(const AnyGame& game, u64 samples, Bench& bench) {
  std::vector<AnyPosition> held, open;
  held.reserve(samples);
  bench.measure("unrank", samples, [&](u64 i) {
    const auto p = game.unrank(mixed(i) % game.slots());
    if (p) held.push_back(*p);
    return u64{p.has_value()};
  });
  bench.measure("rank", held.size(), [&](u64 i) { return game.rank(held[i]); });
  bench.measure("settle", held.size(), [&](u64 i) { return number_of(game.settle(held[i])); });
  for (const auto& p : held)
    if (game.outcome(p) == Wdl::unknown) open.push_back(p);
  bench.measure("list moves", open.size(), [&](u64 i) { return game.moves(open[i]).size(); });
  bench.measure("list and play", open.size(), [&](u64 i) {
    u64 n = 0;
    for (const AnyMove m : game.moves(open[i])) n += game.first_to_move(game.play(open[i], m)) ? u64{1} : u64{2};
    return n;
  });
  return held;
}

// The first depth with enough nodes to measure, or the end of a small game.
void measure_perft(const Entry& entry, Bench& bench) {
  for (int depth = 1;; ++depth) {
    const double start = cpu_seconds();
    const u64 nodes = entry.perft(entry.game().start(), depth);
    if (nodes < 200'000 && depth < 9) continue;
    bench.add(fmt::format("perft {}, a node", depth),
              (cpu_seconds() - start) * 1e9 / static_cast<double>(std::max<u64>(1, nodes)), "ns");
    bench.mix(nodes);
    return;
  }
}

void measure_probes(const AnyGame& game, const std::filesystem::path& file, const std::vector<AnyPosition>& held, Bench& bench) {
  const Table roomy(file, u64{1} << 30), tight(file, 0);
  for (const auto& p : held) value_of(game, &roomy, p); // fills the cache
  bench.measure("probe, cached", held.size(), [&](u64 i) { return number_of(value_of(game, &roomy, held[i])); });
  bench.measure("probe, one block read", std::min<u64>(held.size(), 1000),
                [&](u64 i) { return number_of(value_of(game, &tight, held[i])); });
  // What a packed table pays: it reads a win from the moves, each in a block of its own.
  std::vector<AnyPosition> won;
  for (const auto& p : held)
    if (!game.settle(p).known() && value_of(game, &roomy, p).wdl == Wdl::win) won.push_back(p);
  bench.measure("a win, cached", won.size(), [&](u64 i) { return number_of(value_of(game, &roomy, won[i])); });
  const Table brief(file, 48 * roomy.file().block_bytes()); // a block serves one probe, hardly the next
  double slowest = 0;
  bench.measure("a win, blocks read", std::min<u64>(won.size(), 1000), [&](u64 i) {
    const double start = cpu_seconds();
    const u64 n = number_of(value_of(game, &brief, won[i]));
    slowest = std::max(slowest, cpu_seconds() - start);
    return n;
  });
  bench.add("the slowest of these", slowest * 1e9, "ns");
}

Exit bench(const BenchArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyGame& game = entry->game();
  if (!game.indexed()) throw Error(Exit::usage, entry->full_name() + " has no index of its positions to measure");
  Bench bench;
  const auto held = measure_rules(game, static_cast<u64>(o.samples), bench);
  measure_perft(*entry, bench);
  const TemporaryFolder folder;
  if (!o.no_solve) {
    const TableFiles files(folder.path(), entry->full_name());
    SolveOptions options;
    options.threads = static_cast<int>(o.threads);
    options.memory = o.memory;
    const SolveResult r = solve_with_progress(*entry, files, options, false);
    bench.add("solve, CPU", r.cpu_seconds, "s");
    bench.add("solve, wall", r.wall_seconds, "s");
    bench.add("solve, peak memory", static_cast<double>(r.peak_memory) / 1048576, "MiB");
    bench.add("table", static_cast<double>(r.table_bytes) / 1048576, "MiB");
    measure_probes(game, files.table, held, bench);
  } else if (const auto table = find_table(*entry, common)) {
    measure_probes(game, table->file().path(), held, bench);
  }
  const std::string signature = fmt::format("{:016x}", bench.signature());
  if (common.json) {
    out(nlohmann::json{{"game", entry->name},
                       {"variant", entry->variant},
                       {"samples", o.samples},
                       {"machine", machine_name()},
                       {"rows", bench.rows()},
                       {"signature", signature}});
    return Exit::done;
  }
  for (const auto& row : bench.rows())
    outf("{:24} {:>12.2f} {}\n", row["name"].get<std::string>(), row["amount"].get<double>(), row["unit"].get<std::string>());
  outf("{:24} {}\n", "signature", signature);
  return Exit::done;
}

} // namespace

const Command bench_command = {"bench", "measure rules, index, solver and probing of a game", "zermelo bench tictactoe",
                               [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                 auto o = std::make_shared<BenchArguments>();
                                 a.game(o->game);
                                 a.number("--samples", o->samples, 1, 100'000'000,
                                          "positions for each measurement (default 100000)");
                                 a.number("--threads", o->threads, 0, 4096, "for the solve (default: all)");
                                 a.memory("--memory", o->memory, "for the solve, as 512M or 2G");
                                 a.flag("--no-solve", o->no_solve, "leave the solve out; probes use the table that is there");
                                 return [o, &common] { return bench(*o, common); };
                               }};

} // namespace zermelo
