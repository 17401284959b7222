// The search for a proof with zones, in three levels:
//
//   fours    sequences of fours (fours.h)
//   threats  moves after which the attacker would win by fours if the defender passed
//   quiet    moves after which the attacker would win by threats if the defender passed
//
// A pass is a stone of the defender's somewhere else: one more hidden stone. Its proof has a zone, and only replies in that zone
// have to be answered (docs/proof-format.md), some ten instead of two hundred. Threats and quiet moves are searched by proof
// numbers, depth first, with tables of their own. A search that its limit cut is not one that failed: only what was seen to
// its end is stored as failed.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "solve/lines/fours.h"

namespace zermelo {

struct ZoneSearchOptions {
  u64 four_nodes = 400;              // in one search of fours
  u64 first_tries[2] = {100, 1'000}; // visits of threats where a quiet move is wanted
  u64 pass_visits = 500;             // of threats for the pass of a quiet move, four times as many at each return
  std::size_t quiet_moves = 24;      // looked at in one position
  u64 table_entries = u64{1} << 19;  // of each kind
  u64 most_proofs = u64{1} << 24;    // claims that are kept while one proof is looked for
  bool hints = true;
};

class ZoneSearch {
public:
  ZoneSearch(const LineTables& tables, const CellSet& attacker, const CellSet& defender, const ZoneSearchOptions& options)
      : options_(options), s_(tables, attacker, defender), fours_(s_, proofs_), claims_(options.table_entries),
        moves_(options.table_entries) {}

  enum class End : u8 { proven, failed, cut };
  struct Found {
    End end = End::cut;
    ProofId proof = no_proof;
  };

  // For the attacker to move at the position at hand with k hidden stones, with so many visits at most.
  Found threats(int k, u64 visits) { return run(1, k, visits); }
  Found quiet(int k, u64 visits) { return run(2, k, visits); }

  LineState& state() { return s_; }
  Fours& fours() { return fours_; }
  const ZoneProofs& proofs() const { return proofs_; }
  u64 visits() const { return visits_; }

  static u64 bytes_of(const ZoneSearchOptions& o) { return o.table_entries * (sizeof(Claim) + sizeof(Reply)); } // of its tables

  // Forgets all but the hints; the stones are others now.
  void restart(const CellSet& attacker, const CellSet& defender) {
    auto change = [&]<LineSide Side>(const CellSet& now) {
      const CellSet before = s_.taken(Side);
      before.each([&](int cell) { s_.take<Side>(cell); });
      now.each([&](int cell) { s_.put<Side>(cell); });
    };
    change.operator()<line_attacker>(attacker);
    change.operator()<line_defender>(defender);
    proofs_.clear();
    std::fill(claims_.begin(), claims_.end(), Claim{});
    std::fill(moves_.begin(), moves_.end(), Reply{});
  }

  std::function<bool()> should_stop; // asked now and then
  void look_at(std::size_t quiet_moves) { options_.quiet_moves = quiet_moves; }

private:
  static constexpr u32 infinite = 1'000'000'000;
  struct Numbers {
    u32 pn = 1, dn = 1;
    bool proven() const { return pn == 0; }
    bool failed() const { return dn == 0; }
  };
  // The attacker is to move.
  struct Claim {
    u64 key = 0;
    Numbers numbers;
    ProofId proof = no_proof;
    u32 tries = 0; // of the level below
  };
  // The attacker has moved.
  struct Reply {
    u64 key = 0;
    Numbers numbers;
    ProofId pass = no_proof, proof = no_proof;
    u32 tries = 0; // of the pass
  };

  template <class Entry> static const Entry* find(const std::vector<Entry>& table, u64 key) {
    const Entry* e = &table[key & (table.size() - 1) & ~std::size_t{3}];
    for (int i = 0; i < 4; ++i)
      if (e[i].key == key) return e + i;
    return nullptr;
  }
  template <class Entry> Entry& place(std::vector<Entry>& table, u64 key) {
    Entry* e = &table[key & (table.size() - 1) & ~std::size_t{3}];
    for (int i = 0; i < 4; ++i)
      if (e[i].key == key) return e[i];
    // Of those that are there the least open one gives way, a proven one last.
    Entry* worst = e;
    for (int i = 0; i < 4; ++i) {
      if (e[i].key == 0) {
        worst = &e[i];
        break;
      }
      auto rank = [](const Entry& x) {
        return x.numbers.proven() ? infinite : x.numbers.failed() ? 50U : x.numbers.pn + x.numbers.dn;
      };
      if (rank(e[i]) < rank(*worst)) worst = &e[i];
    }
    *worst = Entry{};
    worst->key = key;
    return *worst;
  }
  u64 key(int level, int k) const { return key(s_.hash(), level, k); }
  // Of the position with one more stone, without putting it there.
  u64 key_with(LineSide side, int cell, int level, int k) const {
    return key(s_.hash() ^ s_.tables().number(side, cell), level, k);
  }
  static u64 key(u64 hash, int level, int k) {
    return mix_bits(hash + static_cast<u64>(16 * k + level) * 0x9e3779b97f4a7c15) | 1;
  }

