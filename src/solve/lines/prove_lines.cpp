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

constexpr u64 first_visits = 60'000, most_alone = 240'000; // visits for a fact in the first round; for all of a small board
constexpr std::size_t first_quiet_moves = 8;

void put_number(Bytes& out, u64 n) {
  for (; n >= 128; n >>= 7) out.push_back(static_cast<std::byte>(n | 128));
  out.push_back(static_cast<std::byte>(n));
}
void append(Bytes& out, const Bytes& more) { out.insert(out.end(), more.begin(), more.end()); }

} // namespace

// Each record: 13 words (attacker, defender, zone, k), the number of bytes, a hash of all that and of the bytes, the bytes. The
// file begins with a hash of what the facts are about.
FactFile::FactFile(const std::filesystem::path& path, const std::string& identity, bool restart,
                   std::map<LineFact, LineTree>& facts)
    : path_(path) {
  make_folders(path.parent_path());
  lock_ = std::make_unique<FolderLock>(path.string() + ".lock", "a search of " + path.filename().string());
  if (restart) remove_file(path);
  about_ = xxh3(std::as_bytes(std::span(identity)));
  end_ = sizeof about_;
  if (std::error_code none; !std::filesystem::exists(path, none)) return; // made with the first fact
  file_.emplace(File::open_for_adding(path));
  const u64 size = file_->size();
  u64 found = 0;
  if (size >= sizeof found) file_->read_at(0, std::as_writable_bytes(std::span(&found, 1)));
  if (size >= sizeof found && found != about_)
    throw Error(Exit::table, path.string() + " has facts about something else: give --restart to begin anew");
  std::array<u64, 15> head{};
  while (size >= end_ + sizeof head) {
    file_->read_at(end_, std::as_writable_bytes(std::span(head)));
    const u64 bytes = head[13];
    if (bytes > size - end_ - sizeof head) break;
    LineTree tree;
    tree.bytes.resize(bytes);
    file_->read_at(end_ + sizeof head, tree.bytes);
    if (xxh3(tree.bytes, xxh3(std::as_bytes(std::span(head).first(14)))) != head[14]) break;
    LineFact fact;
    for (std::size_t i = 0; i < 4; ++i) {
      fact.attacker.words[i] = head[i];
      fact.defender.words[i] = head[4 + i];
      tree.zone.words[i] = head[8 + i];
    }
    fact.hidden = static_cast<int>(head[12]);
    facts.emplace(fact, std::move(tree));
    end_ += sizeof head + bytes;
  }
}

void FactFile::add(const LineFact& fact, const LineTree& tree) {
  std::array<u64, 15> head{};
  for (std::size_t i = 0; i < 4; ++i) {
    head[i] = fact.attacker.words[i];
    head[4 + i] = fact.defender.words[i];
    head[8 + i] = tree.zone.words[i];
  }
  head[12] = static_cast<u64>(fact.hidden);
  head[13] = tree.bytes.size();
  head[14] = xxh3(tree.bytes, xxh3(std::as_bytes(std::span(head).first(14))));
  if (!file_) file_.emplace(File::open_for_adding(path_));
  if (end_ == sizeof about_) file_->write_at(0, std::as_bytes(std::span(&about_, 1)));
  file_->write_at(end_, std::as_bytes(std::span(head)));
  file_->write_at(end_ + sizeof head, tree.bytes);
  end_ += sizeof head + tree.bytes.size();
}

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

// What is still to be shown, in the order in which a checker asks for it.
void LineProver::survey(std::vector<Unit>& units) {
  units.clear();
  all_ = done_ = 0;
  std::set<LineFact> seen;
  const LineFact root{claim_.attacker, claim_.defender, 0};
  claim_.attacker_moves ? survey_attack(root, units, seen) : survey_defend(root, units, seen);
}

void LineProver::survey_attack(LineFact f, std::vector<Unit>& units, std::set<LineFact>& seen) {
  f = least(f);
  if (completes(f.attacker, f) || !seen.insert(f).second) return;
  if (ordinary(f)) {
    f.attacker.add(first_move(f));
    return survey_defend(f, units, seen);
  }
  ++all_;
  if (facts_.contains(f)) {
    ++done_;
  } else {
    units.push_back({f});
  }
}

void LineProver::survey_defend(LineFact f, std::vector<Unit>& units, std::set<LineFact>& seen) {
  const CellSet taken = f.attacker | f.defender;
  CellSet replies;
  for (int cell = 0; cell < claim_.board->cells; ++cell)
    if (!taken.has(cell)) replies.add(cell);
  if (f.attacker.count() >= 2) {
    LineFact pass = f;
    pass.hidden = 1;
    ++all_;
    if (const auto found = facts_.find(pass); found != facts_.end()) {
      ++done_;
      replies &= found->second.zone;
    } else {
      units.push_back({pass});
    }
  }
  replies.each([&](int reply) {
    LineFact next = f;
    next.defender.add(reply);
    survey_attack(next, units, seen);
  });
}

