// Fits the first numbers of the proof search of TRAX (games/trax/guess.h) to solved positions of a small board.
// trax_fit_bench [SIDE [POSITIONS [MOST_VISITS [TRY_SIDE]]]]
//
// 1. Both claims about the board are searched from the start. Of the positions that the search asks first numbers for, so many are
//    kept, each with the same chance.
// 2. Each is searched by itself, with at most so many visits: does its mover get what it wants?
// 3. A logistic regression on every other of them says how much a near line, or one reply more, changes the odds. The number
//    against the mover stands for these odds, so a weight is what a line multiplies it by. The other half tells how well it foresees.
// 4. Both claims about boards up to TRY_SIDE are searched with the weights that the game has and with the fitted ones.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "solve/dfpn/prove.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

constexpr std::size_t distances = promises.of_mine.size() - 1; // 1 and more: a line whose ends enter one cell is forced on
constexpr std::size_t constant = 2 * distances, replies_open = constant + 1, features = replies_open + 1;
using Features = std::array<double, features>;

// A position that a search asked for, with what it is to be foreseen by.
struct Example {
  Position position;
  bool mover_attacks = false;
  Features seen{};
  bool mover_succeeds = false;
};

Features features_of(const Board& board, Replies replies) {
  Features f{};
  each_near_line(board, [&](bool mine, std::size_t distance) {
    if (distance > 0) f[(mine ? 0 : distances) + distance - 1] += 1;
  });
  f[constant] = 1;
  f[replies_open] = std::log(std::max(1U, replies.open));
  return f;
}

// A sample of what it is offered, one after the other, of which each has the same chance to stay (reservoir sampling).
struct Sample {
  std::size_t most = 0;
  bool white_attacks = false;
  u64 offered = 0;
  std::mt19937_64 random{1};
  std::vector<Example> kept;

  void offer(const Board& board, Replies replies) {
    const u64 at = std::uniform_int_distribution<u64>(0, offered++)(random);
    if (kept.size() < most) {
      kept.emplace_back();
    } else if (at >= most) {
      return;
    }
    Example& e = offered <= most ? kept.back() : kept[at];
    e = {static_cast<const Position&>(board), (board.red_to_move == 0) == white_attacks, features_of(board, replies)};
  }
};

struct Sampling : Game {
  Sample* sample = nullptr;
  Guess guess(const Board& board, Replies replies) const {
    sample->offer(board, replies);
    return first_guess(board, replies);
  }
};

struct Weighted : Game {
  const Promises* by = nullptr;
  Guess guess(const Board& board, Replies replies) const { return first_guess(board, replies, *by); }
};

constexpr u64 table_bytes = u64{512} << 20;

std::vector<Example> sampled_positions(int side, std::size_t most) {
  std::vector<Example> all;
  for (const bool white_attacks : {true, false}) {
    Sample sample{.most = most / 2, .white_attacks = white_attacks};
    Sampling game{};
    game.side = side;
    game.sample = &sample;
    const ProveResult r = Prove<Sampling>(game, game.start(), white_attacks, {.threads = 1, .memory = table_bytes}).run();
    fmt::print("{} attacks: {} visits, {} positions asked for\n", white_attacks ? "White" : "Red", r.visits, sample.offered);
    all.insert(all.end(), sample.kept.begin(), sample.kept.end());
  }
  return all;
}

// Finds out whether the movers succeed; leaves out the positions for which that takes more visits.
void label(std::vector<Example>& examples, int side, u64 most_visits) {
  const Game game{.side = side};
  ProveOptions options{.threads = 1, .memory = u64{16} << 20, .most_visits = most_visits};
  std::size_t undecided = std::erase_if(examples, [&](Example& e) {
    const ProveResult r = Prove<Game>(game, e.position, e.mover_attacks, options).run();
    e.mover_succeeds = (r.verdict == Verdict::proven) == e.mover_attacks;
    return r.verdict == Verdict::unknown;
  });
  std::size_t succeed = 0;
  for (const Example& e : examples) succeed += e.mover_succeeds;
  fmt::print("{} positions decided within {} visits each, {} not; in {} the mover gets what it wants\n", examples.size(),
             most_visits, undecided, succeed);
}

double chance(const Features& weights, const Features& seen) {
  double sum = 0;
  for (std::size_t i = 0; i < features; ++i) sum += weights[i] * seen[i];
  return 1 / (1 + std::exp(-sum));
}

