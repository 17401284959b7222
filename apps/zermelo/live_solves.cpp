#include "live_solves.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "base/json.h"
#include "base/machine.h"
#include "serve/problem.h"
#include "solve/dfpn/value_search.h"
#include "tasks/results.h"
#include "tasks/solve_job.h"
#include "terminal.h"

namespace zermelo {
namespace {

// One core is left to those who ask.
int threads_here() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

const char* name_of(SolveProgress::Phase phase) {
  switch (phase) {
  case SolveProgress::Phase::seed: return "seed";
  case SolveProgress::Phase::levels: return "levels";
  case SolveProgress::Phase::passes: return "passes";
  case SolveProgress::Phase::scores: return "layers";
  case SolveProgress::Phase::write: return "write";
  }
  return "";
}

// The sentence of an error may name a file; who watches from afar is told the kind.
const char* sentence_of(const Error& e) {
  switch (e.code()) {
  case Exit::stopped: return "stopped before the end; the same order goes on from there";
  case Exit::resources: return "there is not enough memory or disk";
  default: return "it failed; the server's log says why";
  }
}

nlohmann::json number_of(u32 n) { return n >= Numbers::infinite ? nlohmann::json("infinite") : nlohmann::json(n); }

} // namespace

void LiveSolves::check(const serve::SolveOrder& order) const {
  const Entry& entry = catalog_.entry(*order.game);
  if (order.prove && !order.game->provable)
    throw serve::Problem(422, entry.full_name() + " has scores, or values that depend on the past: no proof search knows these");
  if (order.prove) return;
  SolvePlan e;
  try {
    e = entry.plan({}, Contents::distances);
  } catch (const Error& error) {
    throw serve::Problem(422, error.what());
  }
  if (e.memory > std::min(limits_.memory, available_memory()))
    throw serve::Problem(422, entry.full_name() + " takes more memory than this server gives",
                         "zermelo solve " + entry.full_name(), "too_large");
}

void LiveSolves::Trace::add(const char* whose, double seconds, u32 pn, u32 dn) {
  if (whose != attacker) *this = {.attacker = whose};
  if (pn >= Numbers::infinite || dn >= Numbers::infinite || seen++ % every != 0) return;
  points.push_back({std::round(seconds * 100) / 100, static_cast<double>(pn), static_cast<double>(dn)});
  if (points.size() < most) return;
  for (std::size_t i = 0; i < most / 2; ++i) points[i] = points[2 * i];
  points.resize(most / 2);
  every *= 2;
}

std::string LiveSolves::begin(const serve::SolveOrder& order) {
  check(order);
  const std::string id = state_.with([&](State& s) -> std::string {
    if (s.running) return "";
    s = State{};
    s.running = true;
    s.id = fmt::format("{}-{:08x}", ++begun_, std::random_device{}());
    s.order = {{"game", order.game->full_name()}, {"kind", order.prove ? "prove" : "solve"}};
    s.address = order.address;
    stop_ = false;
    return s.id;
  });
  if (id.empty()) throw serve::Problem(503, "another solve is running", "There is one at a time.", "solve_running");
  try {
    worker_ = std::jthread([this, order] { work(order); }); // the one before has ended
  } catch (const std::exception& e) {
    notef("{} is not solved: no thread can be made ({})\n", order.game->full_name(), e.what());
    state_.with([](State& s) { s = State{}; }); // the next one may begin
    throw serve::Problem(503, "there is no room for another thread now", "Try again in a moment.");
  }
  return id;
}

// One step: an order that has ended stops nothing that came after it.
serve::Solves::Stopped LiveSolves::stop(const std::string& id, const std::string& address, bool local) {
  return state_.with([&](const State& s) {
    if (s.id != id) return Stopped::unknown;
    if (!local && s.address != address) return Stopped::forbidden;
    if (s.running) stop_ = true;
    return Stopped::yes;
  });
}

void LiveSolves::end() {
  stop_ = true;
  if (worker_.joinable()) worker_.join();
}

nlohmann::json LiveSolves::list() const {
  return state_.with([](const State& s) {
    auto rows = nlohmann::json::array();
    if (s.id.empty()) return rows;
    auto& row = rows.emplace_back(s.order);
    row["id"] = s.id;
    row["state"] = s.running ? "running" : s.kind;
    row["progress"] = s.progress;
    return rows;
  });
}

std::optional<serve::EventPiece> LiveSolves::events(const std::string& id, u64 from) {
  return state_.with([&](const State& s) -> std::optional<serve::EventPiece> {
    if (s.id != id) return std::nullopt;
    if (s.number <= from) return serve::EventPiece{"", from, !s.running};
    return serve::EventPiece{fmt::format("id: {}\nevent: {}\ndata: {}\n\n", s.number, s.kind, json_text(s.progress)), s.number,
                             !s.running};
  });
}

void LiveSolves::work(const serve::SolveOrder& order) {
  nlohmann::json what = state_.with([](const State& s) { return s.order; });
  const char* kind = "failed";
  try {
    what.update(order.prove ? prove(order) : solve(order));
    kind = "done";
  } catch (const Error& e) {
    what["reason"] = sentence_of(e);
    what["stopped"] = e.code() == Exit::stopped;
    if (e.code() != Exit::stopped) notef("{} is not solved: {}\n", order.game->full_name(), e.what());
  } catch (const std::exception& e) {
    what["reason"] = "it failed; the server's log says why";
    notef("{} is not solved: {}\n", order.game->full_name(), e.what());
  }
  state_.with([&](State& s) { // at once: whoever sees that it has ended sees how
    s.running = false;
    ++s.number;
    s.kind = kind;
    s.progress.update(what); // how it stood at the end is told too: who comes now has seen nothing else
  });
}

nlohmann::json LiveSolves::solve(const serve::SolveOrder& order) {
  const Entry& entry = catalog_.entry(*order.game);
  const TableFiles files = files_of(entry, common_);
  SolveOptions options;
  options.threads = threads_here();
  options.memory = std::min(limits_.memory, available_memory());
  options.time_limit = limits_.seconds;
  options.on_progress = [this](const SolveProgress& p) { show(p); };
  options.should_stop = [this] { return stop_.load(); };
  const SolveResult result = solve_into(entry, files, options);
  catalog_.load_table(*order.game);
  nlohmann::json j = to_json(result.statistics);
  j["seconds"] = result.wall_seconds;
  return j;
}

nlohmann::json LiveSolves::prove(const serve::SolveOrder& order) {
  const Entry& entry = catalog_.entry(*order.game);
  ProveOptions options;
  options.threads = threads_here();
  options.memory = std::min(u64{64} << 20, limits_.memory); // a larger one is slow to begin with
  options.time_limit = limits_.seconds;
  options.should_stop = [this] { return stop_.load(); };
  u64 nodes = 0;
  std::vector<std::string> line;
  const double start = wall_seconds();
  const Attacks attacks{[&](bool mover_attacks, WinBy by) {
                          options.by = by;
                          options.on_progress = [&](const ProveProgress& p) { show(p, mover_attacks); };
                          const ProveResult r = entry.prove(order.position, mover_attacks, options);
                          nodes += r.visits;
                          if (r.verdict == Verdict::proven || line.empty()) line = r.line;
                          show({.root = r.root,
                                .visits = r.visits,
                                .rate = static_cast<double>(r.visits) / std::max(1e-3, r.wall_seconds),
                                .fill = r.fill,
                                .seconds = r.wall_seconds},
                               mover_attacks);
                          return r.verdict;
                        },
                        entry.repetition() != Repetition::forbidden};
  nlohmann::json j = {{"position", entry.game().print(order.position)}};
  Wdl value = Wdl::unknown;
  if (order.claim.empty()) {
    value = search_value(attacks, false);
    j["value"] = zermelo::name_of(value);
  } else {
    const Verdict verdict = search_claim(attacks, order.claim, false);
    if (order.claim == "win" && verdict == Verdict::proven) value = Wdl::win;
    if (order.claim == "not-loss" && verdict == Verdict::disproven) value = Wdl::loss;
    j["claim"] = order.claim;
    j["result"] = zermelo::name_of(verdict);
  }
  if (value != Wdl::unknown)
    catalog_.learn(*order.game, order.position,
                   {value == Wdl::win    ? win_value
                    : value == Wdl::loss ? loss_value
                                         : draw_value,
                    "search", value == Wdl::win && !line.empty() ? line.front() : ""});
  j.update({{"nodes", nodes}, {"line", line}, {"seconds", wall_seconds() - start}, {"stopped", stop_.load()}});
  return j;
}

void LiveSolves::tell(nlohmann::json progress) {
  state_.with([&](State& s) {
    ++s.number;
    s.progress = std::move(progress);
  });
}

// What a level decides is seen from what is open before and after it.
void LiveSolves::show(const SolveProgress& p) {
  auto by_plies = state_.with([&](State& s) {
    const bool level = p.phase == SolveProgress::Phase::levels || p.phase == SolveProgress::Phase::passes;
    if (level && (s.by_plies.empty() || s.by_plies.back().first != p.plies)) {
      s.by_plies.emplace_back(p.plies, 0);
      s.open = s.open == 0 ? p.slots : s.open;
    }
    if (level && p.open < s.open) {
      s.by_plies.back().second += s.open - p.open;
      s.open = p.open;
    }
    auto rows = nlohmann::json::array();
    for (const auto& [plies, count] : s.by_plies) rows.push_back({{"plies", plies}, {"count", count}});
    return rows;
  });
  tell({{"phase", name_of(p.phase)},
        {"plies", p.plies},
        {"done", p.done},
        {"slots", p.slots},
        {"open", p.open},
        {"rate", p.rate},
        {"memory", p.memory},
        {"fraction", p.fraction},
        {"eta", p.eta},
        {"by_plies", std::move(by_plies)}});
}

// The search counts from the side to move; proof and disproof number are about a win of the attacker.
void LiveSolves::show(const ProveProgress& p, bool mover_attacks) {
  const char* attacker = mover_attacks ? "mover" : "other";
  const u32 pn = mover_attacks ? p.root.mine : p.root.theirs, dn = mover_attacks ? p.root.theirs : p.root.mine;
  nlohmann::json trace = state_.with([&](State& s) {
    s.trace.add(attacker, p.seconds, pn, dn);
    return s.trace.points;
  });
  tell({{"phase", "search"},
        {"attacker", attacker},
        {"trace", std::move(trace)},
        {"pn", number_of(pn)},
        {"dn", number_of(dn)},
        {"nodes", p.visits},
        {"rate", p.rate},
        {"fill", p.fill},
        {"seconds", p.seconds}});
}

} // namespace zermelo
