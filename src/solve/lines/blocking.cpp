#include "solve/lines/blocking.h"

#include <algorithm>

#include "base/error.h"

namespace zermelo {
namespace {

constexpr u64 half = LineSets::one / 2;
constexpr int budget_of_pairs = 30; // families looked at
constexpr double stays = 0.25;      // how much longer the search stays with a move than it must
constexpr int pair_follows = 253;   // a byte of a proof (docs/proof-format.md)

Numbers from_defender(Numbers n, bool attacker_moves) { return attacker_moves ? Numbers{n.theirs, n.mine} : n; }

} // namespace

BlockingSearch::BlockingSearch(const LineBoard& board, const CellSet& attacker, const CellSet& defender, bool attacker_moves,
                               u64 bytes)
    : board_(board), images_(board), root_(LineSets::of_board(board, attacker, defender)), attacker_moves_(attacker_moves),
      turned_from_(root_.size * 3 / 5),
      places_(std::max<u64>(1, bytes / (words_of_place * sizeof(u64) * per_bucket)) * per_bucket),
      table_(places_ * words_of_place) {}

BlockingSearch::Found BlockingSearch::run(u64 most_visits) {
  last_visit_ = most_visits == 0 ? ~u64{0} : visits_ + most_visits;
  Child root;
  root.sets = root_;
  root.attacker_moves = attacker_moves_;
  if (!attacker_moves_ && !after_attack(root)) return Found::fails;
  if (attacker_moves_) root.own = root.sets.pair_twins();
  root.key = name(root.sets, root.attacker_moves, root.symmetry);
  root_key_ = root.key;
  Known known = look(root);
  if (!known.numbers.settled())
    known = search(root.sets, root.attacker_moves, root.key, root.symmetry, {Numbers::infinite, Numbers::infinite});
  root_numbers_ = known.numbers;
  return known.numbers.mine == 0 ? Found::holds : known.numbers.theirs == 0 ? Found::fails : Found::unknown;
}

// The defender is to move, unless a set has one cell left: then that reply is made.
bool BlockingSearch::after_attack(Child& child) {
  child.attacker_moves = false;
  u64 forced = 0;
  for (const u64 set : child.sets.all()) {
    if (std::popcount(set) > 1) continue;
    if (forced != 0 || set == 0) return false;
    forced = set;
  }
  if (forced != 0) {
    child.sets.defend(std::countr_zero(forced));
    child.attacker_moves = true;
  }
  child.own |= forced | child.sets.pair_twins();
  return true;
}

// Parts; or moves of the side that is to move, on cells that are worth one.
void BlockingSearch::children(const LineSets& sets, bool attacker_moves, std::vector<Child>& out) const {
  if (attacker_moves) {
    LineSets rest = sets;
    LineSets part = rest.take_part();
    if (rest.size > 0) {
      for (;; part = rest.take_part()) {
        Child& child = out.emplace_back();
        child.sets = part;
        child.key = name(part, true, child.symmetry);
        if (rest.size == 0) return;
      }
    }
  }
  LineSets::Companions with;
  sets.companions(with);
  const u64 cells = sets.worthy(with);
  out.reserve(static_cast<std::size_t>(std::popcount(cells)));
  for (u64 rest = cells; rest != 0; rest &= rest - 1) {
    Child& child = out.emplace_back();
    child.sets = sets;
    child.cell = std::countr_zero(rest);
    if (attacker_moves) {
      child.sets.attack(rest & -rest);
      child.lost = !after_attack(child);
    } else {
      child.sets.defend(child.cell);
      child.own = (rest & -rest) | child.sets.pair_twins();
    }
    if (!child.lost) child.key = name(child.sets, child.attacker_moves, child.symmetry);
  }
}

// Pairs of cells until the sum is below a half: of the smallest set, the pair that leaves least first.
bool BlockingSearch::pairs(const LineSets& sets, u64& zone, int& budget, std::vector<u64>* found) {
  if (sets.sum() < half) {
    zone |= sets.needed(half);
    return true;
  }
  if (--budget < 0) return false;
  u64 narrow = sets.of[0];
  for (const u64 set : sets.all())
    if (std::popcount(set) < std::popcount(narrow)) narrow = set;
  struct Choice {
    u64 left, both;
  };
  std::array<Choice, 128> choices;
  std::size_t n = 0;
  for (u64 a = narrow; a != 0; a &= a - 1)
    for (u64 b = a & (a - 1); b != 0 && n < choices.size(); b &= b - 1) {
      const u64 both = (a & -a) | (b & -b);
      u64 left = 0;
      bool open = true;
      for (const u64 set : sets.all()) {
        if ((set & both) == both) continue;
        open = open && std::popcount(set & ~both) > 1;
        left += LineSets::weight(set & ~both);
      }
      if (open) choices[n++] = {left, both};
    }
  std::sort(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(n),
            [](const Choice& a, const Choice& b) { return a.left < b.left; });
  for (std::size_t i = 0; i < n && budget >= 0; ++i) {
    LineSets rest = sets;
    rest.pair(choices[i].both);
    u64 needed = zone | choices[i].both;
    if (found) found->push_back(choices[i].both);
    if (pairs(rest, needed, budget, found)) {
      zone = needed;
      return true;
    }
    if (found) found->pop_back();
  }
  return false;
}

// What is seen at a glance; else numbers by the sum: the defender has a hard time where it is large.
BlockingSearch::Known BlockingSearch::first_guess(const LineSets& sets, bool attacker_moves) const {
  if (sets.size == 0) return {granted, 0};
  const u64 bound = attacker_moves ? half : LineSets::one, sum = sets.sum();
  if (sum < bound) return {granted, sets.needed(bound)};
  if (attacker_moves) {
    u64 seen = 0; // two sets of two cells with a common one
    for (const u64 set : sets.all()) {
      if (std::popcount(set) > 2) continue;
      if (std::popcount(set) < 2 || (seen & set) != 0) return {refused, 0};
      seen |= set;
    }
    u64 zone = 0;
    int budget = budget_of_pairs;
    if (pairs(sets, zone, budget, nullptr)) return {granted, zone};
  }
  const double x = static_cast<double>(sum) / static_cast<double>(LineSets::one);
  return {{static_cast<u32>(1 + x * x * (attacker_moves ? 30 : 15)), static_cast<u32>(1 + 10 / (0.25 + x))}, 0};
}

BlockingSearch::Known BlockingSearch::look(const Child& child) {
  if (child.lost) return {refused, 0};
  Known known;
  if (find(child.key, known)) {
    if (known.numbers.mine == 0) known.zone = images_.back(child.symmetry, known.zone);
  } else {
    known = first_guess(child.sets, child.attacker_moves);
    ++evaluated_;
    store(child.key, {known.numbers, images_.to(child.symmetry, known.zone)}, 1);
  }
  known.zone |= child.own;
  return known;
}

BlockingSearch::Known BlockingSearch::search(const LineSets& sets, bool attacker_moves, u64 key, std::size_t symmetry,
                                             Numbers limit) {
  const u64 visits_before = visits_++;
  if (visits_ % 256 == 0 && should_stop && should_stop()) stopped_ = true;
  std::vector<Child> all;
  children(sets, attacker_moves, all);
  std::vector<u8> done(all.size());
  u64 zone = 0;
  Known now;
  for (;;) {
    if (attacker_moves) // what is answered, and what the same answer serves
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (done[i] != 0) continue;
        const Known child = look(all[i]);
        if (child.numbers.mine != 0) continue;
        done[i] = 1;
        zone |= child.zone;
        for (std::size_t j = 0; j < all.size(); ++j)
          if (all[j].cell >= 0 && (child.zone >> all[j].cell & 1) == 0) done[j] = 1;
      }
    Combined combined(true);
    u32 least = Numbers::infinite, second = Numbers::infinite;
    const Child* best = nullptr;
    Known best_known;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (done[i] != 0) continue;
      const Known child = look(all[i]);
      // As numbers of the other side's, which Combined expects.
      const Numbers n = attacker_moves ? child.numbers : Numbers{child.numbers.theirs, child.numbers.mine};
      combined.add(n);
      if (n.theirs < least || best == nullptr) {
        second = least;
        least = n.theirs;
        best = &all[i];
        best_known = child;
      } else if (n.theirs < second) {
        second = n.theirs;
      }
    }
    const Numbers mover = combined.numbers();
    now.numbers = from_defender(mover, attacker_moves);
    if (key == root_key_) root_numbers_ = now.numbers;
    if (now.numbers.mine == 0) now.zone = attacker_moves ? zone : best_known.zone;
    if (now.numbers.settled() || now.numbers.mine >= limit.mine || now.numbers.theirs >= limit.theirs || stopped_ ||
        visits_ >= last_visit_)
      break;
    const Numbers n = attacker_moves ? best_known.numbers : Numbers{best_known.numbers.theirs, best_known.numbers.mine};
    const Numbers limit_mover = from_defender(limit, attacker_moves);
    const u32 theirs = stay(second, stays, limit_mover.mine);
    const u32 mine = std::max(combined.room(n, limit_mover.theirs), bounded(u64{n.mine} + 1));
    const Numbers next = attacker_moves ? Numbers{mine, theirs} : Numbers{theirs, mine};
    search(best->sets, best->attacker_moves, best->key, best->symmetry, next);
  }
  if (attacker_moves && now.numbers.mine == 0 && !all.empty() && all[0].cell >= 0) {
    // A cell that was left out has a better one in the zone.
    LineSets::Companions with;
    sets.companions(with);
    const u64 moves = sets.worthy(with);
    for (u64 rest = now.zone & ~moves & sets.cells(); rest != 0; rest &= rest - 1) {
      const u64 better = with[static_cast<std::size_t>(std::countr_zero(rest))] & moves;
      if ((better & now.zone) == 0) now.zone |= better & -better;
    }
  }
  store(key, {now.numbers, now.numbers.mine == 0 ? images_.to(symmetry, now.zone) : 0}, visits_ - visits_before + 1);
  return now;
}

