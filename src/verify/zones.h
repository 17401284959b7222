// The check of a proof with zones: ordinary play with all stones known at its top, trees (zone_tree.h) below it.
//
// Where the attacker is to move, the position is replaced by the least of its images; if that was seen before it is not followed,
// a line that can be completed needs no byte, and else a byte names a cell, or says that a tree follows. Where the defender is to
// move, some trees may show first that the attacker wins wherever the defender's stone is, but for the cells of their zones;
// replies that are in the zones of all of them are followed. Zones of these trees are written, so that trees are checked in
// parallel; each must contain the tree's own.
#pragma once

#include <functional>
#include <set>

#include "base/units.h"
#include "exec/pool.h"
#include "exec/shared.h"
#include "verify/report.h"
#include "verify/zone_tree.h"

namespace zermelo {

struct ZoneReport {
  u64 trees = 0, moves = 0, claims = 0;
  int deepest = 0; // stones of the attacker on the longest line of play
  bool holds = false;
  std::string why;
};

template <class Rule = Calculus> class ZoneCheck {
public:
  ZoneCheck(const LineBoard& board, const CellSet& attacker, const CellSet& defender, bool attacker_moves,
            std::span<const std::byte> bytes, const VerifyOptions& options)
      : board_(board), taken_{attacker, defender}, attacker_moves_(attacker_moves), bytes_(bytes), options_(options) {}

  ZoneReport run() { return run(true); }
  // The top alone: what the trees are about, not whether they hold.
  ZoneReport outline() { return run(false); }

  struct Tree {
    CellSet attacker, defender;
    int hidden;   // k
    bool zoned;   // whether the proof says that its zone is within this one
    CellSet zone; // its own, once it was checked
    std::size_t begin, size;
    int depth; // stones of the attacker put before it
  };
  struct Move { // of the top
    CellSet attacker, defender;
    int cell;
  };
  // What a proof that holds consists of.
  const std::vector<Tree>& trees() const { return trees_; }
  const std::vector<Move>& moves() const { return moves_; }

private:
  ZoneReport run(bool with_trees) {
    if (board_.line_in(taken_[0]) || board_.line_in(taken_[1])) {
      fail("the game is over where the proof begins");
    } else if ((attacker_moves_ ? attack(0) : defend(0)) && at_ != bytes_.size()) {
      fail("the proof has moves that nobody asks for");
    }
    if (with_trees && report_.why.empty()) check_trees();
    report_.holds = report_.why.empty();
    report_.trees = trees_.size();
    return report_;
  }
  bool fail(const std::string& why) {
    if (report_.why.empty()) report_.why = why;
    return false;
  }
  bool is_empty(int cell) const { return !taken_[0].has(cell) && !taken_[1].has(cell); }
  bool completes(const CellSet& stones) const {
    for (int cell = 0; cell < board_.cells; ++cell) {
      if (!is_empty(cell)) continue;
      CellSet more = stones;
      more.add(cell);
      for (const u16 w : board_.through[static_cast<std::size_t>(cell)])
        if (LineBoard::is_line(board_.windows[w], more)) return true;
    }
    return false;
  }

  // The least of the images of the stones under the symmetries of the board.
  std::array<CellSet, 2> least_image() const {
    std::array<CellSet, 2> least = taken_;
    for (const auto& to : board_.symmetries) {
      std::array<CellSet, 2> image;
      for (std::size_t side = 0; side < 2; ++side)
        taken_[side].each([&](int cell) { image[side].add(to[static_cast<std::size_t>(cell)]); });
      least = std::min(least, image);
    }
    return least;
  }

  bool attack(int depth) {
    ++report_.claims;
    const std::array<CellSet, 2> before = taken_;
    taken_ = least_image();
    const bool held = completes(taken_[0]) || !seen_.insert(taken_).second || answered(depth);
    taken_ = before;
    return held;
  }

  bool answered(int depth) {
    const int byte = next();
    if (byte == zone_bytes::tree) return add_tree(0, false, {}, depth);
    if (byte < 0) return fail("the proof ends where a move is needed");
    if (byte >= board_.cells || !is_empty(byte)) return fail("a move is to no empty cell");
    ++report_.moves;
    moves_.push_back({taken_[0], taken_[1], byte});
    taken_[0].add(byte);
    return defend(depth + 1);
  }

  bool defend(int depth) {
    if (completes(taken_[1])) return fail("the other completes a line");
    CellSet replies;
    for (int cell = 0; cell < board_.cells; ++cell)
      if (is_empty(cell)) replies.add(cell);
    if (replies.empty()) return fail("the board is full, and nobody has won");
    const CellSet empty = replies;
    const int trees = next();
    if (trees < 0) return fail("the proof ends where it should say what is answered wherever a stone is put");
    for (int i = 0; i < trees; ++i) {
      CellSet zone;
      for (u64& word : zone.words)
        for (unsigned shift = 0; shift < 64; shift += 8) {
          const int byte = next();
          if (byte < 0) return fail("the proof ends within a zone");
          word |= static_cast<u64>(byte) << shift;
        }
      if ((zone & empty) != zone) return fail("a zone has a cell that is not empty");
      if (!add_tree(1, true, zone, depth)) return false;
      replies &= zone;
    }
    bool held = true;
    replies.each([&](int reply) {
      if (!held) return;
      taken_[1].add(reply);
      held = attack(depth);
      taken_[1].remove(reply);
    });
    return held;
  }

  bool add_tree(int hidden, bool zoned, const CellSet& zone, int depth) {
    u64 size = 0;
    for (unsigned shift = 0;; shift += 7) {
      const int byte = next();
      if (byte < 0 || shift > 42) return fail("the proof ends where a tree is needed");
      size |= static_cast<u64>(byte & 127) << shift;
      if (byte < 128) break;
    }
    if (size > bytes_.size() - at_) return fail("the proof ends within a tree");
    trees_.push_back({taken_[0], taken_[1], hidden, zoned, zone, at_, static_cast<std::size_t>(size), depth});
    at_ += static_cast<std::size_t>(size);
    return true;
  }

  void check_trees() {
    Pool pool(options_.threads);
    const u64 memory = options_.memory == 0 ? ~u64{0} : options_.memory / static_cast<u64>(pool.threads());
    std::vector<ZoneReport> of_worker(static_cast<std::size_t>(pool.threads()));
    u64 failed = 0, stopped = 0, done = 0, short_of = 0; // words that the threads share
    std::string why;
    pool.for_ranges(0, trees_.size(), 1, [&](u64 i, u64, int worker) {
      if (load_shared(failed) != 0 || load_shared(stopped) != 0) return;
      Tree& t = trees_[i];
      ZoneTree<Rule> tree(board_, t.attacker, t.defender, bytes_.subspan(t.begin, t.size));
      tree.most_kept_bytes = memory;
      const auto zone = tree.check(t.hidden);
      std::string reason = zone ? "" : tree.why();
      if (zone && t.zoned && (*zone & t.zone) != *zone) reason = "the zone of a tree is larger than the proof says";
      if (zone) t.zone = *zone;
      if (tree.out_of_memory) store_shared(short_of, u64{1});
      if (!reason.empty() && set_shared_bit(&failed, 0)) why = reason;
      ZoneReport& mine = of_worker[static_cast<std::size_t>(worker)];
      mine.moves += tree.moves();
      mine.claims += tree.claims();
      mine.deepest = std::max(mine.deepest, t.depth + tree.deepest());
      add_shared(done, u64{1});
      if (worker != 0) return;
      if (options_.on_progress) options_.on_progress({load_shared(done), trees_.size(), 0});
      if (options_.should_stop && options_.should_stop()) store_shared(stopped, u64{1});
    });
    if (stopped != 0) throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
    if (short_of != 0)
      throw Error(Exit::resources, "the proof keeps more claims than " + bytes(options_.memory) + " of memory hold");
    for (const ZoneReport& r : of_worker) {
      report_.moves += r.moves;
      report_.claims += r.claims;
      report_.deepest = std::max(report_.deepest, r.deepest);
    }
    if (failed != 0) fail(why);
  }

  int next() { return at_ < bytes_.size() ? std::to_integer<int>(bytes_[at_++]) : -1; }

  const LineBoard& board_;
  std::array<CellSet, 2> taken_; // attacker's and defender's
  bool attacker_moves_;
  std::span<const std::byte> bytes_;
  VerifyOptions options_;
  std::size_t at_ = 0;
  std::set<std::array<CellSet, 2>> seen_;
  std::vector<Tree> trees_;
  std::vector<Move> moves_;
  ZoneReport report_;
};

} // namespace zermelo
