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
constexpr std::size_t most_quiet_moves = 100;
constexpr u64 most_copied = 20'000;   // moves of a model
constexpr u64 pass_visits = 3'000;    // after a move that was suggested, by threats
constexpr u64 pass_quiet = 60'000;    // and with quiet moves: without a proof for the pass every empty cell is to be answered
constexpr u32 suggested_attempts = 7; // what was split as suggested is searched as a whole only when that has become dear

} // namespace

LineProver::LineProver(LineClaim claim, const ProveOptions& options, const std::filesystem::path& facts)
    : claim_(std::move(claim)), options_(options), tables_(*claim_.board), facts_(std::move(claim_.known)) {
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
  std::map<LineFact, int> suggested;
  for (const auto& [fact, cell] : claim_.suggested) suggested.emplace(least(fact), in_least(fact, cell));
  // What was split by other rules is split here.
  for (const auto& [fact, cells] : claim_.elsewhere.facts.moves) {
    suggested.emplace(fact, cells.front());
    if (ordinary(fact)) continue;
    for (auto& known = facts_.moves[fact]; const int cell : cells) // beside what it was split by here
      if (std::ranges::count(known, cell) == 0) known.push_back(cell);
  }
  claim_.suggested = std::move(suggested);
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

LineFact LineProver::image_of(const LineFact& f, std::size_t symmetry) const {
  const auto& to = claim_.board->symmetries[symmetry];
  LineFact image{{}, {}, f.hidden};
  f.attacker.each([&](int cell) { image.attacker.add(to[static_cast<std::size_t>(cell)]); });
  f.defender.each([&](int cell) { image.defender.add(to[static_cast<std::size_t>(cell)]); });
  return image;
}
LineFact LineProver::least(const LineFact& f) const {
  LineFact best = f;
  for (std::size_t s = 0; s < claim_.board->symmetries.size(); ++s) best = std::min(best, image_of(f, s));
  return best;
}

// A move of a fact where the least of its images has it. A fact that is its own mirror image has it twice: then the one that is
// known, so that what was shown of it serves.
int LineProver::in_least(const LineFact& f, int cell) const {
  const LineFact image = least(f);
  int found = -1;
  for (std::size_t s = 0; s < claim_.board->symmetries.size(); ++s) {
    if (image_of(f, s) != image) continue;
    const int there = claim_.board->symmetries[s][static_cast<std::size_t>(cell)];
    if (found < 0) found = there;
    for (const auto* moves : {&facts_.moves, &claim_.elsewhere.facts.moves})
      if (const auto known = moves->find(image); known != moves->end() && std::ranges::count(known->second, there) > 0)
        return there;
  }
  return found;
}

// With fewer than two stones there is nothing to threaten with: the top of the proof goes on.
bool LineProver::ordinary(const LineFact& f) const { return !top_alone() && f.attacker.count() < 2; }

int LineProver::suggested(const LineFact& f) const {
  const auto found = claim_.suggested.find(f);
  return found == claim_.suggested.end() ? -1 : found->second;
}

int LineProver::first_move(const LineFact& f) const {
  if (const int cell = suggested(f); cell >= 0) return cell;
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

bool LineProver::is_shown(const LineFact& f) const { return facts_.trees.contains(f) || completes(f.attacker, f); }

// Stones far away disturb least: what wins against them is a model for those that are near.
std::vector<int> LineProver::ordered_replies(const LineFact& f) const {
  std::vector<int> far, near;
  replies(f).each([&](int cell) { (near_.has(cell) ? near : far).push_back(cell); });
  far.insert(far.end(), near.begin(), near.end());
  return far;
}

// A thread of the search.
struct LineProver::Worker {
  Worker(const LineProver& prover, const ZoneSearchOptions& options)
      : search(prover.tables_, prover.claim_.attacker, prover.claim_.defender, options),
        models(*prover.claim_.board, search, prover.claim_.elsewhere) {}
  ZoneSearch search;
  Models models;
  ProofId elsewhere = no_proof; // what guided the last search by other rules
};

void LineProver::make_room(Worker& worker) {
  if (!worker.search.crowded()) return;
  worker.search.forget_all();
  worker.models.forget_proofs();
}

// The proof of the fact by other rules, played by those at hand.
ProofId LineProver::played_again(Worker& worker, const LineFact& fact, const Attempt& how, ProofId elsewhere) {
  ZoneSearch& search = worker.search;
  const auto its = claim_.elsewhere.facts.trees.find(fact);
  const u64 claims = its == claim_.elsewhere.facts.trees.end() ? most_copied : its->second.bytes.size(); // about as many
  u64 places = 1024;
  while (places < 2 * claims + how.visits && places < most_entries_) places *= 2;
  search.forget_numbers(places); // what an earlier search gave up is tried
  search.set(fact.attacker, fact.defender);
  const u64 each = std::max<u64>(300, how.visits / 100);
  return search.mend(elsewhere, fact.hidden, most_copied + 4 * claims, each, how.visits);
}

bool LineProver::show(Worker& worker, std::span<const Models::Step> way, const LineFact& fact, const Attempt& how,
                      LineTree& tree) {
  ZoneSearch& search = worker.search;
  make_room(worker);
  search.look_at(how.quiet_moves);
  search.set_replies_for_one(how.replies_for_one);
  const ProofId elsewhere = worker.elsewhere = worker.models.elsewhere(way, fact);
  ProofId found = elsewhere == no_proof ? no_proof : played_again(worker, fact, how, elsewhere);
  std::vector<ProofId> like;
  if (found == no_proof) like = worker.models.like(fact);
  search.set(fact.attacker, fact.defender);
  for (const ProofId model : like) {
    const ProofId copied = search.copy(model, 2, fact.hidden, most_copied);
    if (copied == no_proof) continue;
    const bool better = found == no_proof || search.proofs()[copied].zone.count() < search.proofs()[found].zone.count();
    if (better) found = copied;
    if (fact.hidden == 0) break; // else the smallest zone is best
  }
  if (found == no_proof && (fact.hidden == 0 || top_alone())) {
    search.forget_numbers(entries(how.visits));
    if (how.guide < 0) search.forget_hints();
    if (elsewhere != no_proof) like.insert(like.begin(), elsewhere);
    const bool guided = !like.empty() && how.guide >= 0;
    const ProofId guide = guided ? like[static_cast<std::size_t>(how.guide) % like.size()] : no_proof;
    // What fails with few quiet moves may be won by one that was left out.
    const u64 last = search.visits() + how.visits;
    for (std::size_t quiet_moves = how.quiet_moves;; quiet_moves *= 2) {
      const ZoneSearch::Found end = search.quiet(fact.hidden, last - std::min(last, search.visits()), guide);
      found = end.proof;
      if (end.end != ZoneSearch::End::failed || !how.late || quiet_moves >= most_quiet_moves) break;
      search.forget_numbers(entries(how.visits));
      search.look_at(2 * quiet_moves);
    }
  }
  if (found == no_proof) return false;
  tree = checked(search, found, fact);
  return true;
}

// The search is not believed: 64 bits of a hash name its positions.
LineTree LineProver::checked(const ZoneSearch& search, ProofId found, const LineFact& fact) const {
  LineTree tree{search.proofs()[found].zone, search.proofs().tree(found)};
  const auto zone = claim_.check(fact.attacker, fact.defender, fact.hidden, tree.bytes);
  ensure(zone && *zone == tree.zone, "a proof with zones was found that does not hold");
  return tree;
}

bool LineProver::add_fact(const LineFact& fact, LineTree tree) {
  const auto [at, fresh] = facts_.trees.emplace(fact, std::move(tree));
  if (!fresh) return false;
  add_known(at->first, at->second);
  if (file_) file_->add(at->first, at->second);
  if (fact.hidden == 0) graph_->set_shown(fact);
  return true;
}

// After a search of it that came to no end: by the move that it thinks best, with what it has shown against single replies.
void LineProver::split(Worker& worker, FactGraph::Node& node) {
  const LineFact fact = node.fact;
  CellSet before;
  {
    const auto alone = found_.enter();
    for (const FactGraph::Move& move : node.moves) before.add(move.cell);
  }
  ZoneSearch& search = worker.search;
  if (const auto [cell, proof] = search.best_quiet_move(fact.hidden, before); cell >= 0) split_by(worker, node, cell, proof);
}

// By the first move of the proof by other rules that guided the search, if it still wins where the defender passes. Then what that
// proof answers is a model for each reply (models.h), and only the replies that it does not hold against stay open.
bool LineProver::split_as_elsewhere(Worker& worker, FactGraph::Node& node) {
  ZoneSearch& search = worker.search;
  if (worker.elsewhere == no_proof || search.proofs()[worker.elsewhere].completes) return false;
  const int cell = search.proofs()[worker.elsewhere].cell;
  const ProofId pass = search.proofs()[worker.elsewhere].pass;
  {
    const auto alone = found_.enter();
    if (std::any_of(node.moves.begin(), node.moves.end(), [&](const auto& move) { return move.cell == cell; })) return false;
  }
  LineFact after = node.fact;
  after.attacker.add(cell);
  search.set(after.attacker, after.defender);
  const ProofId proof =
      search.state().defender_completes() ? no_proof : search.mend(pass, 1, most_copied, pass_visits / 10, pass_visits);
  search.set(node.fact.attacker, node.fact.defender);
  if (proof == no_proof) return false;
  split_by(worker, node, cell, proof);
  return true;
}

// `proof`: that the move wins if the defender passes.
void LineProver::split_by(Worker& worker, FactGraph::Node& node, int cell, ProofId proof) {
  ZoneSearch& search = worker.search;
  const LineFact& fact = node.fact;
  LineFact after = fact;
  after.attacker.add(cell);
  LineFact pass = after;
  pass.hidden = 1;
  LineTree tree = checked(search, proof, pass);
  std::vector<std::pair<LineFact, LineTree>> shown;
  for (const auto& [reply, answer] : search.answered(fact.hidden, cell, proof)) {
    LineFact next = after;
    next.defender.add(reply);
    const LineFact image = least(next);
    const ProofId copied = turned(search, answer, next, image);
    if (copied != no_proof) shown.emplace_back(image, checked(search, copied, image));
  }
  const auto alone = found_.enter();
  add_fact(pass, std::move(tree));
  for (auto& [next, its] : shown) add_fact(next, std::move(its));
  if (file_) file_->set_move(fact, cell);
  graph_->add_move(node, cell);
}

// A proof of a fact for one of its images: facts are kept as the least. The image of a proof is a model only: other windows come
// first there.
ProofId LineProver::turned(ZoneSearch& search, ProofId proof, const LineFact& from, const LineFact& to) const {
  std::size_t s = 0;
  while (image_of(from, s) != to) ++s;
  if (s == 0) return proof;
  const ProofId model = search.image(proof, claim_.board->symmetries[s]);
  search.set(to.attacker, to.defender);
  return search.copy(model, 2, to.hidden, most_copied);
}

// With the proof for the pass, if one is found; else every reply is a fact.
void LineProver::split_as_suggested(Worker& worker, FactGraph::Node& node, int cell) {
  ZoneSearch& search = worker.search;
  LineFact pass = node.fact;
  search.set(pass.attacker, pass.defender);
  search.forget_numbers(entries(pass_quiet));
  const ProofId proof = search.pass_after(0, cell, pass_visits, pass_quiet);
  pass.attacker.add(cell);
  pass.hidden = 1;
  LineTree tree;
  if (proof != no_proof) tree = checked(search, proof, pass);
  const auto alone = found_.enter();
  if (proof != no_proof) add_fact(pass, std::move(tree));
  if (file_) file_->set_move(node.fact, cell);
  node.attempts = std::max(node.attempts, suggested_attempts);
  graph_->add_move(node, cell);
}

// What the moves of a fact have shown, as one tree: it is shorter than its parts, and a model for others. Not where there is no
// proof for the pass, or no tree against a reply.
void LineProver::join(Worker& worker, const FactGraph::Node& node) {
  struct Part {
    LineFact fact;
    const LineTree* tree; // of the least of its images; trees stay where they are
  };
  static const LineTree line{}; // completed at once
  std::vector<Part> parts;
  const LineTree* of_pass = nullptr;
  LineFact pass;
  int cell = -1;
  {
    const auto alone = found_.enter();
    if (!node.shown || node.ordinary || facts_.trees.contains(node.fact)) return;
    for (const FactGraph::Move& move : node.moves) {
      pass = move.after;
      pass.hidden = 1;
      const auto found = facts_.trees.find(pass);
      if (found == facts_.trees.end() || !FactGraph::is_shown(move)) continue;
      cell = move.cell;
      of_pass = &found->second;
      break;
    }
    if (of_pass == nullptr) return;
    of_pass->zone.each([&](int reply) {
      LineFact next = pass;
      next.hidden = 0;
      next.defender.add(reply);
      const auto found = facts_.trees.find(least(next));
      parts.push_back({next, completes(next.attacker, next) ? &line : found == facts_.trees.end() ? nullptr : &found->second});
    });
  }
  ZoneSearch& search = worker.search;
  make_room(worker);
  std::vector<ProofId> answers;
  for (const Part& part : parts) {
    if (part.tree == nullptr) return;
    const LineFact from = part.tree == &line ? part.fact : least(part.fact);
    search.set(from.attacker, from.defender);
    answers.push_back(turned(search, search.read(part.tree->bytes, 0), from, part.fact));
    if (answers.back() == no_proof) return;
  }
  search.set(pass.attacker, pass.defender);
  const ProofId of_elsewhere = search.read(of_pass->bytes, 1);
  search.set(node.fact.attacker, node.fact.defender);
  LineTree tree = checked(search, search.join(0, cell, of_elsewhere, answers), node.fact);
  const auto alone = found_.enter();
  add_fact(node.fact, std::move(tree));
}

int LineProver::unused_suggestion(const FactGraph::Node& node) {
  const auto alone = found_.enter();
  const int cell = suggested(node.fact);
  return std::any_of(node.moves.begin(), node.moves.end(), [&](const auto& move) { return move.cell == cell; }) ? -1 : cell;
}

void LineProver::end(const FactGraph::Task& task, LineTree* tree) {
  const auto alone = found_.enter();
  graph_->give_back(task);
  if (tree != nullptr) {
    add_fact(task.node->fact, std::move(*tree));
  } else if (file_ && !stop()) {
    file_->set_attempts(task.node->fact, task.attempt + 1);
  }
  tell();
}

void LineProver::work(Worker& worker) {
  while (!stop() && load_shared(ended_) == 0) {
    FactGraph::Task task;
    std::vector<Models::Step> way;
    {
      const auto alone = found_.enter();
      task = graph_->take();
      if (task.node == nullptr) return;
      for (const auto& [node, move] : task.way) way.push_back({node->fact, node->moves[move].cell});
      worker.models.add(std::span(known_).subspan(worker.models.size()));
    }
    Attempt how = attempt(task.attempt);
    if ((top_alone() || !claim_.patient) && how.visits > most_alone) store_shared(ended_, u64{1});
    ZoneSearch& search = worker.search;
    const u64 visits_before = search.visits(), fours_before = search.fours().nodes();
    if (options_.most_visits != 0)
      how.visits = std::min(how.visits, options_.most_visits - std::min(options_.most_visits, load_shared(visits_)));
    LineTree tree;
    const bool shown = load_shared(ended_) == 0 && show(worker, way, task.node->fact, how, tree);
    add_shared(visits_, search.visits() - visits_before);
    add_shared(fours_, search.fours().nodes() - fours_before);
    if (!shown && !stop()) {
      if (const int cell = unused_suggestion(*task.node); cell >= 0) {
        split_as_suggested(worker, *task.node, cell);
      } else if (task.attempt >= 1 && !split_as_elsewhere(worker, *task.node) && task.attempt >= 2) {
        split(worker, *task.node);
      }
    }
    end(task, shown ? &tree : nullptr);
    for (auto at = task.way.rbegin(); shown && at != task.way.rend(); ++at) join(worker, *at->first);
  }
}

// A tree that answers many replies to a move of the top at once is not needed, but makes the proof smaller. There are models for
// it now.
void LineProver::show_passes(Worker& worker) {
  worker.models.add(std::span(known_).subspan(worker.models.size()));
  graph_->each_top_move([&](const FactGraph::Move& move) {
    LineFact pass = move.after;
    pass.hidden = 1;
    LineTree tree;
    if (pass.attacker.count() >= 2 && !facts_.trees.contains(pass) && !stop() && show(worker, {}, pass, attempt(0), tree))
      add_fact(pass, std::move(tree));
  });
}

// What answers many replies at once by other rules comes first: fewer facts are left.
void LineProver::play_passes_again(Worker& worker) {
  for (const auto& [fact, its] : claim_.elsewhere.facts.trees) {
    LineTree tree;
    if (fact.hidden == 1 && !facts_.trees.contains(fact) && !stop() && show(worker, {}, fact, attempt(0), tree))
      add_fact(fact, std::move(tree));
  }
}

void LineProver::tell() const {
  if (!options_.on_progress) return;
  ProveProgress progress;
  progress.root = {static_cast<u32>(graph_->facts() - graph_->shown()), static_cast<u32>(graph_->shown())};
  progress.facts = true;
  progress.visits = load_shared(visits_);
  progress.evaluated = load_shared(fours_);
  progress.seconds = wall_seconds() - start_;
  progress.rate = static_cast<double>(progress.visits) / std::max(1e-9, progress.seconds);
  options_.on_progress(progress);
}

// What is hard needs one long search: many short ones with other settings do not find it. Whether a search comes to its end is a
// matter of luck as well, so that settings change from one to the next.
LineProver::Attempt LineProver::attempt(u32 number) {
  constexpr u64 million = 1'000'000;
  constexpr std::array<u64, 9> visits = {6'000,       60'000,      240'000,      million,     2 * million,
                                         4 * million, 8 * million, 16 * million, 16 * million};
  constexpr std::array<std::size_t, 9> quiet_moves = {8, 8, 8, 20, 16, 20, 32, 24, 48};
  constexpr std::array<u32, 9> replies_for_one = {3, 3, 3, 6, 3, 12, 6, 12, 6};
  constexpr std::array<int, 9> guides = {0, 0, 0, -1, -1, -1, 0, -1, 1};
  const std::size_t i = number % 9, again = number / 9;
  return {visits[again == 0 ? i : 8] << std::min<std::size_t>(again, 8), quiet_moves[i] + again * 3, guides[i], number >= 3,
          replies_for_one[i]};
}

// Of the tables of a search that may take so many visits.
u64 LineProver::entries(u64 visits) const {
  u64 n = std::min(u64{1} << 19, most_entries_);
  while (n < visits && n < most_entries_) n *= 2;
  return n;
}

ProveResult LineProver::run() {
  start_ = wall_seconds();
  const double cpu = cpu_seconds();
  ProveResult r;
  r.resumed = !facts_.trees.empty();
  Pool pool(top_alone() ? 1 : options_.threads);
  threads_ = pool.threads();
  const u64 memory = memory_of_search(options_.memory) / static_cast<u64>(threads_);
  most_entries_ = u64{1} << 23;
  while (ZoneSearch::bytes_of_tables(most_entries_) > memory / 2 && most_entries_ > 1024) most_entries_ /= 2;
  ZoneSearchOptions o;
  o.table_entries = entries(0);
  o.most_proofs = std::max<u64>(4096, memory / 2 / 80);
  for (int i = 0; i < threads_; ++i) {
    auto& worker = *workers_.emplace_back(std::make_unique<Worker>(*this, o));
    worker.search.set_near(near_);
    worker.search.should_stop = [this] { return stop(); };
  }
  play_passes_again(*workers_.front());
  FactGraph::Asks asks;
  asks.least = [this](const LineFact& f) { return least(f); };
  asks.is_shown = [this](const LineFact& f) { return is_shown(f); };
  asks.is_ordinary = [this](const LineFact& f) { return ordinary(f); };
  asks.moves = [this](const LineFact& f) { return top_moves(f); };
  // Who suggests a move has seen those fail that the fact was split by before.
  asks.preferred = [this](const LineFact& f) { return ordinary(f) ? -1 : suggested(f); };
  asks.replies = [this](const LineFact& f) { return ordered_replies(f); };
  // A short first search is for the many replies to a move that was split, and for what holds by other rules; the other facts of
  // the top are too hard for it.
  const int stones_of_top = std::max(2, claim_.attacker.count());
  asks.attempts = [this, stones_of_top](const LineFact& f) -> u32 {
    const auto found = facts_.attempts.find(f);
    const auto moves = facts_.moves.find(f);
    const bool split = moves != facts_.moves.end() && std::ranges::count(moves->second, suggested(f)) > 0;
    // A move was suggested after searches in vain: another short one, and the fact is split by it.
    if (!split && found != facts_.attempts.end() && suggested(f) >= 0) return 0;
    const bool easy = f.attacker.count() > stones_of_top || claim_.elsewhere.facts.trees.contains(f);
    const u32 least = split ? suggested_attempts : easy ? 0 : 1;
    return found == facts_.attempts.end() ? least : std::max(least, found->second);
  };
  // Most facts that a first search shows take a small part of its visits.
  asks.visits = [](u32 attempts) { return static_cast<double>(attempt(attempts).visits) / (attempts == 0 ? 10 : 1); };
  graph_ = std::make_unique<FactGraph>(asks, LineFact{claim_.attacker, claim_.defender, 0}, claim_.attacker_moves);
  pool.for_ranges(0, static_cast<u64>(threads_), 1,
                  [&](u64, u64, int worker) { work(*workers_[static_cast<std::size_t>(worker)]); });
  if (graph_->root().shown) {
    r.verdict = Verdict::proven;
    show_passes(*workers_.front());
  } else {
    tell_open();
    r.open = open();
  }
  r.root = {static_cast<u32>(graph_->facts() - graph_->shown()), static_cast<u32>(graph_->shown())};
  r.visits = visits_;
  r.evaluated = fours_;
  r.wall_seconds = wall_seconds() - start_;
  r.cpu_seconds = cpu_seconds() - cpu;
  r.threads = threads_;
  r.table_bytes = static_cast<u64>(threads_) * ZoneSearch::bytes_of_tables(most_entries_);
  if (file_ && file_->made()) r.saved = file_->path();
  return r;
}

} // namespace zermelo