// A name of the family that does not depend on the order of its sets. Large families, near the root, are named up to symmetry.
u64 BlockingSearch::name(const LineSets& sets, bool attacker_moves, std::size_t& symmetry) const {
  symmetry = 0;
  auto sum_of = [&](auto&& image) {
    u64 sum = attacker_moves ? 0x9e3779b97f4a7c15 : 0x5851f42d4c957f2d;
    for (const u64 set : sets.all()) sum += mix_bits(image(set) * 0xd1342543de82ef95 + 1);
    return mix_bits(sum) | 1; // 0: a free place
  };
  u64 least = sum_of([](u64 set) { return set; });
  if (sets.size < turned_from_) return least;
  for (std::size_t s = 1; s < images_.size(); ++s) {
    const u64 key = sum_of([&](u64 set) { return images_.to(s, set); });
    if (key >= least) continue;
    least = key;
    symmetry = s;
  }
  return least;
}

bool BlockingSearch::find(u64 key, Known& out) const {
  const u64 bucket = static_cast<u64>(static_cast<unsigned __int128>(key) * (places_ / per_bucket) >> 64) * per_bucket;
  for (u64 i = bucket; i < bucket + per_bucket; ++i) {
    if (table_[i * words_of_place] != key) continue;
    const u64 numbers = table_[i * words_of_place + 2];
    out = {{static_cast<u32>(numbers), static_cast<u32>(numbers >> 32)}, table_[i * words_of_place + 1]};
    return true;
  }
  return false;
}

