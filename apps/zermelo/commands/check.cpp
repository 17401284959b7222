// The contract check of a game.
#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"

namespace zermelo {
namespace {

struct CheckArguments {
  std::string game;
  i64 samples = 20'000, seed = 1;
};

// What the game offers beyond rules and text, and what else it could.
void list_hooks(const CheckReport& report) {
  for (const bool found : {true, false}) {
    outf("{}\n", found ? "hooks of this game:" : "hooks that it does not have, and what each would bring:");
    for (const auto& h : report.hooks)
      if (h.found == found) outf("  {:15} {}  ({}, {})\n", h.name, h.brings, h.functions, h.header);
  }
}

Exit check(const CheckArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const double start = wall_seconds();
  const CheckReport report = entry->check({static_cast<u64>(o.samples), static_cast<u64>(o.seed)});
  const double seconds = wall_seconds() - start;
  if (common.json) {
    nlohmann::json j = {{"game", entry->name},
                        {"variant", entry->variant},
                        {"holds", report.holds()},
                        {"all_slots", report.all_slots},
                        {"samples", o.samples},
                        {"seed", o.seed},
                        {"seconds", seconds},
                        {"promises", nlohmann::json::array()},
                        {"hooks", nlohmann::json::array()}};
    for (const auto& p : report.promises)
      j["promises"].push_back({{"promise", p.name},
                               {"tested", p.tested},
                               {"broken", p.broken},
                               {"example", p.broken != 0 ? nlohmann::json(p.example) : nlohmann::json()}});
    for (const auto& h : report.hooks)
      j["hooks"].push_back(
          {{"hook", h.name}, {"functions", h.functions}, {"header", h.header}, {"found", h.found}, {"brings", h.brings}});
    out(j);
  } else {
    list_hooks(report);
    for (const auto& p : report.promises) {
      outf("{:6} {:>12}  {}\n", p.broken == 0 ? "holds" : "BROKEN", grouped(p.tested), p.name);
      if (p.broken != 0) outf("{:6} {:>12}  times, first at {}\n", "", grouped(p.broken), p.example);
    }
    outf("{}: {} in {}, {}\n", entry->full_name(), report.holds() ? "every promise holds" : "some promises are BROKEN",
         duration(seconds),
         report.all_slots ? "every slot was visited"
                          : fmt::format("{} slots and random games from seed {}", grouped(static_cast<u64>(o.samples)), o.seed));
  }
  return report.holds() ? Exit::done : Exit::mismatch;
}

} // namespace

const Command check_command = {
    "check", "test what a game promises the engines", "zermelo check tictactoe --samples 100000",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<CheckArguments>();
      a.game(o->game);
      a.number("--samples", o->samples, 1, 1'000'000'000'000, "how many slots to visit (default 20000)");
      a.number("--seed", o->seed, 0, 1'000'000'000'000'000, "the seed of the random choices (default 1)");
      return [o, &common] { return check(*o, common); };
    }};

} // namespace zermelo
