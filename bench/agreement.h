// A table against the proof search: random positions of the table, each claim decided by search within a limit of visits and
// compared.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/machine.h"
#include "base/units.h"
#include "solve/dfpn/prove.h"
#include "table/table.h"

namespace zermelo {

struct AgreementOptions {
  std::vector<std::string> tables;
  std::map<std::string, u64> numbers; // "--positions", "--seed", "--nodes", and those of a game
  ProveOptions prove{.threads = 1, .memory = u64{16} << 20};
};

// Every number has a default; words that begin otherwise are tables.
inline AgreementOptions read_agreement(int argc, char** argv, std::map<std::string, u64> numbers) {
  AgreementOptions o{.numbers = std::move(numbers)};
  o.numbers.insert({{"--positions", 1000}, {"--seed", 1}, {"--nodes", 20'000}});
  for (int i = 1; i < argc; ++i) {
    if (const auto it = o.numbers.find(argv[i]); it != o.numbers.end() && i + 1 < argc) {
      it->second = std::strtoull(argv[++i], nullptr, 10);
    } else if (argv[i][0] != '-') {
      o.tables.emplace_back(argv[i]);
    }
  }
  o.prove.most_visits = o.numbers.at("--nodes");
  return o;
}

struct Agreement {
  u64 visits = 0;
  Tally decided, undecided;
};

// Whether the search says what the table says; false if it says something else.
template <class G> bool agrees(const G& g, const PositionOf<G>& p, Wdl wdl, const ProveOptions& options, Agreement& sums) {
  for (const bool mover : {true, false}) { // who is claimed to win
    if (g.outcome(p) != Wdl::unknown || (!mover && wdl == Wdl::win)) continue;
    const ProveResult r = Prove<G>(g, p, mover, options).run();
    sums.visits += r.visits;
    if (r.verdict == Verdict::unknown) {
      sums.undecided.add(wdl, 1);
      return true;
    }
    if ((r.verdict == Verdict::proven) != (wdl == (mover ? Wdl::win : Wdl::loss))) return false;
  }
  sums.decided.add(wdl, 1);
  return true;
}

// Of positions in the slots from `first` on; the exit code.
template <class G> int compare_with_search(const G& g, const Table& table, Slot first, const AgreementOptions& o) {
  const u64 positions = o.numbers.at("--positions"), seed = o.numbers.at("--seed");
  std::mt19937_64 random(seed);
  Agreement sums;
  const double start = cpu_seconds();
  for (u64 n = 0; n < positions;) {
    const Slot s = first + random() % (g.size() - first);
    PositionOf<G> p;
    if (!g.unrank(s, p)) continue;
    ++n;
    const Wdl wdl = table.value(s).wdl;
    if (agrees(g, p, wdl, o.prove, sums)) continue;
    fmt::print("DIFFERS: {} is a {} in the table\n", g.print(p), name_of(wdl));
    return 3;
  }
  auto words = [](const Tally& t) {
    return fmt::format("{} ({} wins, {} losses, {} draws)", grouped(t.positions()), grouped(t.wins), grouped(t.losses),
                       grouped(t.draws));
  };
  fmt::print(
      "{} random positions (seed {}): {} decided by search, all as the table has them; {} not decided within {} visits; {} "
      "visits, {:.1f} CPU s\n",
      grouped(positions), seed, words(sums.decided), words(sums.undecided), grouped(o.prove.most_visits), grouped(sums.visits),
      cpu_seconds() - start);
  return 0;
}

} // namespace zermelo