  Found run(int level, int k, u64 visits) {
    const u64 outer = std::exchange(limit_, std::min(limit_, visits_ + visits));
    Found found;
    for (;;) {
      const Numbers n = attack(level, k, {infinite, infinite});
      if (n.proven()) {
        const Claim& c = place(claims_, key(level, k));
        found = {End::proven, c.proof};
        ensure(c.proof != no_proof, "a proof with zones is lost");
      } else if (n.failed()) {
        found.end = End::failed;
      }
      if (n.proven() || n.failed() || out_of_visits()) break;
    }
    limit_ = outer;
    return found;
  }

  bool out_of_visits() {
    if (visits_ >= limit_ || stopped_) return true;
    if ((visits_ & 255) == 0 && should_stop && should_stop()) stopped_ = true;
    if (proofs_.size() > options_.most_proofs) stopped_ = true;
    return stopped_;
  }

  struct Move {
    u8 cell;
    u32 first; // proof number where nothing is known
  };

  // Attacker to move, below some limits of the numbers.
  Numbers attack(int level, int k, Numbers limit) {
    ++visits_;
    const u64 here = key(level, k);
    Claim claim = place(claims_, here);
    auto done = [&](Numbers n, ProofId proof = no_proof) {
      claim.numbers = n;
      claim.proof = proof;
      place(claims_, here) = claim;
      return n;
    };
    if (claim.numbers.proven() || claim.numbers.failed()) return claim.numbers;
    if (claim.tries == 0) {
      if (const ProofId p = fours_.find(k, options_.four_nodes); p != no_proof) return done({0, infinite}, p);
      claim.tries = 1;
    }
    if (level == 2 && claim.tries <= 2) {
      const Found below = threats(k, options_.first_tries[claim.tries - 1]);
      if (below.end == End::proven) return done({0, infinite}, below.proof);
      claim.tries = below.end == End::failed ? 3 : claim.tries + 1;
    }
    std::array<Move, 256> list;
    const std::size_t n = level == 1 ? threat_moves(list) : quiet_moves(list);
    std::array<Numbers, 256> numbers;
    auto look = [&](std::size_t i) {
      const Reply* r = find(moves_, key_with(line_attacker, list[i].cell, level, k));
      numbers[i] = r == nullptr ? Numbers{list[i].first, 1} : r->numbers;
    };
    for (std::size_t i = 0; i < n; ++i) look(i);
    for (;;) {
      std::size_t best = n;
      u32 least = infinite, second = infinite;
      u64 sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        sum += numbers[i].dn;
        if (numbers[i].failed() || numbers[i].pn >= infinite) continue;
        if (best == n || numbers[i].pn < least) {
          second = least;
          least = numbers[i].pn;
          best = i;
        } else {
          second = std::min(second, numbers[i].pn);
        }
      }
      const Numbers mine{best == n ? infinite : least, best == n ? 0 : static_cast<u32>(std::min<u64>(sum, infinite - 1))};
      if (mine.failed()) return done(mine);
      // A move that was proved elsewhere is only looked up.
      if (!mine.proven() && (mine.pn >= limit.pn || mine.dn >= limit.dn || out_of_visits())) return done(mine);
      const u32 others = static_cast<u32>(std::min<u64>(sum - numbers[best].dn, infinite));
      const Numbers room{std::min(limit.pn, second >= infinite ? infinite : second + 1 + second / 4),
                         limit.dn >= infinite ? infinite : limit.dn - others};
      ProofId proof = no_proof;
      numbers[best] = defend(level, k, list[best].cell, room, proof);
      if (numbers[best].proven()) {
        hint(level, k, list[best].cell);
        return done({0, infinite}, proof);
      }
    }
  }

