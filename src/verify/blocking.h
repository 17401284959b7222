// The check of a proof that one side does not win a game of lines, by blocking: docs/proof-format.md has the calculus and why it is
// sound.
//
// A claim is about a family of sets of empty cells: what the attacker still needs of each window without a stone of the
// defender's. It says that the defender keeps the attacker from holding all of any set. Lines of the defender's own count for
// nothing. The proof is a string of bytes; zones, the cells that a claim needs, are built from its leaves upwards.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/lines.h"
#include "verify/report.h"

namespace zermelo {

struct Blocking {                             // the conditions that are checked; a test leaves out one at a time
  static constexpr bool every_move = true;    // each move of the attacker's is answered or lies outside the zone of an answer
  static constexpr bool reply_in_zone = true; // the cell of a reply belongs to its zone
  static constexpr bool half = true;          // the attacker to move: the sum must be below a half, not one
  static constexpr bool pair_taken = true;    // the cells of a pair are the attacker's in the other sets
};

namespace block_bytes {
inline constexpr int pair = 253; // two cells follow: the defender answers one with the other
}

struct BlockReport {
  u64 moves = 0, claims = 0;       // replies that the proof names; claims that it was asked for
  bool holds = false, cut = false; // cut: it ends where more is needed
  std::string why;
};

template <class Rule = Blocking> class BlockCheck {
public:
  static constexpr int most_cells = 64;
  using Family = std::vector<u64>; // in rising order, none within another

  BlockCheck(const LineBoard& board, const CellSet& attacker, const CellSet& defender, bool attacker_moves,
             std::span<const std::byte> bytes, const VerifyOptions& options)
      : board_(board), attacker_moves_(attacker_moves), bytes_(bytes), options_(options) {
    ensure(board.cells <= most_cells, "proofs by blocking are about boards of at most 64 cells");
    for (const auto& w : board.windows) {
      u64 set = 0;
      bool blocked = false;
      for (const u8 cell : w.cells) {
        blocked = blocked || defender.has(cell);
        if (!attacker.has(cell)) set |= u64{1} << cell;
      }
      if (!blocked) root_.push_back(set);
    }
  }

  BlockReport run() {
    const Family root = least_sets(root_);
    if ((attacker_moves_ ? attack(root) : defend(root)) && at_ != bytes_.size()) fail("the proof has moves that nobody asks for");
    report_.holds = report_.why.empty();
    return report_;
  }

private:
  using Zone = std::optional<u64>; // nothing: the claim was not shown

  Zone fail(const char* why) {
    if (report_.why.empty()) report_.why = why;
    return std::nullopt;
  }

  // A set that contains another is of no use: whoever fills it fills the other.
  static Family least_sets(Family sets) {
    Family least;
    std::sort(sets.begin(), sets.end(), [](u64 a, u64 b) { return std::popcount(a) < std::popcount(b); });
    for (const u64 set : sets)
      if (std::none_of(least.begin(), least.end(), [&](u64 within) { return (within & ~set) == 0; })) least.push_back(set);
    std::sort(least.begin(), least.end());
    return least;
  }
  static u64 cells_of(const Family& sets) {
    u64 all = 0;
    for (const u64 set : sets) all |= set;
    return all;
  }
  static Family without_cells(Family sets, u64 cells) { // they are the attacker's
    for (u64& set : sets) set &= ~cells;
    return least_sets(std::move(sets));
  }
  static Family not_meeting(const Family& sets, int cell) { // it is the defender's
    Family rest;
    for (const u64 set : sets)
      if ((set >> cell & 1) == 0) rest.push_back(set);
    return rest;
  }

  // The sum of 2^-size over the sets, times `one` (Erdős and Selfridge 1973).
  static constexpr u64 one = u64{1} << 32;
  static u64 weight(u64 set) { return one >> std::popcount(set); }
  static u64 sum(const Family& sets) {
    u64 all = 0;
    for (const u64 set : sets) all += weight(set);
    return all;
  }
  // The cells that a family with a sum below the bound needs: others, in rising order, are given to the attacker as long as the
  // sum stays below.
  static u64 needed(Family sets, u64 bound) {
    u64 total = sum(sets), zone = cells_of(sets);
    for (u64 rest = zone; rest != 0; rest &= rest - 1) {
      const u64 cell = rest & -rest;
      u64 more = 0;
      for (const u64 set : sets)
        if ((set & cell) != 0) more += weight(set);
      if (total + more >= bound) continue;
      total += more;
      zone &= ~cell;
      for (u64& set : sets) set &= ~cell;
    }
    return zone;
  }

  // The sets that are joined to the first by common cells.
  static Family first_part(const Family& sets) {
    u64 cells = sets.front(), before = 0;
    while (cells != std::exchange(before, cells))
      for (const u64 set : sets)
        if ((set & cells) != 0) cells |= set;
    Family part;
    for (const u64 set : sets)
      if ((set & cells) != 0) part.push_back(set);
    return part;
  }

  // The attacker is to move. `sets`: none within another.
  Zone attack(const Family& sets) {
    if (++report_.claims % 4096 == 0 && options_.should_stop && options_.should_stop())
      throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
    if (sets.empty()) return 0;
    const u64 bound = Rule::half ? one / 2 : one;
    if (sum(sets) < bound) return needed(sets, bound);
    for (const u64 set : sets)
      if (std::popcount(set) < 2) return fail("the other completes a line");
    if (const Family part = first_part(sets); part.size() < sets.size()) {
      Family others;
      std::set_difference(sets.begin(), sets.end(), part.begin(), part.end(), std::back_inserter(others));
      const Zone first = attack(part);
      const Zone second = first ? attack(others) : first;
      if (!second) return second;
      return *first | *second;
    }
    std::size_t symmetry = 0;
    const Family image = least_image(sets, symmetry);
    if (const auto known = shown_.find(image); known != shown_.end()) return original(known->second, symmetry);
    const Zone zone = argued(sets);
    if (zone) keep(image, symmetry, *zone);
    return zone;
  }

  Zone argued(const Family& sets) {
    const u64 cells = cells_of(sets);
    int byte = next();
    if (byte == block_bytes::pair) {
      const int a = next(), b = next();
      if (!is_of(cells, a) || !is_of(cells, b) || a == b) return fail("a pair is not of two cells that matter");
      const u64 both = u64{1} << a | u64{1} << b;
      Family rest;
      for (const u64 set : sets)
        if ((set & both) != both) rest.push_back(set);
      const Zone zone = attack(Rule::pair_taken ? without_cells(rest, both) : rest);
      if (!zone) return zone;
      return *zone | both;
    }
    std::array<u64, 64> with{}; // [cell]: cells that are in every set that it is in
    const u64 moves = moves_that_matter(sets, with);
    u64 open = moves, zone = 0;
    while (open != 0) {
      if (!is_of(open, byte)) return fail("a move of the attacker's is answered where none is open");
      const Zone answered = defend(without_cells(sets, u64{1} << byte));
      if (!answered) return answered;
      zone |= *answered;
      open &= *answered & ~(u64{1} << byte);
      if (!Rule::every_move) break;
      if (open != 0) byte = next();
    }
    for (u64 rest = zone & ~moves; rest != 0; rest &= rest - 1) {
      const u64 better = with[static_cast<std::size_t>(std::countr_zero(rest))] & moves;
      if ((better & zone) == 0) zone |= better & -better;
    }
    return zone;
  }

  // The attacker's cells but those for which there is another in all of their sets: that one is as good. Of two that are in the
  // same sets, the lower.
  static u64 moves_that_matter(const Family& sets, std::array<u64, 64>& with) {
    const u64 cells = cells_of(sets);
    u64 moves = cells;
    for (u64 rest = cells; rest != 0; rest &= rest - 1) with[static_cast<std::size_t>(std::countr_zero(rest))] = cells;
    for (const u64 set : sets)
      for (u64 rest = set; rest != 0; rest &= rest - 1) with[static_cast<std::size_t>(std::countr_zero(rest))] &= set;
    for (u64 rest = cells; rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      for (u64 other = with[static_cast<std::size_t>(cell)] & ~(u64{1} << cell); other != 0; other &= other - 1) {
        const int than = std::countr_zero(other);
        if (than < cell || (with[static_cast<std::size_t>(than)] >> cell & 1) == 0) moves &= ~(u64{1} << cell);
      }
    }
    return moves;
  }

  // The defender is to move.
  Zone defend(const Family& sets) {
    if (sum(sets) < one) return needed(sets, one);
    int reply = -1;
    for (const u64 set : sets) {
      if (std::popcount(set) > 1) continue;
      if (set == 0 || reply >= 0) return fail("the other completes a line");
      reply = std::countr_zero(set);
    }
    if (reply < 0) {
      reply = next();
      if (!is_of(cells_of(sets), reply)) return fail("a reply is not to a cell that matters");
      ++report_.moves;
    }
    const Zone zone = attack(not_meeting(sets, reply));
    if (!zone) return zone;
    return Rule::reply_in_zone ? *zone | u64{1} << reply : *zone;
  }

  static bool is_of(u64 cells, int cell) { return cell >= 0 && cell < 64 && (cells >> cell & 1) != 0; }
  int next() {
    if (at_ < bytes_.size()) return std::to_integer<int>(bytes_[at_++]);
    report_.cut = true;
    return -1;
  }

  // The least of the images under the symmetries of the board, and which one it was.
  Family least_image(const Family& sets, std::size_t& symmetry) const {
    Family least = sets;
    for (std::size_t s = 1; s < board_.symmetries.size(); ++s) {
      Family image;
      for (const u64 set : sets) image.push_back(image_of(set, board_.symmetries[s]));
      std::sort(image.begin(), image.end());
      if (!(image < least)) continue;
      least = std::move(image);
      symmetry = s;
    }
    return least;
  }
  static u64 image_of(u64 cells, const std::vector<u8>& to) {
    u64 image = 0;
    for (; cells != 0; cells &= cells - 1) image |= u64{1} << to[static_cast<std::size_t>(std::countr_zero(cells))];
    return image;
  }
  u64 original(u64 image, std::size_t symmetry) const {
    const auto& to = board_.symmetries[symmetry];
    u64 cells = 0;
    for (std::size_t cell = 0; cell < to.size(); ++cell) cells |= (image >> to[cell] & 1) << cell;
    return cells;
  }
  void keep(const Family& image, std::size_t symmetry, u64 zone) {
    kept_bytes_ += 96 + 8 * image.size();
    if (options_.memory != 0 && kept_bytes_ > options_.memory)
      throw Error(Exit::resources, "the proof keeps more claims than the memory that it may take holds");
    shown_.emplace(image, image_of(zone, board_.symmetries[symmetry]));
  }

  const LineBoard& board_;
  bool attacker_moves_;
  std::span<const std::byte> bytes_;
  VerifyOptions options_;
  Family root_;
  std::size_t at_ = 0;
  std::map<Family, u64> shown_; // least images, and their zones
  u64 kept_bytes_ = 0;
  BlockReport report_;
};

} // namespace zermelo
