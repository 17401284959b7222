#include "solve/lines/prove_lines.h"

#include <fmt/format.h>

#include <cstring>
#include <set>

#include "base/machine.h"
#include "base/units.h"
#include "exec/pool.h"
#include "exec/shared.h"

namespace zermelo {
namespace {

constexpr u64 most_alone = 240'000; // visits for all of a small board
constexpr std::size_t most_models = 8;
constexpr std::size_t most_quiet_moves = 100;
constexpr u64 most_copied = 20'000; // moves of a model

void put_number(Bytes& out, u64 n) {
  for (; n >= 128; n >>= 7) out.push_back(static_cast<std::byte>(n | 128));
  out.push_back(static_cast<std::byte>(n));
}
void append(Bytes& out, const Bytes& more) { out.insert(out.end(), more.begin(), more.end()); }

} // namespace

LineProver::LineProver(LineClaim claim, const ProveOptions& options, const std::filesystem::path& facts)
    : claim_(std::move(claim)), options_(options), tables_(*claim_.board) {
  if (!facts.empty()) file_.emplace(facts, claim_.identity, options.restart, facts_);
  // What is near the middle, for hints: within four cells of it.
  const auto& places = claim_.board->places;
  std::array<int, 3> most{};
  for (const auto& p : places)
    for (std::size_t i = 0; i < 3; ++i) most[i] = std::max(most[i], p[i]);
  for (int cell = 0; cell < claim_.board->cells; ++cell) {
    bool near = true;
    for (std::size_t i = 0; i < 3; ++i) near = near && std::abs(2 * places[static_cast<std::size_t>(cell)][i] - most[i]) <= 8;
    if (near) near_.add(cell);
  }
  for (const auto& [fact, tree] : facts_.trees) add_known(fact, tree);
}
LineProver::~LineProver() = default;

void LineProver::add_known(const LineFact& fact, const LineTree& tree) {
  if (fact.hidden == 0) known_.push_back({&fact, &tree, xxh3(tree.bytes)});
}

bool LineProver::stop() {
  if (load_shared(stopped_) != 0) return true;
  const bool late = options_.time_limit > 0 && wall_seconds() - start_ >= options_.time_limit;
  const bool many = options_.most_visits != 0 && load_shared(visits_) >= options_.most_visits;
  if (late || many || (options_.should_stop && options_.should_stop())) store_shared(stopped_, u64{1});
  return load_shared(stopped_) != 0;
}

// Small boards are shown by one tree, or not at all.
bool LineProver::top_alone() const { return claim_.board->cells <= 64; }

LineFact LineProver::least(const LineFact& f) const {
  LineFact best = f;
  for (const auto& to : claim_.board->symmetries) {
    LineFact image{{}, {}, f.hidden};
    f.attacker.each([&](int cell) { image.attacker.add(to[static_cast<std::size_t>(cell)]); });
    f.defender.each([&](int cell) { image.defender.add(to[static_cast<std::size_t>(cell)]); });
    best = std::min(best, image);
  }
  return best;
}

// With fewer than two stones there is nothing to threaten with: the top of the proof goes on.
bool LineProver::ordinary(const LineFact& f) const { return !top_alone() && f.attacker.count() < 2; }

int LineProver::first_move(const LineFact& f) const {
  if (claim_.suggest)
    if (const int cell = claim_.suggest(f.attacker, f.defender); cell >= 0) return cell;
  // The cell with most windows that the other has no stone in, of the nearest to the middle of the board.
  const LineState state(tables_, f.attacker, f.defender);
  int best = -1, most = -1;
  for (int cell = 0; cell < claim_.board->cells; ++cell) {
    if (!state.is_empty(cell)) continue;
    int worth = near_.has(cell) ? 1 : 0;
    for (const u16 w : tables_.through(cell))
      if (state.held(line_defender, w) == 0) worth += 2 + 8 * state.held(line_attacker, w);
    if (worth > most) {
      most = worth;
      best = cell;
    }
  }
  return best;
}

bool LineProver::completes(const CellSet& stones, const LineFact& f) const {
  const CellSet taken = f.attacker | f.defender;
  for (int cell = 0; cell < claim_.board->cells; ++cell) {
    if (taken.has(cell)) continue;
    CellSet more = stones;
    more.add(cell);
    for (const u16 w : claim_.board->through[static_cast<std::size_t>(cell)])
      if (LineBoard::is_line(claim_.board->windows[w], more)) return true;
  }
  return false;
}

std::vector<int> LineProver::top_moves(const LineFact& f) const {
  if (ordinary(f)) return {first_move(f)};
  const auto found = facts_.moves.find(f);
  return found == facts_.moves.end() ? std::vector<int>{} : found->second;
}

CellSet LineProver::replies(const LineFact& f) const {
  const CellSet taken = f.attacker | f.defender;
  CellSet out;
  for (int cell = 0; cell < claim_.board->cells; ++cell)
    if (!taken.has(cell)) out.add(cell);
  LineFact pass = f;
  pass.hidden = 1;
  if (const auto found = facts_.trees.find(pass); found != facts_.trees.end()) out &= found->second.zone;
  return out;
}

bool LineProver::is_shown(LineFact f) const {
  f = least(f);
  if (facts_.trees.contains(f) || completes(f.attacker, f)) return true;
  if (const auto found = shown_.find(f); found != shown_.end()) return found->second;
  bool shown = false;
  for (const int cell : top_moves(f)) {
    LineFact next = f;
    next.attacker.add(cell);
    shown = shown || is_answered(next);
  }
  return shown_[f] = shown;
}

bool LineProver::is_answered(const LineFact& f) const {
  bool all = true;
  replies(f).each([&](int reply) {
    LineFact next = f;
    next.defender.add(reply);
    all = all && is_shown(next);
  });
  return all;
}

// What is still to be shown, in the order in which a checker asks for it.
void LineProver::survey(std::vector<Unit>& units, bool whole) {
  whole_ = whole;
  units.clear();
  all_ = done_ = groups_ = 0;
  open_.clear();
  shown_.clear();
  std::set<LineFact> seen;
  const LineFact root{claim_.attacker, claim_.defender, 0};
  claim_.attacker_moves ? survey_attack(root, 0, units, seen) : survey_defend(root, units, seen);
}

bool LineProver::shown() const {
  const LineFact root{claim_.attacker, claim_.defender, 0};
  return claim_.attacker_moves ? is_shown(root) : is_answered(root);
}

void LineProver::survey_attack(LineFact f, u32 group, std::vector<Unit>& units, std::set<LineFact>& seen) {
  f = least(f);
  if (completes(f.attacker, f) || !seen.insert(f).second) return;
  const std::vector<int> moves = top_moves(f);
  if (facts_.trees.contains(f) || moves.empty()) {
    ++all_;
    if (facts_.trees.contains(f)) {
      ++done_;
    } else {
      units.push_back({f, group});
    }
    return;
  }
  const bool shown = is_shown(f);
  if (whole_ && !shown && !ordinary(f)) {
    ++all_;
    units.push_back({f, group});
    return;
  }
  for (const int cell : moves) {
    LineFact next = f;
    next.attacker.add(cell);
    below_split_ += ordinary(f) ? 0 : 1;
    if (!shown || is_answered(next)) survey_defend(next, units, seen);
    below_split_ -= ordinary(f) ? 0 : 1;
    if (shown && is_answered(next)) return;
  }
}

void LineProver::survey_defend(LineFact f, std::vector<Unit>& units, std::set<LineFact>& seen) {
  ++groups_;
  const u32 group = groups_;
  const int stones = f.attacker.count();
  const std::size_t before = units.size();
  std::string open;
  replies(f).each([&](int reply) {
    LineFact next = f;
    next.defender.add(reply);
    survey_attack(next, group, units, seen);
    if (!is_shown(next)) open += " " + claim_.board->names[static_cast<std::size_t>(reply)];
  });
  if (!open.empty() && stones >= 2 && below_split_ == 0) {
    std::string line;
    auto add = [&](int cell) { line += " " + claim_.board->names[static_cast<std::size_t>(cell)]; };
    f.attacker.each(add);
    line += " against";
    f.defender.each(add);
    open_.push_back(line + ":" + open);
  }
  // Last, when there are models for it: it is not needed, but answers many replies at once.
  LineFact pass = f;
  pass.hidden = 1;
  if (stones >= 2 && !facts_.trees.contains(pass)) units.push_back({pass, group});
  if (stones == 2)
    for (std::size_t i = before; i < units.size(); ++i) units[i].beside = static_cast<u32>(units.size() - before);
}

// A thread of the search.
struct LineProver::Worker {
  std::unique_ptr<ZoneSearch> search;
  std::vector<Known> known;                                // as far as it has looked
  std::map<std::pair<const LineFact*, u32>, ProofId> read; // models by symmetry, while its proofs last
  u32 group = ~0U;
};

// Units by group. A thread stays with a group, whose facts are alike, while there are any; then it goes to where most are left.
struct LineProver::Work {
  struct Group {
    std::vector<Unit> units; // the first comes last
    u32 workers = 0;
  };
  Gate gate;
  std::map<u32, Group> groups;
  bool fewest_first = false; // in later rounds, so that more of them are shown whole