// Where a bucket is full, what took the least effort goes. A first guess does not replace what was searched: a search whose
// children are forgotten as soon as it looks at the next would not end.
void BlockingSearch::store(u64 key, const Known& known, u64 effort) {
  const u64 bucket = static_cast<u64>(static_cast<unsigned __int128>(key) * (places_ / per_bucket) >> 64) * per_bucket;
  u64 chosen = bucket;
  for (u64 i = bucket; i < bucket + per_bucket; ++i) {
    const u64 there = table_[i * words_of_place];
    if (there == key || there == 0) {
      chosen = i;
      if (there == key) effort += table_[i * words_of_place + 3];
      break;
    }
    if (table_[i * words_of_place + 3] < table_[chosen * words_of_place + 3]) chosen = i;
  }
  u64* const place = table_.data() + chosen * words_of_place;
  if (effort == 1 && place[0] != key && place[3] > 1) return;
  if (place[0] == 0) ++used_;
  place[0] = key;
  place[1] = known.zone;
  place[2] = known.numbers.mine | u64{known.numbers.theirs} << 32;
  place[3] = effort;
}

void BlockingSearch::put_back(std::span<const u64> place) {
  store(place[0], {{static_cast<u32>(place[2]), static_cast<u32>(place[2] >> 32)}, place[1]}, place[3]);
}

Bytes BlockingSearch::certificate() {
  written_.clear();
  shown_.clear();
  last_visit_ = ~u64{0};
  if (attacker_moves_)
    write_attack(root_);
  else
    write_defend(root_);
  return written_;
}

// What the table has forgotten is searched for again; so is what it knows of an image alone.
void BlockingSearch::show_reply(const LineSets& sets) {
  std::size_t symmetry = 0;
  const u64 key = name(sets, false, symmetry);
  const Known known = search(sets, false, key, symmetry, {Numbers::infinite, Numbers::infinite});
  if (stopped_) throw Error(Exit::stopped, "interrupted while the proof was written");
  ensure(known.numbers.mine == 0, "a claim of a proof by blocking cannot be shown again");
}