// Solves a x = b for a symmetric positive definite matrix, by elimination.
Features solved(std::array<Features, features> a, Features b) {
  for (std::size_t i = 0; i < features; ++i) {
    for (std::size_t row = i + 1; row < features; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t k = i; k < features; ++k) a[row][k] -= factor * a[i][k];
      b[row] -= factor * b[i];
    }
  }
  for (std::size_t i = features; i-- > 0;) {
    for (std::size_t k = i + 1; k < features; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Newton's method on the logarithm of the likelihood of every other example; `uses` says which features may count. A small penalty
// on large weights keeps features that hardly occur near nothing.
Features fitted(const std::vector<Example>& examples, const std::array<bool, features>& uses) {
  constexpr double penalty = 1;
  Features weights{};
  for (int step = 0; step < 30; ++step) {
    std::array<Features, features> curvature{};
    Features slope{};
    for (std::size_t i = 0; i < features; ++i) {
      curvature[i][i] = uses[i] ? penalty : 1;
      slope[i] = -penalty * weights[i];
    }
    for (std::size_t n = 0; n < examples.size(); n += 2) {
      const Features& seen = examples[n].seen;
      const double p = chance(weights, seen);
      for (std::size_t i = 0; i < features; ++i) {
        if (!uses[i]) continue;
        slope[i] += ((examples[n].mover_succeeds ? 1 : 0) - p) * seen[i];
        for (std::size_t k = 0; k < features; ++k)
          if (uses[k]) curvature[i][k] += p * (1 - p) * seen[i] * seen[k];
      }
    }
    const Features change = solved(curvature, slope);
    for (std::size_t i = 0; i < features; ++i) weights[i] += change[i];
  }
  return weights;
}

// How many bits an example of the other half takes that way (1: a guess at random), and how many are foreseen right.
void foresight(const char* name, const std::vector<Example>& examples, const Features& weights) {
  double bits = 0;
  std::size_t right = 0, count = 0;
  for (std::size_t n = 1; n < examples.size(); n += 2, ++count) {
    const double p = chance(weights, examples[n].seen);
    bits -= std::log2(examples[n].mover_succeeds ? p : 1 - p);
    right += (p > 0.5) == examples[n].mover_succeeds;
  }
  fmt::print("{:28} {:6.3f} bits a position, {:5.1f} % right\n", name, bits / static_cast<double>(count),
             100 * static_cast<double>(right) / static_cast<double>(count));
}

Promises rounded(const Features& weights, double scale) {
  Promises by{};
  for (std::size_t d = 0; d < distances; ++d) {
    by.of_mine[d + 1] = static_cast<int>(std::lround(20 * scale * weights[d]));
    by.of_theirs[d + 1] = static_cast<int>(std::lround(-20 * scale * weights[distances + d]));
  }
  return by;
}

void measure(const char* name, int side, const Promises& by) {
  ProveResult sum;
  Weighted game{};
  game.side = side;
  game.by = &by;
  for (const bool mover_attacks : {false, true}) {
    const ProveResult r = Prove<Weighted>(game, game.start(), mover_attacks, {.threads = 1, .memory = table_bytes}).run();
    sum.visits += r.visits;
    sum.evaluated += r.evaluated;
    sum.cpu_seconds += r.cpu_seconds;
  }
  fmt::print("{0}x{0} {1:16} {2} {3}: {4:>10} visits {5:>10} looked at {6:>7.2f} CPU s\n", side, name, by.of_mine, by.of_theirs,
             sum.visits, sum.evaluated, sum.cpu_seconds);
  std::fflush(stdout);
}

void fit(int side, std::size_t positions, u64 most_visits, int try_side) {
  fmt::print("trax:{0}x{0}, one thread\n", side);
  std::vector<Example> examples = sampled_positions(side, positions);
  label(examples, side, most_visits);
  std::shuffle(examples.begin(), examples.end(), std::mt19937_64(2));

  std::array<bool, features> all{}, no_lines{};
  all.fill(true);
  no_lines[constant] = no_lines[replies_open] = true;
  const Features weights = fitted(examples, all);
  foresight("by the number of replies", examples, fitted(examples, no_lines));
  foresight("by replies and lines", examples, weights);
  for (std::size_t d = 0; d < distances; ++d)
    fmt::print("a line of distance {}: the mover's {:+.2f}, the other's {:+.2f}\n", d + 1, weights[d], weights[distances + d]);
  fmt::print("twice the replies: {:+.2f}; all in natural logarithms of the odds\n", weights[replies_open] * std::log(2));

  for (int s = std::min(side, 5); s <= try_side; ++s) {
    measure("as the game has", s, promises);
    measure("no lines", s, {});
    for (const double scale : {0.25, 0.5, 1.0})
      measure(fmt::format("fitted, {:g} of it", scale).c_str(), s, rounded(weights, scale));
  }
}

} // namespace
} // namespace zermelo::trax

int main(int argc, char** argv) {
  if (argc > 1 && std::strncmp(argv[1], "--", 2) == 0) argc = 1; // what ./dev bench gives to all
  const auto number = [&](int i, unsigned long long otherwise) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  zermelo::trax::fit(static_cast<int>(number(1, 5)), number(2, 2000), number(3, 20'000), static_cast<int>(number(4, 5)));
}