  std::optional<Unit> next(Worker& worker) {
    const auto alone = gate.enter();
    auto at = groups.find(worker.group);
    if (at == groups.end() || at->second.units.empty()) {
      if (at != groups.end()) --at->second.workers;
      worker.group = ~0U;
      double most = 0;
      for (auto i = groups.begin(); i != groups.end(); ++i)
        if (double left = static_cast<double>(i->second.units.size()) / (i->second.workers + 1); left > 0) {
          if (fewest_first) left = 1.0 / (1 + i->second.units.front().beside);
          if (left <= most) continue;
          most = left;
          at = i;
        }
      if (most == 0) return std::nullopt;
      worker.group = at->first;
      ++at->second.workers;
    }
    Unit unit = at->second.units.back();
    at->second.units.pop_back();
    return unit;
  }
};

int LineProver::distance(int a, int b) const {
  int most = 0;
  for (std::size_t i = 0; i < 3; ++i)
    most = std::max(most, std::abs(claim_.board->places[static_cast<std::size_t>(a)][i] -
                                   claim_.board->places[static_cast<std::size_t>(b)][i]));
  return most;
}

// Proofs of facts like this one, the most alike first: the same stones of the attacker, the defender's as near as may be.
std::vector<ProofId> LineProver::models(Worker& worker, const Unit& unit) const {
  struct Model {
    int far;
    u32 symmetry;
    const Known* known;
  };
  std::vector<Model> best;
  const auto& symmetries = claim_.board->symmetries;
  for (const Known& k : worker.known) {
    if (k.fact->attacker.count() != unit.fact.attacker.count()) continue;
    std::optional<Model> nearest;
    for (u32 s = 0; s < symmetries.size(); ++s) {
      bool same = true;
      k.fact->attacker.each(
          [&](int cell) { same = same && unit.fact.attacker.has(symmetries[s][static_cast<std::size_t>(cell)]); });
      if (!same) continue;
      int far = 0;
      k.fact->defender.each([&](int cell) {
        int least = 100;
        unit.fact.defender.each(
            [&](int other) { least = std::min(least, distance(symmetries[s][static_cast<std::size_t>(cell)], other)); });
        far += least + (least > 0 ? 2 : 0);
      });
      if (!nearest || far < nearest->far) nearest = Model{far, s, &k};
    }
    if (nearest) best.push_back(*nearest);
  }
  std::stable_sort(best.begin(), best.end(), [](const Model& a, const Model& b) { return a.far < b.far; });
  std::vector<ProofId> out;
  std::set<std::pair<u64, u32>> seen;
  for (const Model& m : best) {
    if (out.size() == most_models) break;
    if (!seen.insert({m.known->hash, m.symmetry}).second) continue;
    auto [at, fresh] = worker.read.try_emplace({m.known->fact, m.symmetry}, no_proof);
    if (fresh) {
      worker.search->set(m.known->fact->attacker, m.known->fact->defender);
      at->second = worker.search->read(m.known->tree->bytes, m.known->fact->hidden);
      if (m.symmetry != 0) at->second = worker.search->image(at->second, symmetries[m.symmetry]);
    }
    out.push_back(at->second);
  }
  return out;
}

bool LineProver::show(Worker& worker, const Unit& unit, const Round& round, LineTree& tree) {
  ZoneSearch& search = *worker.search;
  if (search.crowded()) {
    search.forget_all();
    worker.read.clear();
  }
  const std::vector<ProofId> like = models(worker, unit);
  search.set(unit.fact.attacker, unit.fact.defender);
  search.look_at(round.quiet_moves);
  search.set_replies_for_one(round.replies_for_one);
  ProofId found = no_proof;
  for (const ProofId model : like) {
    const ProofId copied = search.copy(model, 2, unit.fact.hidden, most_copied);
    if (copied == no_proof) continue;
    const bool better = found == no_proof || search.proofs()[copied].zone.count() < search.proofs()[found].zone.count();
    if (better) found = copied;
    if (unit.fact.hidden == 0) break; // else the smallest zone is best
  }
  if (found == no_proof && (unit.fact.hidden == 0 || top_alone())) {
    search.forget_numbers();
    if (round.guide < 0) search.forget_hints();
    const bool guided = !like.empty() && round.guide >= 0;
    const ProofId guide = guided ? like[static_cast<std::size_t>(round.guide) % like.size()] : no_proof;
    // What fails with few quiet moves may be won by one that was left out.
    const u64 last = search.visits() + round.visits;
    for (std::size_t quiet_moves = round.quiet_moves;; quiet_moves *= 2) {
      const ZoneSearch::Found end = search.quiet(unit.fact.hidden, last - std::min(last, search.visits()), guide);
      found = end.proof;
      if (end.end != ZoneSearch::End::failed || !round.late || quiet_moves >= most_quiet_moves) break;
      search.forget_numbers();
      search.look_at(2 * quiet_moves);
    }
  }
  if (found == no_proof) return false;
  tree = checked(search, found, unit.fact);
  return true;
}

// The search is not believed: 64 bits of a hash name its positions.
LineTree LineProver::checked(const ZoneSearch& search, ProofId found, const LineFact& fact) const {
  LineTree tree{search.proofs()[found].zone, search.proofs().tree(found)};
  const auto zone = claim_.check(fact.attacker, fact.defender, fact.hidden, tree.bytes);
  ensure(zone && *zone == tree.zone, "a proof with zones was found that does not hold");
  return tree;
}

// After a search of it that came to no end.
void LineProver::split(Worker& worker, const LineFact& fact) {
  CellSet before;
  {
    const auto alone = found_.enter();
    if (const auto found = facts_.moves.find(fact); found != facts_.moves.end())
      for (const int cell : found->second) before.add(cell);
  }
  const auto [cell, proof] = worker.search->best_quiet_move(fact.hidden, before);
  if (cell < 0) return;
  LineFact pass = fact;
  pass.attacker.add(cell);
  pass.hidden = 1;
  LineTree tree = checked(*worker.search, proof, pass);
  const auto alone = found_.enter();
  const auto [at, fresh] = facts_.trees.emplace(pass, std::move(tree));
  if (fresh && file_) file_->add(at->first, at->second);
  std::vector<int>& moves = facts_.moves[fact];
  if (std::find(moves.begin(), moves.end(), cell) != moves.end()) return;
  moves.push_back(cell);
  if (file_) file_->set_move(fact, cell);
}

void LineProver::work(Work& all, Worker& worker, const Round& round) {
  while (!stop()) {
    const auto unit = all.next(worker);
    if (!unit) return;
    {
      const auto alone = found_.enter();
      worker.known.insert(worker.known.end(), known_.begin() + static_cast<std::ptrdiff_t>(worker.known.size()), known_.end());
    }
    ZoneSearch& search = *worker.search;
    const u64 visits_before = search.visits(), fours_before = search.fours().nodes();
    Round mine = round;
    if (options_.most_visits != 0)
      mine.visits = std::min(mine.visits, options_.most_visits - std::min(options_.most_visits, load_shared(visits_)));
    LineTree tree;
    const bool shown = show(worker, *unit, mine, tree);
    add_shared(visits_, search.visits() - visits_before);
    add_shared(fours_, search.fours().nodes() - fours_before);
    if (!shown && unit->fact.hidden == 0 && unit->fact.attacker.count() <= round.split && !stop()) split(worker, unit->fact);
    const auto alone = found_.enter();
    if (shown) {
      const auto [at, fresh] = facts_.trees.emplace(unit->fact, std::move(tree));
      if (fresh) {
        add_known(at->first, at->second);
        if (file_) file_->add(at->first, at->second);
        done_ += unit->fact.hidden == 0;
      }
    }
    tell();
  }
}

void LineProver::tell() const {
  if (!options_.on_progress) return;
  ProveProgress progress;
  progress.root = {static_cast<u32>(all_ - std::min(all_, done_)), static_cast<u32>(done_)};
  progress.facts = true;
  progress.visits = load_shared(visits_);
  progress.evaluated = load_shared(fours_);
  progress.seconds = wall_seconds() - start_;
  progress.rate = static_cast<double>(progress.visits) / std::max(1e-9, progress.seconds);
  options_.on_progress(progress);
}

// After a search that was stopped: what is still to be shown, where it is little; not what facts were split into.
void LineProver::tell_open() {
  if (!options_.on_note || top_alone()) return;
  std::vector<Unit> units;
  survey(units, false);
  constexpr u64 little = 500;
  if (all_ - done_ > little) return;
  for (const std::string& line : open_) options_.on_note("open:" + line);
}

// What is hard needs one long search: many short ones with other settings do not find it. Whether a search comes to its end is a
// matter of luck as well, so that settings change from round to round.
LineProver::Round LineProver::round(int number) {
  constexpr u64 million = 1'000'000;
  constexpr std::array<u64, 8> visits = {60'000,      240'000,     million,      2 * million,
                                         4 * million, 8 * million, 16 * million, 16 * million};
  constexpr std::array<std::size_t, 8> quiet_moves = {8, 8, 20, 16, 20, 32, 24, 48};
  constexpr std::array<u32, 8> replies_for_one = {3, 3, 6, 3, 12, 6, 12, 6};
  constexpr std::array<int, 8> guides = {0, 0, -1, -1, -1, 0, -1, 1};
  const auto i = static_cast<std::size_t>(number % 8), again = static_cast<std::size_t>(number / 8);
  return {visits[again == 0 ? i : 7] << std::min<std::size_t>(again, 8),
          quiet_moves[i] + again * 3,
          guides[i],
          number >= 2,
          replies_for_one[i],
          number < 6 ? 0 : number / 3};
}

void LineProver::search(const std::vector<Unit>& units, const Round& round) {
  Pool pool(options_.threads);
  threads_ = pool.threads();
  ZoneSearchOptions o;
  constexpr u64 most_entries = u64{1} << 23;
  while (o.table_entries < round.visits && o.table_entries < most_entries) o.table_entries *= 2;
  const u64 memory = memory_of_search(options_.memory) / static_cast<u64>(threads_);
  while (o.table_entries * 80 * 2 > memory && o.table_entries > 1024) o.table_entries /= 2;
  o.most_proofs = std::max<u64>(4096, memory / 2 / 80);
  const u64 table_bytes = static_cast<u64>(threads_) * ZoneSearch::bytes_of(o);
  if (std::exchange(table_bytes_, table_bytes) != table_bytes) workers_.clear(); // they begin anew
  while (workers_.size() < static_cast<std::size_t>(threads_)) {
    auto& worker = *workers_.emplace_back(std::make_unique<Worker>());
    worker.search = std::make_unique<ZoneSearch>(tables_, claim_.attacker, claim_.defender, o);
    worker.search->set_near(near_);
    worker.search->should_stop = [this] { return stop(); };
  }
  Work all;
  all.fewest_first = round.late;
  for (const Unit& u : units) all.groups[u.group].units.push_back(u);
  // Stones far away disturb least: what wins against them is a model for those that are near. They are taken from the back.
  for (auto& [number, group] : all.groups)
    std::stable_sort(group.units.begin(), group.units.end(), [&](const Unit& a, const Unit& b) {
      if (a.fact.hidden != b.fact.hidden) return a.fact.hidden > b.fact.hidden;
      return (a.fact.defender & near_).count() > (b.fact.defender & near_).count();
    });
  for (auto& worker : workers_) worker->group = ~0U;
  pool.for_ranges(0, static_cast<u64>(threads_), 1,
                  [&](u64, u64, int worker) { work(all, *workers_[static_cast<std::size_t>(worker)], round); });
}

ProveResult LineProver::run() {
  start_ = wall_seconds();
  const double cpu = cpu_seconds();
  ProveResult r;
  r.resumed = !facts_.trees.empty();
  std::vector<Unit> units;
  for (int number = file_ ? file_->round() : 0;; ++number) {
    survey(units, number % 4 != 3 || number == 3);
    if (number == 0 && 10 * done_ >= 9 * all_) number = 2; // what is left is not easy
    if (shown()) {
      r.verdict = Verdict::proven;
      break;
    }
    const Round now = round(number);
    search(units, now);
    if (stop() || ((top_alone() || !claim_.patient) && now.visits >= most_alone)) break;
    if (options_.on_note && !top_alone() && done_ < all_)
      options_.on_note(fmt::format("{} of {} facts shown, after {} visits", grouped(done_), grouped(all_), grouped(visits_)));
    if (file_ && file_->made()) file_->set_round(number + 1);
  }
  if (r.verdict != Verdict::proven) tell_open();
  r.root = {static_cast<u32>(r.verdict == Verdict::proven ? 0 : all_ - done_), static_cast<u32>(done_)};
  r.visits = visits_;
  r.evaluated = fours_;
  r.wall_seconds = wall_seconds() - start_;
  r.cpu_seconds = cpu_seconds() - cpu;
  r.threads = threads_;
  r.table_bytes = table_bytes_;
  if (file_ && file_->made()) r.saved = file_->path();
  return r;
}

Bytes LineProver::certificate() const {
  Bytes out;
  std::set<LineFact> seen;
  const LineFact root{claim_.attacker, claim_.defender, 0};
  claim_.attacker_moves ? write_attack(root, seen, out) : write_defend(root, seen, out);
  return out;
}

void LineProver::write_attack(LineFact f, std::set<LineFact>& seen, Bytes& out) const {
  f = least(f);
  if (completes(f.attacker, f) || !seen.insert(f).second) return;
  const auto found = facts_.trees.find(f);
  if (found == facts_.trees.end()) {
    for (const int cell : top_moves(f)) {
      LineFact next = f;
      next.attacker.add(cell);
      if (!is_answered(next)) continue;
      out.push_back(static_cast<std::byte>(cell));
      return write_defend(next, seen, out);
    }
    ensure(false, "a fact is missing from a proof with zones");
  }
  const LineTree& tree = found->second;
  out.push_back(std::byte{253});
  put_number(out, tree.bytes.size());
  append(out, tree.bytes);
}

void LineProver::write_defend(LineFact f, std::set<LineFact>& seen, Bytes& out) const {
  LineFact pass = f;
  pass.hidden = 1;
  const auto found = facts_.trees.find(pass);
  out.push_back(static_cast<std::byte>(found != facts_.trees.end() ? 1 : 0));
  if (found != facts_.trees.end()) {
    const LineTree& tree = found->second;
    for (const u64 word : tree.zone.words)
      for (unsigned shift = 0; shift < 64; shift += 8) out.push_back(static_cast<std::byte>(word >> shift & 255));
    put_number(out, tree.bytes.size());
    append(out, tree.bytes);
  }
  replies(f).each([&](int reply) {
    LineFact next = f;
    next.defender.add(reply);
    write_attack(next, seen, out);
  });
}

} // namespace zermelo
