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
#include "solve/lines/moves.h"
#include "solve/lines/trees.h"

namespace zermelo {

struct ZoneSearchOptions {
  u64 four_nodes = 400;                        // in one search of fours
  std::array<u64, 3> tries = {50, 500, 3'000}; // visits of threats where a quiet move is wanted, at each return
  u64 pass_visits = 30;                        // of threats for the pass of a quiet move, twice as many at each return
  u64 copied[2] = {200, 4'000};                // moves of a proof that is tried against another reply, by level
  u64 copied_pass = 20'000;                    // moves of a proof for a pass
  u32 replies_for_one = 3;                     // so many open replies to a quiet move count as one that is hard
  std::size_t quiet_moves = 24;                // looked at in one position
  u64 table_entries = u64{1} << 19;            // of each kind, to begin with
  u64 most_proofs = u64{1} << 24;              // claims that are kept while one proof is looked for
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
  Found threats(int k, u64 visits) { return run(1, k, visits, no_proof); }
  Found quiet(int k, u64 visits, ProofId model = no_proof) { return run(2, k, visits, model); }

  LineState& state() { return s_; }
  Fours& fours() { return fours_; }
  const ZoneProofs& proofs() const { return proofs_; }
  u64 visits() const { return visits_; }

  static u64 bytes_of_tables(u64 entries) { return entries * (sizeof(Claim) + sizeof(Reply)); }

  // Other stones. What is known of positions stays.
  void set(const CellSet& attacker, const CellSet& defender) {
    auto change = [&]<LineSide Side>(const CellSet& now) {
      const CellSet before = s_.taken(Side);
      before.each([&](int cell) { s_.take<Side>(cell); });
      now.each([&](int cell) { s_.put<Side>(cell); });
    };
    change.operator()<line_attacker>(attacker);
    change.operator()<line_defender>(defender);
  }
  // Numbers of an earlier search mislead a later one; proofs are kept while there is room, since they may be models. A short
  // search takes small tables: they are quicker to empty.
  void forget_numbers(u64 table_entries) {
    claims_.assign(table_entries, Claim{});
    moves_.assign(table_entries, Reply{});
    stopped_ = false;
  }
  void forget_hints() { hints_.clear(); }
  bool crowded() const { return proofs_.size() > options_.most_proofs / 2; }
  void forget_all() {
    forget_numbers(claims_.size());
    proofs_.clear();
    hints_.clear();
  }

  // A tree that was written before, of the position at hand.
  ProofId read(std::span<const std::byte> tree, int k) { return TreeReader(s_, proofs_, tree).read(k); }
  // The same under a symmetry of the board: a model, not a proof.
  ProofId image(ProofId of, std::span<const u8> to) { return ProofImage(proofs_, of, to, proofs_).made(); }
  // One that was made elsewhere, perhaps by other rules: a model as well.
  ProofId adopt(const ZoneProofs& from, ProofId of, std::span<const u8> to) { return ProofImage(from, of, to, proofs_).made(); }

  // The quiet move that the last search of the position at hand thinks best but for some, with the proof that it wins if the
  // defender passes; -1 if there is none.
  std::pair<int, ProofId> best_quiet_move(int k, const CellSet& without) {
    LineMoves::List list;
    const std::size_t n = order_.quiet_moves(list, options_.quiet_moves, -1);
    std::pair<int, ProofId> best{-1, no_proof};
    u32 least = infinite;
    for (std::size_t i = 0; i < n; ++i) {
      const Reply* r = find(moves_, key_with(line_attacker, list[i].cell, 2, k));
      if (r == nullptr || r->pass == no_proof || r->numbers.failed() || r->numbers.pn >= least || without.has(list[i].cell))
        continue;
      least = r->numbers.pn;
      best = {list[i].cell, r->pass};
    }
    return best;
  }

  // After such a move of the position at hand: the replies that the last search has answered, with the proofs.
  std::vector<std::pair<int, ProofId>> answered(int k, int cell, ProofId pass) {
    std::vector<std::pair<int, ProofId>> out;
    s_.put<line_attacker>(cell);
    const CellSet zone = proofs_[pass].zone;
    zone.each([&](int reply) {
      const Claim* c = find(claims_, key_with(line_defender, reply, 2, k));
      if (c != nullptr && c->numbers.proven() && c->proof != no_proof) out.emplace_back(reply, c->proof);
    });
    s_.take<line_attacker>(cell);
    return out;
  }

  // The proof that a move of the position at hand wins if the defender passes, by threats alone or else with quiet moves; none if
  // it was not found.
  ProofId pass_after(int k, int cell, u64 visits, u64 quiet_visits) {
    s_.put<line_attacker>(cell);
    Found pass;
    if (!s_.defender_completes()) {
      pass = by_model(1, k + 1, visits);
      if (pass.end != End::proven) pass = by_model(2, k + 1, quiet_visits);
    }
    s_.take<line_attacker>(cell);
    return pass.proof;
  }
  // From proofs of the position at hand after such a move: for the pass, and against each reply in its zone.
  ProofId join(int k, int cell, ProofId pass, std::span<const ProofId> answers) {
    s_.put<line_attacker>(cell);
    const ProofId joined = proofs_.move(s_, k, cell, pass, answers);
    s_.take<line_attacker>(cell);
    return joined;
  }

  std::function<bool()> should_stop; // asked now and then
  void look_at(std::size_t quiet_moves) { options_.quiet_moves = quiet_moves; }
  void set_replies_for_one(u32 replies) { options_.replies_for_one = replies; }

private:
  static constexpr u32 infinite = 1'000'000'000, no_more = 100;
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
    u32 tries = 0;            // of the level below
    ProofId model = no_proof; // that was tried last
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

  Found run(int level, int k, u64 visits, ProofId model) {
    const u64 outer = std::exchange(limit_, std::min(limit_, visits_ + visits));
    Found found;
    for (;;) {
      const Numbers n = attack(level, k, {infinite, infinite}, model);
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

  // Hidden stones make zones large and a search slow, and what it looks for is nearly always the same without them: so it is
  // found without them, and then played again with them.
  Found by_model(int level, int k, u64 visits) {
    Found found = run(level, 0, visits, no_proof);
    if (k == 0 || found.end != End::proven) return found;
    const ProofId model = found.proof;
    found.proof = copy(model, level, k, options_.copied_pass);
    return found.proof != no_proof ? found : run(level, k, visits, model);
  }

  bool out_of_visits() {
    if (visits_ >= limit_ || stopped_) return true;
    if ((visits_ & 255) == 0 && should_stop && should_stop()) stopped_ = true;
    if (proofs_.size() > options_.most_proofs) stopped_ = true;
    return stopped_;
  }

  // What is known against the replies to an earlier move of the attacker's. If the defender puts in a stone that gains time, and
  // the attacker's next one only meets it, the same may win as before.
  static constexpr int most_contexts = 3;
  struct Context {
    const Context* up;
    ProofId pass;
    std::span<const u8> replies;
    const ProofId* answers;
    ProofId answer(int reply) const {
      const auto at = std::lower_bound(replies.begin(), replies.end(), reply);
      return at == replies.end() || *at != reply ? no_proof : answers[at - replies.begin()];
    }
    ProofId known_above(int reply) const {
      int contexts = 0;
      for (const Context* c = up; c != nullptr && contexts < most_contexts; c = c->up, ++contexts)
        if (const ProofId known = c->answer(reply); known != no_proof) return known;
      return no_proof;
    }
  };

  // Attacker to move, below some limits of the numbers.
  Numbers attack(int level, int k, Numbers limit, ProofId model) {
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
      if (model == no_proof && level == 2 && options_.hints) model = hinted();
      if (model != no_proof && std::exchange(claim.model, model) != model)
        if (const ProofId p = copy(model, level, k, options_.copied[level - 1]); p != no_proof) return done({0, infinite}, p);
      claim.tries = 1;
    } else if (model == no_proof && level == 2 && options_.hints) {
      model = hinted();
    }
    // Threats alone are tried again with more visits at each return.
    if (level == 2 && claim.tries <= options_.tries.size()) {
      const Found below = threats(k, options_.tries[claim.tries - 1]);
      if (below.end == End::proven) return done({0, infinite}, below.proof);
      claim.tries = below.end == End::failed ? no_more : claim.tries + 1;
    }
    LineMoves::List list;
    const int of_model = model != no_proof ? proofs_[model].cell : -1;
    const std::size_t n =
        level == 1 ? order_.threat_moves(list, of_model) : order_.quiet_moves(list, options_.quiet_moves, of_model);
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
      const bool followed = model != no_proof && proofs_[model].cell == list[best].cell;
      numbers[best] = defend(level, k, list[best].cell, room, proof, followed ? model : no_proof);
      if (numbers[best].proven()) {
        if (level == 2) hint(proof);
        return done({0, infinite}, proof);
      }
    }
  }

  // The attacker moves to `cell`; every reply is to be answered.
  Numbers defend(int level, int k, int cell, Numbers limit, ProofId& proof, ProofId model) {
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
    // A threat that is slower than the defender's fours is none.
    if (reply.pass == no_proof && reply.tries == 0 && s_.any<line_defender>(s_.tables().length() - 2) &&
        s_.completing_cell() < 0) {
      int nodes = 100;
      if (s_.defender_wins_by_fours(6, nodes)) return done({infinite, 0});
    }
    if (reply.pass == no_proof) {
      if (level == 1) {
        reply.pass = fours_.find(k + 1, options_.four_nodes);
        if (reply.pass == no_proof) return done({infinite, 0}); // a limit on fours is part of what a threat is
      } else {
        Found pass;
        if (model != no_proof && reply.tries == 0) pass.proof = copy(proofs_[model].pass, 1, k + 1, options_.copied[1]);
        int contexts = 0;
        for (const Context* c = context_; c != nullptr && pass.proof == no_proof && reply.tries == 0 && contexts < most_contexts;
             c = c->up, ++contexts)
          pass.proof = copy(c->pass, 1, k + 1, options_.copied[1]);
        if (pass.proof == no_proof) {
          pass = by_model(1, k + 1, options_.pass_visits << std::min(reply.tries, 16U));
          if (pass.end == End::failed) return done({infinite, 0});
          if (pass.end == End::cut) {
            ++reply.tries;
            return done({std::max(reply.numbers.pn, 1U) + (1U << std::min(reply.tries, 16U)), 1});
          }
        }
        reply.pass = pass.proof;
      }
    }
    std::array<u8, 256> replies;
    std::array<Numbers, 256> numbers;
    std::array<ProofId, 256> answers;
    std::array<int, 256> weight;
    std::array<bool, 256> fresh;
    std::size_t n = 0;
    proofs_[reply.pass].zone.each([&](int c) { replies[n++] = static_cast<u8>(c); });
    auto look = [&](std::size_t i) {
      const Claim* c = find(claims_, key_with(line_defender, replies[i], level, k));
      numbers[i] = c == nullptr ? Numbers{} : c->numbers;
      answers[i] = c == nullptr ? no_proof : c->proof;
      fresh[i] = c == nullptr || c->tries == 0;
      weight[i] =
          numbers[i].proven() ? 0 : order_.disturbs(replies[i]) - (level == 2 && order_.gains_time(replies[i]) ? 10'000 : 0);
    };
    for (std::size_t i = 0; i < n; ++i) look(i);
    const Context here_known{context_, reply.pass, std::span(replies).first(n), answers.data()};
    struct Restore {
      const Context*& at;
      const Context* before;
      ~Restore() { at = before; }
    } restore{context_, context_};
    if (level == 2) context_ = &here_known;
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
      const u32 more = (open - 1) / (level == 1 ? 3 : options_.replies_for_one);
      const Numbers mine{std::min(most + more, infinite), least};
      if (mine.failed()) return done({infinite, 0});
      if (mine.pn >= limit.pn || mine.dn >= limit.dn || out_of_visits()) return done(mine);
      const Numbers room{limit.pn >= infinite ? infinite : std::max(1U, limit.pn - more),
                         std::min(limit.dn, second >= infinite ? infinite : second + 1)};
      s_.put<line_defender>(replies[best]);
      ProofId of_model = model == no_proof ? no_proof : proofs_.answer(model, replies[best]);
      ProofId p = no_proof;
      if (const ProofId before = level == 2 && of_model == no_proof ? here_known.known_above(replies[best]) : no_proof;
          before != no_proof) {
        of_model = before;
        Claim& c = place(claims_, key(level, k));
        if (std::exchange(c.model, before) != before) p = copy(before, level, k, options_.copied[1]);
      }
      // What won elsewhere may win here.
      if (std::exchange(fresh[best], false) && p == no_proof) {
        if (of_model == no_proof) p = copy(reply.pass, level, k, options_.copied[level - 1]);
        std::array<ProofId, 3> tried{};
        std::size_t models = 0;
        for (std::size_t i = n; i-- > 0 && p == no_proof && models < tried.size();) {
          if (!numbers[i].proven() || answers[i] == no_proof || proofs_[answers[i]].completes) continue;
          bool other = true;
          for (std::size_t j = 0; j < models; ++j) other = other && proofs_[answers[i]].cell != proofs_[tried[j]].cell;
          if (!other) continue;
          tried[models++] = answers[i];
          p = copy(answers[i], level, k, options_.copied[level - 1]);
        }
      }
      if (p != no_proof) {
        Claim& c = place(claims_, key(level, k));
        c.numbers = {0, infinite};
        c.proof = p;
      }
      numbers[best] = attack(level, k, room, of_model);
      if (numbers[best].proven()) answers[best] = place(claims_, key(level, k)).proof;
      s_.take<line_defender>(replies[best]);
    }
  }

  // The proof `model` of a position like this one, played here: a proof, or none. Where it has no answer, a few visits look for
  // one.
public:
  ProofId copy(ProofId model, int level, int k, u64 most) {
    const u64 outer = std::exchange(copies_left_, most);
    const ProofId found = copy_attack(model, level, k);
    copies_left_ = outer;
    return found;
  }
  // The same, and where it does not hold a short search mends it: with so many visits each, and in all.
  ProofId mend(ProofId model, int k, u64 most, u64 each, u64 all) {
    mending_ = each;
    mended_until_ = visits_ + all;
    const ProofId found = copy(model, 2, k, most);
    mending_ = 0;
    return found;
  }

private:
  ProofId copy_attack(ProofId model, int level, int k) {
    if (copies_left_ == 0) return no_proof;
    --copies_left_;
    visits_ += (++copies_ & 7) == 0;
    if (const int cell = s_.completing_cell(); cell >= 0) return proofs_.line(cell);
    const bool simple = proofs_[model].answers <= 1; // a four, or less
    if (!simple)
      if (const Claim* c = find(claims_, key(level, k)); c != nullptr) {
        if (c->numbers.proven()) return c->proof;
        if (c->numbers.failed()) return no_proof;
      }
    const int cell = proofs_[model].cell;
    const int forced = order_.forced_cell();
    if (proofs_[model].completes || !s_.is_empty(cell) || (forced != -1 && forced != cell)) return no_proof;
    s_.put<line_attacker>(cell);
    const ProofId found = s_.defender_completes() ? no_proof : copy_defend(model, level, k, cell);
    s_.take<line_attacker>(cell);
    if (found != no_proof && !simple) {
      Claim& c = place(claims_, key(level, k));
      c.numbers = {0, infinite};
      c.proof = found;
    }
    return found;
  }
  // The defender has put in a four. It is stopped, and the model goes on as if nothing had happened.
  ProofId copy_after_four(ProofId model, int level, int k) {
    const int forced = order_.forced_cell();
    if (forced < 0 || copies_left_ == 0) return no_proof;
    --copies_left_;
    s_.put<line_attacker>(forced);
    const ProofId found = s_.defender_completes() ? no_proof : copy_defend(model, level, k, forced);
    s_.take<line_attacker>(forced);
    return found;
  }
  // Copies within the search are not mended in turn.
  ProofId mended(ProofId model, int k) {
    if (mending_ == 0 || visits_ >= mended_until_) return no_proof;
    const u64 each = std::exchange(mending_, 0);
    const ProofId found = quiet(k, each, model).proof;
    mending_ = each;
    return found;
  }
  ProofId copy_defend(ProofId model, int level, int k, int cell) {
    const ProofId model_pass = proofs_[model].pass;
    ProofId pass = copy_attack(model_pass, level, k + 1);
    if (pass == no_proof && proofs_[model].answers > 1) pass = fours_.find(k + 1, options_.four_nodes);
    if (pass == no_proof) pass = mended(model_pass, k + 1);
    if (pass == no_proof) return no_proof;
    const CellSet zone = proofs_[pass].zone;
    std::array<ProofId, 256> answers;
    bool held = true;
    for (const bool known : {false, true}) {
      std::size_t i = 0;
      zone.each([&](int reply) {
        const std::size_t at = i++;
        const ProofId like = proofs_.answer(model, reply);
        if (!held || (like != no_proof) != known) return;
        s_.put<line_defender>(reply);
        ProofId found = known ? copy_attack(like, level, k) : no_proof;
        if (found == no_proof) found = fours_.find(k, options_.four_nodes);
        if (found == no_proof && !proofs_[model_pass].completes) found = copy_attack(model_pass, level, k);
        if (found == no_proof) found = copy_after_four(model, level, k);
        if (found == no_proof) found = mended(like, k);
        s_.take<line_defender>(reply);
        answers[at] = found;
        held = found != no_proof;
      });
    }
    if (!held) return no_proof;
    return proofs_.move(s_, k, cell, pass, std::span(answers.data(), static_cast<std::size_t>(zone.count())));
  }

  // What won beside: by the stones near the attacker's first ones.
  u64 near_key() const {
    u64 sum = 0;
    for (const LineSide side : {line_attacker, line_defender})
      (s_.taken(side) & near_).each([&](int cell) { sum ^= s_.tables().number(side, cell); });
    return sum;
  }
  ProofId hinted() const {
    const auto found = hints_.find(near_key());
    return found == hints_.end() ? no_proof : found->second;
  }
  void hint(ProofId proof) { hints_[near_key()] = proof; }

public:
  void set_near(const CellSet& near) { near_ = near; }

private:
  ZoneSearchOptions options_;
  LineState s_;
  ZoneProofs proofs_;
  Fours fours_;
  LineMoves order_{s_};
  std::vector<Claim> claims_;
  std::vector<Reply> moves_;
  std::unordered_map<u64, ProofId> hints_;
  CellSet near_;
  const Context* context_ = nullptr;
  u64 visits_ = 0, limit_ = ~u64{0}, copies_ = 0, copies_left_ = 0, mending_ = 0, mended_until_ = 0;
  bool stopped_ = false;
};

} // namespace zermelo