  // The attacker moves to `cell`; every reply is to be answered.
  Numbers defend(int level, int k, int cell, Numbers limit, ProofId& proof) {
    s_.put<line_attacker>(cell);
    const u64 here = key(level, k);
    Reply reply = place(moves_, here);
    auto done = [&](Numbers n) {
      reply.numbers = n;
      place(moves_, here) = reply;
      s_.take<line_attacker>(cell);
      return n;
    };
    if (reply.numbers.proven()) {
      proof = proofs_.with_cell(reply.proof, cell); // another order of moves may have led here
      s_.take<line_attacker>(cell);
      return reply.numbers;
    }
    if (reply.numbers.failed()) return done(reply.numbers);
    if (s_.defender_completes()) return done({infinite, 0});
    if (reply.pass == no_proof) {
      if (level == 1) {
        reply.pass = fours_.find(k + 1, options_.four_nodes);
        if (reply.pass == no_proof) return done({infinite, 0}); // a limit on fours is part of what a threat is
      } else {
        const Found pass = threats(k + 1, options_.pass_visits << (2 * std::min(reply.tries, 8U)));
        if (pass.end == End::failed) return done({infinite, 0});
        if (pass.end == End::cut) {
          ++reply.tries;
          return done({std::max(reply.numbers.pn, 1U) + (4U << (2 * std::min(reply.tries, 8U))), 1});
        }
        reply.pass = pass.proof;
      }
    }
    std::array<u8, 256> replies;
    std::array<Numbers, 256> numbers;
    std::array<ProofId, 256> answers;
    std::array<int, 256> weight;
    std::size_t n = 0;
    proofs_[reply.pass].zone.each([&](int c) { replies[n++] = static_cast<u8>(c); });
    auto look = [&](std::size_t i) {
      const Claim* c = find(claims_, key_with(line_defender, replies[i], level, k));
      numbers[i] = c == nullptr ? Numbers{} : c->numbers;
      answers[i] = c == nullptr ? no_proof : c->proof;
      weight[i] = numbers[i].proven() ? 0 : disturbs(replies[i]);
    };
    for (std::size_t i = 0; i < n; ++i) look(i);
    for (;;) {
      u32 open = 0, most = 0;
      std::size_t best = n;
      u32 least = infinite, second = infinite;
      for (std::size_t i = 0; i < n; ++i) {
        if (numbers[i].proven()) continue;
        ++open;
        most = std::max(most, numbers[i].pn);
        if (best == n || numbers[i].dn < least || (numbers[i].dn == least && weight[i] > weight[best])) {
          second = least;
          least = numbers[i].dn;
          best = i;
        } else {
          second = std::min(second, numbers[i].dn);
        }
      }
      if (open == 0) {
        reply.proof = proof = proofs_.move(s_, k, cell, reply.pass, std::span(answers.data(), n));
        return done({0, infinite});
      }
      const u32 more = (open - 1) / 3;
      const Numbers mine{std::min(most + more, infinite), least};
      if (mine.failed()) return done({infinite, 0});
      if (mine.pn >= limit.pn || mine.dn >= limit.dn || out_of_visits()) return done(mine);
      const Numbers room{limit.pn >= infinite ? infinite : std::max(1U, limit.pn - more),
                         std::min(limit.dn, second >= infinite ? infinite : second + 1)};
      s_.put<line_defender>(replies[best]);
      numbers[best] = attack(level, k, room);
      if (numbers[best].proven()) answers[best] = place(claims_, key(level, k)).proof;
      s_.take<line_defender>(replies[best]);
    }
  }

  // Cells that give the attacker two or three stones less than a line, with what they might lead to; where the defender would
  // complete a line, only the cell that prevents it.
  std::size_t threat_moves(std::array<Move, 256>& list) {
    if (const int forced = forced_cell(); forced != -1) return only(list, forced);
    CellSet cells;
    const int length = s_.tables().length();
    for (int missing = 2; missing <= 3 && missing < length; ++missing)
      s_.each<line_attacker>(length - missing, [&](std::size_t w) {
        for (const u8 cell : s_.tables().cells_of(w))
          if (s_.is_empty(cell)) cells.add(cell);
        return true;
      });
    return ordered(cells, list, 256, 1);
  }

