// Yonmoque after four placements, two of each player: the classes of such positions under the symmetries of the board (9,664 of
// the published game), or a sample of them, decided by search without any table. Blue is to move in all of them.
//
//   yonmoque_classes_bench [--pieces 6] [--sample 20] [--skip 0] [--seed 1] [--nodes 2000000] [--memory MB] [--threads 1]
//                          [--search ranks|history|both] [--shared] [--list]
//
// ranks: first a win of Blue by ranks, then one of White; history: the rule that no position occurs twice; both: the second where
// the first comes to no end, or finds neither. --shared: one table for all searches by history; else each begins with an empty
// one.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "solve/dfpn/history_memory.h"
#include "solve/dfpn/prove.h"
#include "yonmoque/rules.h"
#include "yonmoque_placements.h"

namespace zermelo::yonmoque {
namespace {

struct Options {
  int pieces = Rules::most_pieces;
  u64 sample = 20, skip = 0, seed = 1;
  std::string search = "history";
  bool list = false, shared = false;
  ProveOptions prove{.threads = 1, .memory = u64{256} << 20, .most_visits = 2'000'000};
};

struct Decided {
  Wdl value = Wdl::unknown; // for Blue
  bool by_history = false;
  u64 visits = 0;
  double seconds = 0;
};

template <class Memory>
Verdict search(const Game& g, const Position& p, bool blue, const Options& o, Decided& sum,
               std::shared_ptr<ProofTable> table = nullptr) {
  const ProveResult r = Prove<Game, Memory>(g, p, blue, o.prove, nullptr, std::move(table)).run();
  sum.visits += r.visits;
  sum.seconds += r.wall_seconds;
  return r.verdict;
}

Decided decide(const Game& g, const Position& p, const Options& o, const std::shared_ptr<ProofTable>& table) {
  Decided d;
  if (o.search != "history") {
    for (const bool blue : {true, false})
      if (d.value == Wdl::unknown && search<PathMemory<Game>>(g, p, blue, o, d) == Verdict::proven)
        d.value = blue ? Wdl::win : Wdl::loss;
    if (d.value != Wdl::unknown || o.search == "ranks") return d;
  }
  d.by_history = true;
  const Verdict v = search<HistoryMemory<Game>>(g, p, true, o, d, table);
  if (v != Verdict::unknown) d.value = v == Verdict::proven ? Wdl::win : Wdl::loss;
  return d;
}

void run(const Options& o) {
  Game g;
  g.each = o.pieces;
  auto classes = classes_after_placements(g, 4);
  fmt::print("{} classes; a sample of {} by seed {}; at most {} visits a search\n", classes.size(), o.sample, o.seed,
             o.prove.most_visits);
  std::mt19937_64 random(o.seed);
  std::shuffle(classes.begin(), classes.end(), random);
  classes.erase(classes.begin(), classes.begin() + static_cast<std::ptrdiff_t>(std::min<u64>(classes.size(), o.skip)));
  classes.resize(std::min<std::size_t>(classes.size(), o.sample));
  u64 blue = 0, white = 0, open = 0, visits = 0;
  std::vector<double> seconds;
  const auto table = o.shared ? std::make_shared<ProofTable>(o.prove.memory) : nullptr;
  for (const Position& p : classes) {
    const Decided d = decide(g, p, o, table);
    ++(d.value == Wdl::win ? blue : d.value == Wdl::loss ? white : open);
    visits += d.visits;
    seconds.push_back(d.seconds);
    if (o.list || d.value == Wdl::unknown)
      fmt::print("{}  {:7} {:>12} visits {:>9.2f} s{}\n", g.print(p), name_of(d.value), d.visits, d.seconds,
                 d.by_history ? "  by history" : "");
    std::fflush(stdout);
  }
  std::sort(seconds.begin(), seconds.end());
  double sum = 0;
  for (const double s : seconds) sum += s;
  fmt::print("Blue wins {}, White wins {}, undecided {}; {} visits, {:.1f} s: median {:.2f}, longest {:.2f}\n", blue, white, open,
             visits, sum, seconds.empty() ? 0 : seconds[seconds.size() / 2], seconds.empty() ? 0 : seconds.back());
}

} // namespace
} // namespace zermelo::yonmoque

int main(int argc, char** argv) {
  zermelo::yonmoque::Options o;
  auto number = [](const char* text) { return std::strtoull(text, nullptr, 10); };
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--list") {
      o.list = true;
    } else if (word == "--shared") {
      o.shared = true;
    } else if (i + 1 == argc || word.starts_with("--benchmark")) { // what ./dev bench gives to all
      continue;
    } else if (word == "--pieces") {
      o.pieces = std::atoi(argv[++i]);
    } else if (word == "--sample") {
      o.sample = number(argv[++i]);
    } else if (word == "--skip") { // so many of the shuffled classes, for others to decide
      o.skip = number(argv[++i]);
    } else if (word == "--seed") {
      o.seed = number(argv[++i]);
    } else if (word == "--nodes") {
      o.prove.most_visits = number(argv[++i]);
    } else if (word == "--memory") {
      o.prove.memory = number(argv[++i]) << 20;
    } else if (word == "--threads") {
      o.prove.threads = std::atoi(argv[++i]);
    } else if (word == "--search") {
      o.search = argv[++i];
    }
  }
  zermelo::yonmoque::run(o);
}
