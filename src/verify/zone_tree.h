// The check of one tree of a proof with zones: docs/proof-format.md has the calculus and why it is sound.
//
// A claim is about known stones P, a number k and a zone Z of empty cells: for every set H of at most k hidden stones of the
// defender, on empty cells outside Z and such that P + H holds no line of the defender's, the attacker wins P + H. The tree is a
// string of bytes, of which each is a cell for the attacker; zones are not written but built from the leaves upwards.
//
// `Calculus` names the conditions that are checked: all of them. A test leaves out one at a time and finds a false claim that is
// then accepted, so none is superfluous.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/key.h"
#include "game/lines.h"

namespace zermelo {

struct Calculus {
  static constexpr bool every_reply = true;      // replies on all cells of the zone of "elsewhere" are answered
  static constexpr bool hidden_counted = true;   // a stone elsewhere is one more hidden stone
  static constexpr bool safety = true;           // the defender must not be able to complete a line
  static constexpr bool all_windows = true;      // not even with the last window of the list
  static constexpr bool two_cells = true;        // two cells of each such window are kept free, not one
  static constexpr bool this_stone_too = true;   // the stone that is put now counts beside the hidden ones
  static constexpr bool ends_looked_at = true;   // a window is a line only if the cells beyond it allow that
  static constexpr bool own_cell_in_zone = true; // hidden stones are not where the attacker moves to
  static constexpr bool replies_in_zone = true;  // zones of the answers count
  static constexpr bool safety_in_zone = true;   // and so do the cells that are kept free
  static constexpr bool kept_compared = true;    // what is cited must have been shown for the same stones
  static constexpr bool kept_with_others = true; // of both sides
};

namespace zone_bytes {
inline constexpr u8 keep = 254; // the claim at hand, whose cell follows, will be cited
inline constexpr u8 cite = 255; // it was kept before; the number of the kept claim follows
inline constexpr u8 tree = 253; // outside of trees: one begins here
} // namespace zone_bytes

// For each window how many stones of each side it holds, and which windows have so many stones of one side alone.
class LineCounts {
public:
  static constexpr std::size_t words = LineBoard::most_windows / 64;
  using WindowSet = std::array<u64, words>;

  explicit LineCounts(const LineBoard& board)
      : board_(board), held_(board.windows.size()), alone_{std::vector<WindowSet>(static_cast<std::size_t>(board.length) + 1),
                                                           std::vector<WindowSet>(static_cast<std::size_t>(board.length) + 1)} {
    for (std::size_t w = 0; w < held_.size(); ++w)
      for (auto& of_side : alone_) of_side[0][w / 64] |= u64{1} << (w % 64);
  }

  void put(int side, int cell) {
    for (const u16 w : board_.through[static_cast<std::size_t>(cell)]) change(side, w, 1);
  }
  void take(int side, int cell) {
    for (const u16 w : board_.through[static_cast<std::size_t>(cell)]) change(side, w, -1);
  }

  // Windows with exactly n stones of a side and none of the other, in order, until f says false.
  template <class F> bool each(int side, int n, F&& f) const {
    const WindowSet& set = alone_[static_cast<std::size_t>(side)][static_cast<std::size_t>(n)];
    for (std::size_t i = 0; i < (held_.size() + 63) / 64; ++i)
      for (u64 rest = set[i]; rest != 0; rest &= rest - 1)
        if (!f(board_.windows[64 * i + static_cast<std::size_t>(std::countr_zero(rest))])) return false;
    return true;
  }

private:
  void change(int side, u16 w, int by) {
    auto& held = held_[w];
    mark(w, held, false);
    held[static_cast<std::size_t>(side)] = static_cast<u8>(held[static_cast<std::size_t>(side)] + by);
    mark(w, held, true);
  }
  void mark(u16 w, const std::array<u8, 2>& held, bool on) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (held[1 - side] != 0) continue;
      u64& word = alone_[side][held[side]][w / 64U];
      word = on ? word | u64{1} << (w % 64U) : word & ~(u64{1} << (w % 64U));
    }
  }

  const LineBoard& board_;
  std::vector<std::array<u8, 2>> held_;
  std::array<std::vector<WindowSet>, 2> alone_; // [side][stones]
};