  std::size_t quiet_moves(std::array<Move, 256>& list) {
    if (const int forced = forced_cell(); forced != -1) return only(list, forced);
    CellSet cells;
    const int length = s_.tables().length();
    auto add = [&](std::size_t w) {
      for (const u8 cell : s_.tables().cells_of(w))
        if (s_.is_empty(cell)) cells.add(cell);
      return true;
    };
    for (int n = 1; n < length; ++n) s_.each<line_attacker>(n, add);
    for (int n = std::max(2, length - 3); n < length; ++n) s_.each<line_defender>(n, add);
    if (cells.empty()) s_.each<line_attacker>(0, add);
    return ordered(cells, list, options_.quiet_moves, 2);
  }

  // -1: none; -2: two cells, so that none helps.
  int forced_cell() const {
    int forced = -1;
    s_.each<line_defender>(s_.tables().length() - 1, [&](std::size_t w) {
      const int cell = s_.missing(w);
      forced = forced == -1 || forced == cell ? cell : -2;
      return forced != -2;
    });
    return forced;
  }
  static std::size_t only(std::array<Move, 256>& list, int cell) {
    if (cell < 0) return 0;
    list[0] = {static_cast<u8>(cell), 1};
    return 1;
  }

  std::size_t ordered(const CellSet& cells, std::array<Move, 256>& list, std::size_t most, u32 level) {
    std::array<std::pair<int, u8>, 256> scored;
    std::size_t n = 0;
    const int hinted = level == 2 && options_.hints ? hinted_cell() : -1;
    cells.each([&](int cell) { scored[n++] = {cell == hinted ? 1 << 30 : worth(cell), static_cast<u8>(cell)}; });
    const std::size_t kept = std::min(n, most);
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(kept),
                      scored.begin() + static_cast<std::ptrdiff_t>(n),
                      [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    for (std::size_t i = 0; i < kept; ++i)
      list[i] = {scored[i].second, hinted >= 0 && i == 0 ? 1 : 1 + static_cast<u32>(level == 1 ? i / 4 : 1 + i / 2)};
    return kept;
  }

  // By the windows through it: the attacker's that it lengthens, the defender's that it blocks.
  int worth(int cell) const {
    int sum = 0;
    const int length = s_.tables().length();
    constexpr int of_attacker[] = {0, 600, 120, 24, 6, 1}, of_defender[] = {0, 300, 60, 12, 2, 0};
    for (const u16 w : s_.tables().through(cell)) {
      const int a = s_.held(line_attacker, w), d = s_.held(line_defender, w);
      if (d == 0) sum += of_attacker[std::min(length - a, 5)];
      if (a == 0) sum += of_defender[std::min(length - d, 5)];
    }
    return sum;
  }
  int disturbs(int cell) const {
    int sum = 0;
    const int length = s_.tables().length();
    constexpr int of_attacker[] = {0, 300, 60, 12, 3, 1}, of_defender[] = {0, 600, 120, 16, 3, 1};
    for (const u16 w : s_.tables().through(cell)) {
      const int a = s_.held(line_attacker, w), d = s_.held(line_defender, w);
      if (d == 0) sum += of_attacker[std::min(length - a, 5)];
      if (a == 0) sum += of_defender[std::min(length - d, 5)];
    }
    return sum;
  }

  // What won beside: by the stones near the attacker's first ones.
  u64 near_key() const {
    u64 sum = 0;
    for (const LineSide side : {line_attacker, line_defender})
      (s_.taken(side) & near_).each([&](int cell) { sum ^= s_.tables().number(side, cell); });
    return sum;
  }
  int hinted_cell() const {
    const auto found = hints_.find(near_key());
    return found != hints_.end() && s_.is_empty(found->second) ? found->second : -1;
  }
  void hint(int level, int, int cell) {
    if (level == 2 && hints_.size() < 4'000'000) hints_[near_key()] = static_cast<u8>(cell);
  }

public:
  void set_near(const CellSet& near) { near_ = near; }

private:
  ZoneSearchOptions options_;
  LineState s_;
  ZoneProofs proofs_;
  Fours fours_;
  std::vector<Claim> claims_;
  std::vector<Reply> moves_;
  std::unordered_map<u64, u8> hints_;
  CellSet near_;
  u64 visits_ = 0, limit_ = ~u64{0};
  bool stopped_ = false;
};

} // namespace zermelo