void LineProver::search(std::vector<Unit>& units, u64 visits, std::size_t quiet_moves) {
  Pool pool(options_.threads);
  threads_ = pool.threads();
  ZoneSearchOptions o;
  o.quiet_moves = quiet_moves;
  const u64 memory = memory_of_search(options_.memory) / static_cast<u64>(threads_);
  while (o.table_entries * 80 * 2 > memory && o.table_entries > 1024) o.table_entries /= 2;
  o.most_proofs = std::max<u64>(4096, memory / 2 / 80);
  table_bytes_ = static_cast<u64>(threads_) * ZoneSearch::bytes_of(o);
  searches_.resize(static_cast<std::size_t>(threads_));
  const Guarded<int> writing(0);
  // Stones far away disturb least: what wins against them is tried first against those that are near.
  std::stable_sort(units.begin(), units.end(), [&](const Unit& a, const Unit& b) {
    return (a.fact.defender & near_).count() < (b.fact.defender & near_).count();
  });
  pool.for_ranges(0, units.size(), 1, [&](u64 i, u64, int worker) {
    Unit& unit = units[i];
    if (stop()) return;
    auto& search = searches_[static_cast<std::size_t>(worker)];
    if (!search) {
      search = std::make_unique<ZoneSearch>(tables_, unit.fact.attacker, unit.fact.defender, o);
      search->set_near(near_);
      search->should_stop = [this] { return stop(); };
    } else {
      search->restart(unit.fact.attacker, unit.fact.defender);
      search->look_at(quiet_moves);
    }
    const u64 visits_before = search->visits(), fours_before = search->fours().nodes();
    u64 most = unit.fact.hidden > 0 ? 8 * visits : visits;
    if (options_.most_visits != 0)
      most = std::min(most, options_.most_visits - std::min(options_.most_visits, load_shared(visits_)));
    const auto found = search->quiet(unit.fact.hidden, most);
    add_shared(visits_, search->visits() - visits_before);
    add_shared(fours_, search->fours().nodes() - fours_before);
    unit.failed = found.end == ZoneSearch::End::failed;
    if (found.end == ZoneSearch::End::proven) {
      const LineTree tree{search->proofs()[found.proof].zone, search->proofs().tree(found.proof)};
      writing.with([&](int) {
        facts_.emplace(unit.fact, tree);
        if (file_) file_->add(unit.fact, tree);
        ++done_;
      });
    }
    if (worker != 0 || !options_.on_progress) return;
    ProveProgress progress;
    progress.root = {static_cast<u32>(all_ - load_shared(done_)), static_cast<u32>(load_shared(done_))};
    progress.visits = load_shared(visits_);
    progress.evaluated = load_shared(fours_);
    progress.seconds = wall_seconds() - start_;
    progress.rate = static_cast<double>(progress.visits) / std::max(1e-9, progress.seconds);
    options_.on_progress(progress);
  });
}

ProveResult LineProver::run() {
  start_ = wall_seconds();
  const double cpu = cpu_seconds();
  ProveResult r;
  r.resumed = !facts_.empty();
  std::vector<Unit> units;
  u64 visits = first_visits;
  std::size_t quiet_moves = first_quiet_moves;
  for (;;) {
    // The passes first: they say which replies there are.
    survey(units);
    if (units.empty()) {
      r.verdict = Verdict::proven;
      break;
    }
    std::vector<Unit> passes;
    for (const Unit& u : units)
      if (u.fact.hidden > 0) passes.push_back(u);
    if (!passes.empty()) {
      search(passes, visits, quiet_moves);
      survey(units);
      std::erase_if(units, [](const Unit& u) { return u.fact.hidden > 0; });
    }
    if (!stop()) search(units, visits, quiet_moves);
    if (stop() || ((top_alone() || !claim_.patient) && visits >= most_alone)) break;
    if (options_.on_note && !top_alone() && done_ < all_)
      options_.on_note(fmt::format("{} of {} facts shown, after {} visits", grouped(done_), grouped(all_), grouped(visits_)));
    visits *= 4;
    quiet_moves += 6;
  }
  r.root = {static_cast<u32>(r.verdict == Verdict::proven ? 0 : all_ - done_), static_cast<u32>(done_)};
  r.visits = visits_;
  r.evaluated = fours_;
  r.wall_seconds = wall_seconds() - start_;
  r.cpu_seconds = cpu_seconds() - cpu;
  r.threads = threads_;
  r.table_bytes = table_bytes_;
  if (file_ && !facts_.empty()) r.saved = file_->path();
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
  if (ordinary(f)) {
    const int cell = first_move(f);
    out.push_back(static_cast<std::byte>(cell));
    f.attacker.add(cell);
    return write_defend(f, seen, out);
  }
  const LineTree& tree = facts_.at(f);
  out.push_back(std::byte{253});
  put_number(out, tree.bytes.size());
  append(out, tree.bytes);
}

void LineProver::write_defend(LineFact f, std::set<LineFact>& seen, Bytes& out) const {
  const CellSet taken = f.attacker | f.defender;
  CellSet replies;
  for (int cell = 0; cell < claim_.board->cells; ++cell)
    if (!taken.has(cell)) replies.add(cell);
  LineFact pass = f;
  pass.hidden = 1;
  const auto found = facts_.find(pass);
  out.push_back(static_cast<std::byte>(found != facts_.end() ? 1 : 0));
  if (found != facts_.end()) {
    const LineTree& tree = found->second;
    for (const u64 word : tree.zone.words)
      for (unsigned shift = 0; shift < 64; shift += 8) out.push_back(static_cast<std::byte>(word >> shift & 255));
    put_number(out, tree.bytes.size());
    append(out, tree.bytes);
    replies &= tree.zone;
  }
  replies.each([&](int reply) {
    LineFact next = f;
    next.defender.add(reply);
    write_attack(next, seen, out);
  });
}

} // namespace zermelo