template <class Rule = Calculus> class ZoneTree {
public:
  // The attacker is to move; neither side holds a line.
  ZoneTree(const LineBoard& board, const CellSet& attackers, const CellSet& defenders, std::span<const std::byte> bytes)
      : board_(board), counts_(board), taken_{attackers, defenders}, bytes_(bytes) {
    attackers.each([&](int cell) { counts_.put(0, cell); });
    defenders.each([&](int cell) { counts_.put(1, cell); });
  }

  // A zone for which the claim holds with k hidden stones; nothing, and why, if the tree does not show it.
  std::optional<CellSet> check(int k) {
    CellSet zone;
    if (!attack(k, zone)) return std::nullopt;
    if (at_ != bytes_.size()) {
      fail("the tree has moves that nobody asks for");
      return std::nullopt;
    }
    return zone;
  }

  // A position that claims are looked for about. A claim holds for it if the attacker's stones are those that the claim knows, and
  // the defender's are those and at most k others, none in the zone.
  struct Wanted {
    CellSet attacker, defender;
    bool attacker_moves = true; // else the attacker has moved
    int cell = -1;              // the attacker's move, once such a claim was met
  };
  Wanted* wanted = nullptr;      // check() ends where it is met
  u64 most_kept_bytes = ~u64{0}; // for kept claims
  bool out_of_memory = false;

  const std::string& why() const { return why_; }
  u64 claims() const { return claims_; }                         // looked at
  u64 moves() const { return moves_; }                           // that were read
  u64 kept_bytes() const { return kept_.size() * sizeof(Kept); } // of memory
  int deepest() const { return deepest_; } // stones of the attacker put on one line of play, the last included
  // The longest line of play, cell after cell, in which every reply is known; claims that are cited are not followed again.
  const std::vector<u8>& longest_line() const { return longest_; }

private:
  static constexpr int attacker = 0, defender = 1;
  struct Kept {
    Key claim;
    CellSet zone;
  };

  bool fail(const char* why) {
    if (why_.empty()) why_ = why;
    return false;
  }

  void put(int side, int cell) {
    taken_[static_cast<std::size_t>(side)].add(cell);
    counts_.put(side, cell);
    path_.push_back(static_cast<u8>(cell));
    depth_ += side == attacker;
    deepest_ = std::max(deepest_, depth_);
  }
  void take(int side, int cell) {
    taken_[static_cast<std::size_t>(side)].remove(cell);
    counts_.take(side, cell);
    path_.pop_back();
    depth_ -= side == attacker;
  }
  bool is_empty(int cell) const { return !taken_[0].has(cell) && !taken_[1].has(cell); }

  // The empty cell of the first window that the attacker completes with one stone, or -1.
  int completing_cell() const {
    int cell = -1;
    counts_.each(attacker, board_.length - 1, [&](const LineBoard::Window& w) {
      int missing = -1;
      for (const u8 c : w.cells)
        if (!taken_[attacker].has(c)) missing = c;
      for (const int beyond : w.beyond)
        if (Rule::ends_looked_at && beyond >= 0 && taken_[attacker].has(beyond)) return true;
      cell = missing;
      return false;
    });
    return cell;
  }

  // The attacker is to move: a zone for the known stones and k hidden ones.
  bool attack(int k, CellSet& zone) {
    ++claims_;
    zone = {};
    if (const int cell = completing_cell(); cell >= 0) {
      deepest_ = std::max(deepest_, depth_ + 1);
      if (unknown_replies_ == 0 && path_.size() >= longest_.size()) {
        longest_ = path_;
        longest_.push_back(static_cast<u8>(cell));
      }
      zone.add(cell);
      return !meets_wanted(k, cell, zone);
    }
    int byte = next();
    if (byte == zone_bytes::cite) {
      u64 number = 0;
      if (!next_number(number) || number >= kept_.size() || (Rule::kept_compared && kept_[number].claim != claim_key(k)))
        return fail("a claim is cited that was not shown before");
      zone = kept_[number].zone;
      return true;
    }
    const bool keeps = byte == zone_bytes::keep;
    if (keeps) byte = next();
    if (byte < 0) return fail("the tree ends where a move is needed");
    if (byte >= board_.cells || !is_empty(byte)) return fail("a move is to no empty cell");
    ++moves_;
    put(attacker, byte);
    const bool held = defend(k, zone);
    take(attacker, byte);
    if (!held) return false;
    if (Rule::own_cell_in_zone) zone.add(byte);
    if (meets_wanted(k, byte, zone)) return false;
    if (keeps && kept_bytes() >= most_kept_bytes) {
      out_of_memory = true;
      return fail("a tree keeps more claims than fit into memory");
    }
    if (keeps) kept_.push_back({claim_key(k), zone});
    return true;
  }

  // The claim at hand: the attacker moves to `cell`.
  bool meets_wanted(int k, int cell, const CellSet& zone) {
    if (wanted == nullptr) return false;
    CellSet attackers = taken_[attacker], hidden = wanted->defender;
    if (!wanted->attacker_moves) attackers.add(cell);
    if (attackers != wanted->attacker || (taken_[defender] & hidden) != taken_[defender]) return false;
    taken_[defender].each([&](int known) { hidden.remove(known); });
    if (hidden.count() > k || !(hidden & zone).empty()) return false;
    wanted->cell = cell;
    return true;
  }

  // The defender is to move, and the attacker holds no line yet.
  bool defend(int k, CellSet& zone) {
    CellSet elsewhere;
    if (Rule::safety && wins_at_once()) return fail("the other completes a line"); // before the search below: it is cheap
    ++unknown_replies_;
    const bool shown = attack(Rule::hidden_counted ? k + 1 : k, elsewhere);
    --unknown_replies_;
    if (!shown) return false;
    zone = elsewhere;
    bool held = true;
    elsewhere.each([&](int reply) {
      if (!held || (!Rule::every_reply && reply % 7 == 3)) return;
      put(defender, reply);
      CellSet here;
      held = attack(k, here);
      take(defender, reply);
      here.remove(reply);
      if (Rule::replies_in_zone) zone |= here;
    });
    return held && (!Rule::safety || keep_free(k, zone));
  }

  bool wins_at_once() const {
    return !counts_.each(defender, board_.length - 1, [](const LineBoard::Window&) { return false; });
  }

  // No stone of the defender's and k hidden ones complete a line: of each window that they could fill two cells are in the zone.
  // Windows with few empty cells come first, then by their number; of a window its first cells that are not in the zone yet.
  bool keep_free(int k, CellSet& zone) {
    CellSet kept = zone;
    const int most_empty = std::min(board_.length, Rule::this_stone_too ? k + 1 : k);
    for (int empty = 1; empty <= most_empty; ++empty) {
      const bool held = counts_.each(defender, board_.length - empty, [&](const LineBoard::Window& w) {
        if (!Rule::all_windows && &w == &board_.windows[board_.windows.size() / 2]) return true;
        int missing = Rule::two_cells ? 2 : 1;
        for (const u8 cell : w.cells) missing -= kept.has(cell) ? 1 : 0;
        for (const u8 cell : w.cells) {
          if (missing <= 0) break;
          if (taken_[defender].has(cell) || kept.has(cell)) continue;
          kept.add(cell);
          --missing;
        }
        return missing <= 0;
      });
      if (!held) return fail("the other completes a line");
    }
    if (Rule::safety_in_zone) zone = kept;
    return true;
  }

  int next() { return at_ < bytes_.size() ? std::to_integer<int>(bytes_[at_++]) : -1; }

  // Seven bits a byte, the lowest first; the top bit on all but the last.
  bool next_number(u64& number) {
    for (unsigned shift = 0; shift <= 42; shift += 7) {
      const int byte = next();
      if (byte < 0) return false;
      number |= static_cast<u64>(byte & 127) << shift;
      if (byte < 128) return true;
    }
    return false;
  }

  // 128 bits of the stones and of k.
  Key claim_key(int k) const {
    KeyMaker maker;
    for (const u64 word : taken_[0].words) maker.add(word);
    if (Rule::kept_with_others)
      for (const u64 word : taken_[1].words) maker.add(word);
    maker.add(static_cast<u64>(k)); // it follows from the stones within one tree
    return maker.key();
  }

  const LineBoard& board_;
  LineCounts counts_;
  std::array<CellSet, 2> taken_; // attacker's and defender's known stones
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::vector<Kept> kept_;
  std::string why_;
  u64 claims_ = 0, moves_ = 0;
  int depth_ = 0, deepest_ = 0;
  std::vector<u8> path_, longest_;
  int unknown_replies_ = 0; // on the way here, stones that may be anywhere
};

// For who makes such trees: the zone of one that holds for so many hidden stones.
inline auto zone_checker(const LineBoard& board) {
  return [&board](const CellSet& attacker, const CellSet& defender, int hidden, const Bytes& tree) {
    return ZoneTree<>(board, attacker, defender, tree).check(hidden);
  };
}

} // namespace zermelo
