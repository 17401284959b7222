#include "solve/connect/search.h"

#include <algorithm>

#include "base/key.h"

namespace zermelo {

ConnectionSearch::ConnectionSearch(const ConnectionBoard& board, const ConnectionStones& stones, int mover, bool with_proof)
    : board_(board), mover_(mover), with_proof_(with_proof), table_(1 << 12) {
  for (std::size_t i = 0; i < 2; ++i) stones_.of[i] = stones.of[i].words[0];
}

u64 ConnectionSearch::bytes() const { return table_.size() * sizeof(Entry) + proofs_.bytes(); }

namespace {
std::size_t place_of(u64 x, u64 o, std::size_t size) {
  return static_cast<std::size_t>(mix_bits(x * 0x9e3779b97f4a7c15 ^ mix_bits(o))) & (size - 1);
}
} // namespace

const ConnectionSearch::Entry* ConnectionSearch::find(const Stones& s) const {
  for (std::size_t i = place_of(s.of[0], s.of[1], table_.size());; i = (i + 1) & (table_.size() - 1)) {
    if (table_[i].there == 0) return nullptr;
    if (table_[i].x == s.of[0] && table_[i].o == s.of[1]) return &table_[i];
  }
}

// May move all entries to a larger table: nobody keeps a reference across it.
ConnectionSearch::Entry& ConnectionSearch::entry_of(const Stones& s) {
  if (const Entry* e = find(s)) return const_cast<Entry&>(*e);
  if (3 * (used_ + 1) > 2 * table_.size()) {
    std::vector<Entry> larger(2 * table_.size());
    for (const Entry& e : table_) {
      if (e.there == 0) continue;
      std::size_t i = place_of(e.x, e.o, larger.size());
      while (larger[i].there != 0) i = (i + 1) & (larger.size() - 1);
      larger[i] = e;
    }
    table_.swap(larger);
  }
  std::size_t i = place_of(s.of[0], s.of[1], table_.size());
  while (table_[i].there != 0) i = (i + 1) & (table_.size() - 1);
  ++used_;
  Entry& e = table_[i];
  e.x = s.of[0];
  e.o = s.of[1];
  e.phi = e.delta = 1;
  e.there = 1;
  return e;
}

ConnectionSearch::Ply& ConnectionSearch::ply(std::size_t i) {
  while (plies_.size() <= i) plies_.push_back(std::make_unique<Ply>());
  return *plies_[i];
}

bool ConnectionSearch::stopped() {
  if (stop_) return true;
  if (nodes % 64 == 0 && should_stop && should_stop()) stop_ = true;
  if (bytes() > most_bytes) stop_ = out_of_memory = true;
  return stop_;
}

ConnectionSearch::Result ConnectionSearch::run() {
  stop_ = false;
  steps_.forget({0, 0});
  Ply& top = ply(0);
  for (int player = 0; player < 2; ++player)
    top.of[player].begin(board_, player, stones_.of[player], stones_.of[1 - player], steps_);
  top.mark = steps_.mark();
  evaluated += 2;
  Entry& e = entry_of(stones_);
  if (e.phi != 0 && e.delta != 0) search(0, stones_, mover_, infinite, infinite);
  root_ = *find(stones_);
  if (root_.phi == 0 && root_.move != none) best_ = root_.move;
  return root_.phi == 0 ? Result::mover_wins : root_.delta == 0 ? Result::mover_loses : Result::unknown;
}

// The position after a move, seen for the first time: won by virtual connections, or numbers from how many replies there are.
void ConnectionSearch::look(std::size_t depth, const Stones& s, int mover, int cell) {
  Stones after = s;
  after.of[mover] |= u64{1} << cell;
  if (find(after) != nullptr) return;
  const Steps::Mark mark = steps_.mark();
  ++evaluated;
  trial_.after_own(ply(depth).of[mover], cell, steps_);
  Entry& e = entry_of(after);
  if (trial_.won()) {
    e.phi = infinite;
    e.delta = 0;
    e.carrier = trial_.winning().carrier;
    if (with_proof_) e.proof = trial_.joined() ? proofs_.add_joined() : proofs_.add_connection(steps_, trial_.winning().step);
  } else {
    e.phi = 1;
    e.delta = static_cast<u32>(std::popcount(trial_.must_play()));
  }
  steps_.forget(mark);
}

// Every move was answered: of the other's wins as few as will do.
void ConnectionSearch::lose(std::size_t depth, const Stones& s, int mover, Entry& out) {
  struct Threat {
    u64 carrier;
    u32 step;
    int cell; // the reply that it answers, or -1
  };
  std::vector<Threat> threats;
  for (const auto& t : ply(depth).of[1 - mover].threats()) threats.push_back({t.carrier, t.step, -1});
  for (u64 rest = board_.all & ~s.of[0] & ~s.of[1]; rest != 0; rest &= rest - 1) {
    Stones after = s;
    const int cell = std::countr_zero(rest);
    after.of[mover] |= u64{1} << cell;
    if (const Entry* e = find(after); e != nullptr && e->phi == 0) threats.push_back({e->carrier, e->proof, cell});
  }
  std::vector<Threat> chosen;
  u64 common = ~u64{0}, whole = 0;
  while (common != 0) {
    const Threat* best = nullptr;
    auto worth = [&](const Threat& t) {
      return 2 * std::popcount(common & t.carrier) + std::popcount(t.carrier & ~whole) + (t.cell >= 0 ? 1 : 0);
    };
    for (const Threat& t : threats)
      if ((common & t.carrier) != common && (best == nullptr || worth(t) < worth(*best))) best = &t;
    ensure(best != nullptr, "a reply has no answer");
    common &= best->carrier;
    whole |= best->carrier;
    chosen.push_back(*best);
  }
  for (std::size_t i = 0; i < chosen.size() && chosen.size() > 1;) { // one that the others make needless
    u64 rest = ~u64{0};
    for (std::size_t k = 0; k < chosen.size(); ++k)
      if (k != i) rest &= chosen[k].carrier;
    if (rest == 0)
      chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  out.phi = infinite;
  out.delta = 0;
  out.carrier = 0;
  for (const Threat& t : chosen) out.carrier |= t.carrier;
  if (!with_proof_) return;
  std::vector<u32> parts;
  for (const Threat& t : chosen) parts.push_back(t.cell < 0 ? proofs_.add_connection(steps_, t.step) : t.step);
  out.proof = proofs_.add_threats(parts);
}

void ConnectionSearch::search(std::size_t depth, const Stones& s, int mover, u32 most_phi, u32 most_delta) {
  const VirtualConnections &mine = ply(depth).of[mover], &yours = ply(depth).of[1 - mover];
  // Connections depend on the order of play, since lists are short: what one order shows may be new to the other.
  if (mine.won() || !mine.threats().empty() || yours.won()) {
    const bool wins = mine.won() || !mine.threats().empty();
    const VirtualConnections& winner = wins ? mine : yours;
    const auto& c = winner.won() ? winner.winning() : winner.threats().front();
    Entry& e = entry_of(s);
    e.phi = wins ? 0 : infinite;
    e.delta = wins ? infinite : 0;
    e.carrier = c.carrier;
    if (with_proof_) e.proof = winner.joined() ? proofs_.add_joined() : proofs_.add_connection(steps_, c.step);
    if (wins && depth == 0) { // people ask with which move; the proof does not need it
      const Steps::Mark mark = steps_.mark();
      for (u64 rest = c.carrier; rest != 0 && e.move == none; rest &= rest - 1) {
        trial_.after_own(mine, std::countr_zero(rest), steps_);
        if (trial_.won()) e.move = static_cast<u8>(std::countr_zero(rest));
        steps_.forget(mark);
      }
    }
    return;
  }
  const u64 threatened = yours.must_play();
  for (u64 rest = threatened; rest != 0; rest &= rest - 1) look(depth, s, mover, std::countr_zero(rest));
  for (;;) {
    ++nodes;
    // What is known of the replies.
    u64 must = threatened;
    int win = -1;
    for (u64 rest = threatened; rest != 0; rest &= rest - 1) {
      Stones after = s;
      const int cell = std::countr_zero(rest);
      after.of[mover] |= u64{1} << cell;
      const Entry& c = *find(after);
      if (c.delta == 0 && win < 0) win = cell;
      if (c.phi == 0) must &= c.carrier;
    }
    if (win >= 0) {
      Stones after = s;
      after.of[mover] |= u64{1} << win;
      const Entry c = *find(after);
      Entry& e = entry_of(s);
      e.phi = 0;
      e.delta = infinite;
      e.carrier = c.carrier | u64{1} << win;
      e.move = static_cast<u8>(win);
      if (with_proof_) e.proof = proofs_.add_move(win, c.proof);
      return;
    }
    if (must == 0) {
      Entry e = *find(s);
      lose(depth, s, mover, e);
      entry_of(s) = e;
      return;
    }
    u32 phi = infinite, second = infinite, largest = 0, count = 0;
    int best = -1;
    u32 best_phi = 0;
    for (u64 rest = must; rest != 0; rest &= rest - 1) {
      Stones after = s;
      const int cell = std::countr_zero(rest);
      after.of[mover] |= u64{1} << cell;
      const Entry& c = *find(after);
      largest = std::max(largest, c.phi);
      ++count;
      if (best < 0 || c.delta < phi || (c.delta == phi && c.phi > best_phi)) {
        second = phi;
        phi = c.delta;
        best = cell;
        best_phi = c.phi;
      } else if (c.delta < second) {
        second = c.delta;
      }
    }
    const u32 delta = std::min(infinite - 1, largest + (count - 1));
    Entry& e = entry_of(s);
    e.phi = phi;
    e.delta = delta;
    if (phi >= most_phi || delta >= most_delta || stopped()) return;
    Stones after = s;
    after.of[mover] |= u64{1} << best;
    const u32 child_delta = std::min(most_phi, second >= infinite ? infinite : second + second / 4 + 1);
    const u32 child_phi = most_delta >= infinite ? infinite : most_delta - (count - 1);
    steps_.forget(ply(depth).mark);
    Ply& down = ply(depth + 1);
    evaluated += 1;
    down.of[mover].after_own(ply(depth).of[mover], best, steps_);
    down.of[1 - mover].after_other(ply(depth).of[1 - mover], best);
    down.mark = steps_.mark();
    search(depth + 1, after, 1 - mover, child_phi, child_delta);
    steps_.forget(ply(depth).mark);
    if (stop_) return;
  }
}

std::vector<int> ConnectionSearch::line() const {
  std::vector<int> moves;
  Stones s = stones_;
  for (int mover = mover_;; mover = 1 - mover) {
    const Entry* e = find(s);
    if (e == nullptr || (e->phi != 0 && e->delta != 0)) break;
    int cell = -1;
    if (e->phi == 0) {
      if (e->move == none) break;
      cell = e->move;
    } else { // the reply that was searched longest: the one whose win needs most
      int most = -1;
      for (u64 rest = board_.all & ~s.of[0] & ~s.of[1]; rest != 0; rest &= rest - 1) {
        Stones after = s;
        after.of[mover] |= u64{1} << std::countr_zero(rest);
        const Entry* c = find(after);
        if (c == nullptr || c->phi != 0 || c->move == none) continue;
        if (const int size = std::popcount(c->carrier); size > most) most = size, cell = std::countr_zero(rest);
      }
      if (cell < 0) break;
    }
    moves.push_back(cell);
    s.of[mover] |= u64{1} << cell;
  }
  return moves;
}

} // namespace zermelo
