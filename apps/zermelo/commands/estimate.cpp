// Sampled counts: the set of positions that a game describes for it, and the tree of play.
#include "arguments.h"
#include "base/units.h"
#include "catalog/sample.h"
#include "command.h"
#include "stop.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct EstimateArguments {
  std::string game, position;
  i64 samples = 1'000'000, seed = 1, depth = 10, states = 0;
};

std::string decimal(unsigned __int128 n) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(n % 10)));
  while ((n /= 10) != 0);
  return digits;
}

std::string with_error(double mean, double error) { return fmt::format("{:>12.4g} +- {:<10.2g}", mean, error); }

nlohmann::json to_json(const char* method, const Mean& m, int symmetries) {
  return {{"method", method},
          {"samples", m.samples()},
          {"hits", m.hits()},
          {"estimate", m.mean()},
          {"error", m.error()},
          {"up_to_symmetry", m.mean() / symmetries},
          {"up_to_symmetry_error", m.error() / symmetries}};
}

void print_set(const SampledSet& set) {
  outf("set        {}\n\n", set.words);
  outf("{:36} {:>12}    {:<10}  {:>12}    {:<10} {:>20}\n", "contents of the cells are drawn", "estimate", "",
       fmt::format("/ {}", set.symmetries), "", "not nothing");
  for (const auto& [name, m] : {std::pair("blindly", set.blind), std::pair("from those that fit, in populations", set.fitting)})
    outf("{:36} {}  {} {:>20}\n", name, with_error(m.mean(), m.error()),
         with_error(m.mean() / set.symmetries, m.error() / set.symmetries),
         fmt::format("{} of {}", grouped(m.hits()), grouped(m.samples())));
  if (set.exact) outf("{:36} {}\n", "counted exactly", decimal(*set.exact));
  out(std::string_view("\n"));
}

void print_tree(const std::vector<Mean>& nodes) {
  outf("{:>5} {:>12}    {:<10}  {}\n", "depth", "nodes", "", "games that come so far");
  for (std::size_t depth = 0; depth < nodes.size(); ++depth)
    outf("{:>5} {}  {:.4g} %\n", depth, with_error(nodes[depth].mean(), nodes[depth].error()),
         100.0 * static_cast<double>(nodes[depth].hits()) / static_cast<double>(nodes[depth].samples()));
}

Exit estimate(const EstimateArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyPosition p = position_of(*entry, o.position);
  catch_stop_signals();
  const SampleReport r = entry->sample(p, {static_cast<u64>(o.samples), static_cast<u64>(o.seed), static_cast<int>(o.depth),
                                           static_cast<u64>(o.states), stop_requested});
  if (common.json) {
    nlohmann::json j = {{"game", entry->name}, {"variant", entry->variant}, {"seed", o.seed}, {"set", nullptr}};
    if (r.set) {
      j["set"] = {
          {"words", r.set->words},
          {"counts",
           {to_json("blind", r.set->blind, r.set->symmetries), to_json("populations", r.set->fitting, r.set->symmetries)}}};
      if (r.set->exact) j["set"]["exact"] = decimal(*r.set->exact);
    }
    j["tree"] = nlohmann::json::array();
    for (std::size_t depth = 0; depth < r.nodes.size(); ++depth)
      j["tree"].push_back({{"depth", depth},
                           {"nodes", r.nodes[depth].mean()},
                           {"error", r.nodes[depth].error()},
                           {"reached", r.nodes[depth].hits()}});
    out(j);
    return Exit::done;
  }
  outf("{}: {} samples of each, seed {}; +- is one standard error\n", bold(entry->full_name()),
       grouped(static_cast<u64>(o.samples)), o.seed);
  if (r.set) print_set(*r.set);
  if (!r.nodes.empty()) print_tree(r.nodes);
  return Exit::done;
}

} // namespace

const Command estimate_command = {
    "estimate", "sampled counts with error bars: positions, and the tree of play",
    "zermelo estimate trax:4x4 --samples 10000\n  zermelo estimate tictactoe --depth 9 --json --samples 10000",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<EstimateArguments>();
      a.game(o->game);
      a.position(o->position);
      a.number("--samples", o->samples, 2, i64{1} << 40, "how many of each kind (default 1,000,000)");
      a.number("--seed", o->seed, 0, i64{1} << 60, "the seed of the random numbers (default 1)");
      a.number("--depth", o->depth, 0, 1000, "how deep the tree of play is looked at (default 10; 0: not at all)");
      a.number("--exact", o->states, 0, i64{1} << 32, "count the set exactly as well, with at most so many states at a time");
      return [o, &common] { return estimate(*o, common); };
    }};

} // namespace zermelo
