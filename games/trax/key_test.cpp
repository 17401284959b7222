// Small boards of TRAX as a whole: how many positions there are, their values, and that positions of one key have one value.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <vector>

#include "tests/faults/scratch.h"
#include "trax/plain_game.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

struct Hash {
  std::size_t operator()(const Position& p) const {
    return mix_bits(mix_bits(mix_bits(p.white[0]) + p.white[1]) + p.white[2] + p.red_to_move);
  }
  std::size_t operator()(const PlainPosition& p) const {
    u64 h = p.red_to_move;
    for (const auto& plane : p.tiles) h = mix_bits(h ^ plane[0]); // boards of up to four rows
    return h;
  }
  std::size_t operator()(const Key& k) const { return k.low; }
};

// Every position that can arise, up to symmetry, with its value: negamax without cutting anything off.
template <class G> class Whole {
public:
  Whole(const G& g, std::size_t expected) : g_(g) {
    values_.reserve(expected);
    start_ = solve(g.start());
  }

  Wdl start() const { return start_; }
  const auto& values() const { return values_; }
  u64 unfolded = 0, open = 0, stuck = 0, decided = 0;

private:
  Wdl solve(const PositionOf<G>& any) {
    const PositionOf<G> p = g_.canonical(any);
    if (const auto found = values_.find(p); found != values_.end()) return found->second;
    Wdl best = g_.recorded(p);
    if (best != Wdl::unknown) {
      ++decided;
    } else {
      best = Wdl::loss;
      bool moved = false;
      g_.expand(p, [&](Move, const PositionOf<G>& q) {
        const Wdl child = solve(q);
        moved = true;
        if (child == Wdl::loss || best == Wdl::win) {
          best = Wdl::win;
        } else if (child == Wdl::draw) {
          best = Wdl::draw;
        }
        return true;
      });
      ++(moved ? open : stuck);
    }
    unfolded += static_cast<u64>(g_.orbit(p));
    values_.emplace(p, best);
    return best;
  }

  const G& g_;
  std::unordered_map<PositionOf<G>, Wdl, Hash> values_;
  Wdl start_;
};

struct Counts {
  u64 classes, unfolded, open, stuck, decided;
  Wdl start;
  friend bool operator==(const Counts&, const Counts&) = default;
};
const Counts counts_of[] = {{50, 275, 20, 0, 30, Wdl::win},
                            {4'944, 38'669, 3'325, 0, 1'619, Wdl::draw},
                            {1'523'440, 12'144'355, 1'109'460, 1'528, 412'452, Wdl::draw}};
constexpr u64 keys_of[] = {18, 1'906, 571'441};

template <class G> Counts counted(const Whole<G>& whole) {
  return {whole.values().size(), whole.unfolded, whole.open, whole.stuck, whole.decided, whole.start()};
}

std::vector<Key> keys_after(const Game& g, const Position& p) {
  std::vector<Key> keys;
  g.expand(p, [&](Move, const Board& q) { return keys.push_back(g.key(q)), true; });
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Positions of one key have the same value; and, if asked for, as many turns, which lead to positions of the same keys.
void check_board(int side, bool turns) {
  const Game g{side};
  const Whole<Game> whole(g, counts_of[side - 2].classes);
  EXPECT_EQ(counted(whole), counts_of[side - 2]) << side;
  std::unordered_map<Key, Position, Hash> first;
  for (const auto& [p, value] : whole.values()) {
    if (p.over != Wdl::unknown) continue;
    const auto [it, fresh] = first.emplace(g.key(p), p);
    if (fresh) continue;
    ASSERT_EQ(whole.values().at(it->second), value) << g.print(p) << ' ' << g.print(it->second);
    if (!turns) continue;
    ASSERT_EQ(keys_after(g, p), keys_after(g, it->second)) << g.print(p) << ' ' << g.print(it->second);
  }
  EXPECT_EQ(first.size(), keys_of[side - 2]) << side;
}

TEST(TraxKey, PositionsOfOneKeyHaveOneValueOn3x3) {
  check_board(2, true);
  check_board(3, true);
}
TEST(TraxKey, PositionsOfOneKeyHaveOneValueOn4x4) { check_board(4, false); }
TEST(TraxKey, LongPositionsOfOneKeyHaveTheSameTurnsOn4x4) { check_board(4, true); }

TEST(TraxKey, ThePlainRulesCountTheSamePositions) {
  for (int side = 2; side <= 3; ++side) {
    const PlainGame g{PlainRules::of_size(side)};
    EXPECT_EQ(counted(Whole<PlainGame>(g, 0)), counts_of[side - 2]) << side;
  }
}
TEST(TraxKey, LongThePlainRulesCountTheSamePositionsOn4x4) {
  const PlainGame g{PlainRules::of_size(4)};
  EXPECT_EQ(counted(Whole<PlainGame>(g, 0)), counts_of[2]);
}

// On larger boards the one-turn step of the argument, wherever random games meet a key again with other tiles.
TEST(TraxKey, PositionsOfOneKeyHaveTheSameTurns) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 compared = 0;
  for (int side = 5; side <= Game::max_side; ++side) {
    const Game g{side};
    std::unordered_map<Key, Position, Hash> first;
    for (u64 game = 0; game < faults::times(600, 20'000); ++game) {
      Position p = g.start();
      for (;;) {
        std::vector<Position> next;
        g.expand(p, [&](Move, const Board& q) {
          if (q.over != Wdl::unknown) return true;
          next.push_back(q);
          const auto [it, fresh] = first.emplace(g.key(q), g.canonical(q));
          if (fresh || it->second == g.canonical(q)) return true;
          EXPECT_EQ(keys_after(g, q), keys_after(g, it->second)) << g.print(q) << ' ' << g.print(it->second);
          ++compared;
          return true;
        });
        if (next.empty()) break;
        p = next[random() % next.size()];
      }
    }
  }
  EXPECT_GT(compared, 1'000U);
}

// What the key must tell apart, two by two, each with the same cells.
TEST(TraxKey, DifferentFuturesHaveDifferentKeys) {
  const Game g{4};
  auto key = [&g](const char* text) {
    std::string why;
    const auto p = g.parse(text, why);
    EXPECT_TRUE(p) << text << ": " << why;
    return p ? g.key(*p) : Key{};
  };
  EXPECT_NE(key("J:r"), key("I:r"));
  EXPECT_EQ(key("J:r"), key("L:r"));
  EXPECT_EQ(key("I:r"), key("H:r"));
  EXPECT_NE(key("I/I/L:w"), key("I/I/L:r"));
  EXPECT_NE(key("HH:w"), key("II:w"));
}

} // namespace
} // namespace zermelo::trax
