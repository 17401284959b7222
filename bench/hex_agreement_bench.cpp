// Two engines on random late positions of Hex: virtual connections and proof numbers by the rules alone. Each proof is checked.
//
//   hex_agreement_bench [--positions 2000] [--side 5] [--stones 12] [--seed 1] [--map 0]
//
// --map N: which openings of NxN win, by a plain search with must-play regions and no virtual connections, against the other.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <random>
#include <unordered_map>

#include "base/machine.h"
#include "base/units.h"
#include "hex/rules.h"
#include "solve/connect/search.h"
#include "solve/dfpn/prove.h"
#include "verify/connection_proof.h"

namespace zermelo::hex {
namespace {

struct Decided {
  bool mover_wins = false;
  bool proof_holds = false;
  u64 proof_bytes = 0;
};

Decided by_connections(const Game& g, const Position& p) {
  const auto stones = g.joining(p);
  const int mover = Game::first_to_move(p) ? 0 : 1;
  ConnectionSearch search(g.connections(), *stones, mover, true);
  Decided d{.mover_wins = search.run() == ConnectionSearch::Result::mover_wins};
  u64 claims = 0;
  const Bytes bytes = search.proof(claims);
  CarrierCheck check(g.connections(), d.mover_wins ? mover : 1 - mover, bytes);
  d.proof_holds = check.run(*stones, d.mover_wins);
  d.proof_bytes = bytes.size();
  return d;
}

int agreement(u64 positions, int side, int stones, u64 seed) {
  const Game g(Shape{side, side});
  std::mt19937_64 random(seed);
  const ProveOptions options{.threads = 1, .memory = u64{1} << 20};
  u64 wins = 0, wrong = 0, unproved = 0, bytes = 0;
  double connections = 0, numbers = 0;
  for (u64 done = 0; done < positions;) {
    Position p = g.start();
    const int wanted = stones + static_cast<int>(random() % 4);
    while (g.outcome(p) == Wdl::unknown && p.stones < wanted) {
      MoveListOf<Game> moves;
      g.moves(p, moves);
      p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    }
    if (g.outcome(p) != Wdl::unknown) continue;
    ++done;
    double start = cpu_seconds();
    const Decided found = by_connections(g, p);
    connections += cpu_seconds() - start;
    start = cpu_seconds();
    Prove<Game, PathMemory<Game>> prove(g, p, true, options, nullptr);
    const Verdict verdict = prove.run().verdict;
    numbers += cpu_seconds() - start;
    wins += found.mover_wins ? 1 : 0;
    unproved += found.proof_holds ? 0 : 1;
    bytes += found.proof_bytes;
    if (verdict != (found.mover_wins ? Verdict::proven : Verdict::disproven)) {
      ++wrong;
      fmt::print("differ: {}\n", g.print(p));
    }
  }
  fmt::print("{} positions of {}x{} with {} to {} stones: {} won by the mover; {} differ, {} proofs fail\n", grouped(positions),
             side, side, stones, stones + 3, grouped(wins), wrong, unproved);
  fmt::print("connections {:.1f} s with proofs of {:.0f} bytes on average, df-pn {:.1f} s\n", connections,
             static_cast<double>(bytes) / static_cast<double>(positions), numbers);
  return wrong == 0 && unproved == 0 ? 0 : 1;
}

// Depth first: the carrier of the winner's win, all cells of it empty. Nothing is known but the rules.
class Plain {
public:
  explicit Plain(const Board& board) : board_(board) {}
  u64 nodes = 0;
  struct Won {
    bool mover;
    u64 carrier;
  };
  Won solve(u64 x, u64 o, int mover) {
    const auto key = std::pair(x, o);
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    ++nodes;
    const u64 own = mover == 0 ? x : o, empty = ~(x | o) & ((u64{1} << board_.cells) - 1);
    u64 must = empty, all = 0;
    Won won{false, 0};
    while (must != 0) {
      const int cell = best_of(must);
      const u64 stone = u64{1} << cell;
      CellSet after;
      after.words[0] = own | stone;
      if (board_.joined_through(after, mover, cell)) {
        won = {true, stone};
        break;
      }
      const Won reply = mover == 0 ? solve(x | stone, o, 1) : solve(x, o | stone, 0);
      if (!reply.mover) {
        won = {true, reply.carrier | stone};
        break;
      }
      must &= reply.carrier;
      all |= reply.carrier;
    }
    if (!won.mover) won.carrier = all;
    known_.emplace(key, won);
    return won;
  }

private:
  // Near the centre first.
  int best_of(u64 set) const {
    int best = -1, far = 0;
    for (; set != 0; set &= set - 1) {
      const int cell = std::countr_zero(set), n = board_.shape.columns;
      const int r = 2 * (cell / n) - n + 1, c = 2 * (cell % n) - n + 1, d = r * r + c * c + r * c;
      if (best < 0 || d < far) best = cell, far = d;
    }
    return best;
  }
  struct Hash {
    std::size_t operator()(const std::pair<u64, u64>& k) const {
      return mix_bits(k.first * 0x9e3779b97f4a7c15 ^ mix_bits(k.second));
    }
  };
  const Board& board_;
  std::unordered_map<std::pair<u64, u64>, Won, Hash> known_;
};

int map(int side) {
  const Game g(Shape{side, side});
  const double start = cpu_seconds();
  u64 wrong = 0;
  std::string text;
  std::vector<bool> won;
  Plain plain(*g.board);
  for (int cell = 0; cell < g.board->cells; ++cell) {
    if (cell % side == 0) text += (cell == 0 ? "" : "\n") + std::string(static_cast<std::size_t>(cell / side), ' ');
    // Half a turn takes an opening to another that is worth the same.
    const auto turned = static_cast<std::size_t>(g.board->turned(cell));
    const bool wins = turned < won.size() ? won[turned] : !plain.solve(u64{1} << cell, 0, 1).mover;
    won.push_back(wins);
    fmt::print(stderr, "{} {} {}\n", g.board->name(cell), wins ? "wins" : "loses", grouped(plain.nodes));
    wrong += by_connections(g, g.play(g.start(), static_cast<u8>(cell))).mover_wins == wins ? 1 : 0;
    text += wins ? "W " : "L ";
  }
  fmt::print("{}\n{}x{} without virtual connections: {} positions, {:.1f} s; {} differ\n", text, side, side, grouped(plain.nodes),
             cpu_seconds() - start, wrong);
  return wrong == 0 ? 0 : 1;
}

} // namespace
} // namespace zermelo::hex

int main(int argc, char** argv) {
  std::map<std::string, zermelo::u64> o = {{"--positions", 2000}, {"--side", 5}, {"--stones", 12}, {"--seed", 1}, {"--map", 0}};
  for (int i = 1; i + 1 < argc; i += 2)
    if (const auto it = o.find(argv[i]); it != o.end()) it->second = std::strtoull(argv[i + 1], nullptr, 10);
  if (o["--map"] != 0) return zermelo::hex::map(static_cast<int>(o["--map"]));
  return zermelo::hex::agreement(o["--positions"], static_cast<int>(o["--side"]), static_cast<int>(o["--stones"]), o["--seed"]);
}