// The zone, as the checker builds it.
u64 BlockingSearch::write_attack(const LineSets& sets) {
  if (sets.size == 0) return 0;
  if (sets.sum() < half) return sets.needed(half);
  Family family(sets.all().begin(), sets.all().end());
  std::sort(family.begin(), family.end());
  LineSets sorted;
  for (const u64 set : family) sorted.add(set);
  LineSets rest = sorted;
  const LineSets part = rest.take_part();
  if (rest.size > 0) {
    const u64 zone = write_attack(part);
    return zone | write_attack(rest);
  }
  Family least = family;
  std::size_t symmetry = 0;
  for (std::size_t s = 1; s < images_.size(); ++s) {
    Family image;
    for (const u64 set : family) image.push_back(images_.to(s, set));
    std::sort(image.begin(), image.end());
    if (!(image < least)) continue;
    least = std::move(image);
    symmetry = s;
  }
  if (const auto known = shown_.find(least); known != shown_.end()) return images_.back(symmetry, known->second);
  const u64 zone = write_argument(sorted);
  shown_.emplace(std::move(least), images_.to(symmetry, zone));
  return zone;
}

u64 BlockingSearch::write_pair(LineSets sets, u64 both) {
  put(pair_follows);
  put(std::countr_zero(both));
  put(std::countr_zero(both & (both - 1)));
  sets.pair(both);
  return both | write_attack(sets);
}

u64 BlockingSearch::write_argument(const LineSets& sets) {
  LineSets::Companions with;
  sets.companions(with);
  if (const u64 both = sets.twins(with); both != 0) return write_pair(sets, both);
  u64 none = 0;
  int budget = budget_of_pairs;
  if (std::vector<u64> found; pairs(sets, none, budget, &found)) return write_pair(sets, found.front());
  const u64 moves = sets.worthy(with);
  u64 open = moves, zone = 0;
  while (open != 0) {
    // The strongest move first: its answer is likely to serve others.
    u64 best = 0, most = 0;
    for (u64 rest = open; rest != 0; rest &= rest - 1) {
      u64 worth = 0;
      for (const u64 set : sets.all())
        if ((set & rest & -rest) != 0) worth += LineSets::weight(set);
      if (worth <= most) continue;
      most = worth;
      best = rest & -rest;
    }
    put(std::countr_zero(best));
    LineSets after = sets;
    after.attack(best);
    const u64 answered = write_defend(after);
    zone |= answered;
    open &= answered & ~best;
  }
  for (u64 rest = zone & ~moves; rest != 0; rest &= rest - 1) {
    const u64 better = with[static_cast<std::size_t>(std::countr_zero(rest))] & moves;
    if ((better & zone) == 0) zone |= better & -better;
  }
  return zone;
}

u64 BlockingSearch::write_defend(const LineSets& sets) {
  if (sets.sum() < LineSets::one) return sets.needed(LineSets::one);
  int reply = -1;
  for (const u64 set : sets.all())
    if (std::popcount(set) == 1) reply = std::countr_zero(set);
  if (reply < 0) {
    reply = best_reply(sets);
    put(reply);
  }
  LineSets after = sets;
  after.defend(reply);
  return write_attack(after) | u64{1} << reply;
}

// A reply that is shown to hold, if there are several the one with the smallest zone.
int BlockingSearch::best_reply(const LineSets& sets) {
  LineSets paired = sets;
  paired.pair_twins();
  if (paired.size == 0) return std::countr_zero(sets.cells());
  if (paired.sum() < LineSets::one) { // the cell of the largest weight (Erdős and Selfridge)
    int best = -1;
    u64 most = 0;
    for (u64 rest = paired.cells(); rest != 0; rest &= rest - 1) {
      u64 worth = 0;
      for (const u64 set : paired.all())
        if ((set & rest & -rest) != 0) worth += LineSets::weight(set);
      if (worth <= most) continue;
      most = worth;
      best = std::countr_zero(rest);
    }
    return best;
  }
  for (int round = 0; round < 2; ++round) {
    std::vector<Child> all;
    children(paired, false, all);
    const Child* best = nullptr;
    int least = 65;
    for (const Child& child : all) {
      const Known known = look(child);
      if (known.numbers.mine != 0 || std::popcount(known.zone) >= least) continue;
      least = std::popcount(known.zone);
      best = &child;
    }
    if (best) return best->cell;
    show_reply(paired);
  }
  throw Error(Exit::resources, "the table of the search is too small for its proof: give it more with --memory");
}

} // namespace zermelo
