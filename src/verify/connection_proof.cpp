#include "verify/connection_proof.h"

#include <algorithm>

#include "table/proof_file.h"

namespace zermelo {
namespace {

CellSet without(CellSet set, const CellSet& less) {
  for (std::size_t i = 0; i < set.words.size(); ++i) set.words[i] &= ~less.words[i];
  return set;
}

} // namespace

bool CarrierCheck::run(const ConnectionStones& stones, bool winner_moves) {
  if (board_.joined(stones.of[0], 0) || board_.joined(stones.of[1], 1)) return fail("the game is over where the proof begins");
  if (!claim(stones.of[winner_], winner_moves, carrier_, 0)) return false;
  if (at_ != bytes_.size()) return fail("the proof has bytes that nobody asks for");
  if (!(carrier_ & stones.of[1 - winner_]).empty()) return fail("the win needs a cell on which the other has a stone");
  return true;
}

bool CarrierCheck::fail(const char* why) {
  if (why_.empty()) why_ = why;
  return false;
}
int CarrierCheck::next() { return at_ < bytes_.size() ? std::to_integer<int>(bytes_[at_++]) : -1; }
bool CarrierCheck::number(u64& n) {
  n = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    const int byte = next();
    if (byte < 0) return false;
    n |= static_cast<u64>(byte & 127) << shift;
    if (byte < 128) return true;
  }
  return false;
}

bool CarrierCheck::claim(const CellSet& stones, bool first, CellSet& carrier, int depth) {
  ++claims_;
  if (claims_ % 4096 == 0 && should_stop && should_stop())
    throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
  if (depth > 2 * board_.cells) return fail("the proof goes deeper than there are cells");
  carrier = {};
  if (board_.joined(stones, winner_)) return true;
  int byte = next();
  if (byte == carrier_bytes::kept) {
    u64 i = 0;
    if (!number(i) || i >= kept_.size()) return fail("a claim is referred to that was not kept");
    // With more stones, and to move instead of waiting, it holds as well.
    const Kept& k = kept_[static_cast<std::size_t>(i)];
    if ((k.stones & stones) != k.stones || (k.first && !first)) return fail("a claim is referred to that says something else");
    carrier = without(k.carrier, stones);
    return true;
  }
  const bool keep = byte == carrier_bytes::keep;
  if (keep) byte = next();
  if (!shown(stones, first, byte, carrier, depth)) return false;
  if (keep) kept_.push_back({stones, carrier, first});
  return true;
}

bool CarrierCheck::shown(const CellSet& stones, bool first, int byte, CellSet& carrier, int depth) {
  if (byte == carrier_bytes::connection) return connection(stones, first, carrier);
  if (first) {
    if (byte < 0 || byte >= board_.cells || stones.has(byte)) return fail("a move is to no empty cell");
    ++moves_;
    CellSet after = stones;
    after.add(byte);
    if (!claim(after, false, carrier, depth + 1)) return false;
    carrier.add(byte);
    return true;
  }
  if (byte < 1 || byte >= board_.cells) return fail("the proof does not say how many threats there are");
  CellSet common;
  for (int i = 0; i < byte; ++i) {
    CellSet one;
    if (!claim(stones, true, one, depth + 1)) return false;
    common = i == 0 ? one : common & one;
    carrier |= one;
  }
  return common.empty() || fail("the other has a reply that no threat answers");
}

std::vector<int> CarrierCheck::chains(const CellSet& stones) const {
  std::vector<int> chain(static_cast<std::size_t>(board_.cells) + 2);
  for (std::size_t end = 0; end < chain.size(); ++end) chain[end] = static_cast<int>(end);
  auto root = [&](int end) {
    while (chain[static_cast<std::size_t>(end)] != end) end = chain[static_cast<std::size_t>(end)];
    return end;
  };
  auto unite = [&](int a, int b) {
    const int x = root(a), y = root(b);
    chain[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
  };
  stones.each([&](int cell) {
    (board_.next[static_cast<std::size_t>(cell)] & stones).each([&](int near) { unite(cell, near); });
    for (int e = 0; e < 2; ++e)
      if (board_.edges[winner_][e].has(cell)) unite(cell, board_.cells + e);
  });
  for (std::size_t end = 0; end < chain.size(); ++end) chain[end] = root(static_cast<int>(end));
  return chain;
}

bool CarrierCheck::connection(const CellSet& stones, bool first, CellSet& carrier) {
  const std::vector<int> chain = chains(stones);
  u64 count = 0;
  if (!number(count) || count == 0 || count > bytes_.size()) return fail("a connection has no steps");
  std::vector<Made> made;
  for (u64 i = 0; i < count; ++i)
    if (!step(stones, chain, made)) return false;
  const Made& last = made.back();
  const int edges[2] = {chain[static_cast<std::size_t>(board_.cells)], chain[static_cast<std::size_t>(board_.cells) + 1]};
  if (!((last.a == edges[0] && last.b == edges[1]) || (last.a == edges[1] && last.b == edges[0])))
    return fail("a connection does not end at the edges");
  if (!last.full && !first) return fail("a connection needs a move that the winner does not have");
  carrier = last.carrier;
  return true;
}

// Ends are the chains of the winner's stones and edges, and empty cells. None of the two ends of a connection is in its carrier.
bool CarrierCheck::step(const CellSet& stones, const std::vector<int>& chain, std::vector<Made>& made) {
  auto is_own = [&](int end) { return end >= board_.cells || stones.has(end); };
  auto earlier = [&](u64 back, Made& one) {
    if (back == 0 || back > made.size()) return false;
    one = made[made.size() - static_cast<std::size_t>(back)];
    return true;
  };
  const int kind = next();
  if (kind == carrier_bytes::touch) {
    const int a = next(), b = next();
    if (a < 0 || b < 0 || a >= board_.cells + 2 || b >= board_.cells + 2) return fail("a step names no end");
    const Made one{chain[static_cast<std::size_t>(a)], chain[static_cast<std::size_t>(b)], true, {}};
    auto on_edge = [&](int cell, int end) {
      return cell < board_.cells && end >= board_.cells && board_.edges[winner_][end - board_.cells].has(cell);
    };
    const bool touching = one.a == one.b || on_edge(a, b) || on_edge(b, a) ||
                          (a < board_.cells && b < board_.cells && board_.next[static_cast<std::size_t>(a)].has(b));
    if (!touching) return fail("two ends do not touch");
    made.push_back(one);
    return true;
  }
  if (kind == carrier_bytes::both) {
    int common = next();
    u64 i = 0, j = 0;
    Made one{}, other{};
    if (common < 0 || common >= board_.cells + 2 || !number(i) || !number(j) || !earlier(i, one) || !earlier(j, other))
      return fail("a step leans on one that is not there");
    common = chain[static_cast<std::size_t>(common)];
    if ((one.a != common && one.b != common) || (other.a != common && other.b != common))
      return fail("two connections have no end in common");
    if (!one.full || !other.full) return fail("a connection that needs a move is taken for one that does not");
    const int a = one.a == common ? one.b : one.a, b = other.a == common ? other.b : other.a;
    if (a == b && !is_own(a)) return fail("a connection leads back to its cell");
    if (!(one.carrier & other.carrier).empty()) return fail("two carriers have a cell in common");
    if ((!is_own(a) && other.carrier.has(a)) || (!is_own(b) && one.carrier.has(b)))
      return fail("an end of a connection is in its carrier");
    Made both{a, b, is_own(common), one.carrier | other.carrier};
    if (!both.full) both.carrier.add(common);
    made.push_back(both);
    return true;
  }
  if (kind != carrier_bytes::either) return fail("a step is of no known kind");
  u64 count = 0;
  if (!number(count) || count == 0) return fail("a step leans on none");
  Made all{}, one{};
  CellSet common;
  for (u64 k = 0; k < count; ++k) {
    u64 i = 0;
    if (!number(i) || !earlier(i, one)) return fail("a step leans on one that is not there");
    if (k == 0) {
      all = one;
      common = one.carrier;
      continue;
    }
    if (!((one.a == all.a && one.b == all.b) || (one.a == all.b && one.b == all.a)))
      return fail("connections of different ends are put together");
    common &= one.carrier;
    all.carrier |= one.carrier;
  }
  if (!common.empty()) return fail("the other has a reply that no threat answers");
  all.full = true;
  made.push_back(all);
  return true;
}

ProofReport verify_carriers(const ConnectionBoard& board, const ConnectionStones& stones, bool first_moves, bool over,
                            ProofFile& proof, const VerifyOptions& options) {
  ProofReport report;
  if (!proof.as_written()) {
    report.why = "its moves are not those that it was written with";
    return report;
  }
  if (over) {
    report.why = "the game is over where the proof begins";
    return report;
  }
  if (options.memory != 0 && proof.payload_bytes() > options.memory / 48) // a kept claim of two bytes takes 72
    throw Error(Exit::resources, "the proof may take 48 times its size of memory, which is more than it is given");
  const Bytes bytes = proof.all();
  const ProofHeader& h = proof.header();
  // Nobody draws: who cannot force a win has lost.
  const bool mover_wins = h.mover_attacks == h.attacker_wins;
  CarrierCheck check(board, mover_wins == first_moves ? 0 : 1, bytes);
  check.should_stop = options.should_stop;
  report.holds = check.run(stones, mover_wins);
  report.why = check.why();
  report.choices = check.moves();
  report.positions = check.claims();
  if (report.holds && bytes.size() != h.choices) {
    report.holds = false;
    report.why = "it has another length than it says";
  }
  return report;
}

} // namespace zermelo
