// The promise of `key`: positions with one key have one future. A key that forgets a part of the position shows in positions that
// differ in this part alone, so positions of random games are looked at with their near relations: those after each move, after
// two, and those whose text or picture differs in one place or two. Two with one key, unless they are symmetric, must lead to the
// same ends and keys by one move, and short searches must not say different things of them.
#pragma once

#include <map>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "game/check/report.h"
#include "game/check/short_search.h"
#include "game/expand.h"
#include "game/picture.h"

namespace zermelo {

template <class G>
  requires Hashed<G> && Text<G>
class KeyCheck {
public:
  using Position = PositionOf<G>;

  KeyCheck(const G& game, const CheckOptions& options, Promises<G>& promises)
      : g_(game), promises_(promises), random_(options.seed), search_(game, 8, 100), left_(options.samples) {}

  void run() {
    while (left_ > 0) {
      std::vector<Position> game{g_.start()};
      while (game.size() < 300 && g_.outcome(game.back()) == Wdl::unknown) game.push_back(random_successor(game.back()));
      // Backwards: near its end a game tells its values.
      const std::size_t step = 1 + game.size() / 40;
      for (std::size_t i = game.size(); i > 0 && left_ > 0; i -= std::min(i, step)) family(game[i - 1]);
    }
  }

private:
  Position random_successor(const Position& p) {
    MoveListOf<G> moves;
    g_.moves(p, moves);
    return moves.empty() ? p : g_.play(p, moves[static_cast<int>(random_() % static_cast<u64>(moves.size()))]);
  }

  void family(const Position& p) {
    compared_ = 0;
    look(p);
    text_neighbours(p);
    if constexpr (Pictured<G>) picture_neighbours(p);
    if (g_.outcome(p) != Wdl::unknown) return;
    successors(p);
    if (const Position q = random_successor(p); g_.outcome(q) == Wdl::unknown) successors(q);
  }

  void successors(const Position& p) {
    MoveListOf<G> moves;
    g_.moves(p, moves);
    const int n = moves.size(), first = static_cast<int>(random_() % static_cast<u64>(n));
    for (int i = 0; i < std::min(n, 24); ++i) look(g_.play(p, moves[(first + i) % n]));
  }

  // One character of the text is any other, or two change places.
  void text_neighbours(const Position& p) {
    const std::string text = g_.print(p);
    for (const char c : text)
      if (letters_.find(c) == std::string::npos) letters_ += c;
    auto read = [&](const std::string& changed) {
      std::string why;
      if (const auto q = g_.parse(changed, why)) look(*q);
    };
    for (int i = 0; i < 2; ++i) {
      std::string changed = text;
      char& c = changed[random_() % text.size()];
      for (const char letter : letters_) {
        c = letter;
        read(changed);
      }
    }
    for (int i = 0; i < 4; ++i) {
      std::string changed = text;
      std::swap(changed[random_() % text.size()], changed[random_() % text.size()]);
      read(changed);
    }
  }

  // One cell is empty or like another, or two change places.
  void picture_neighbours(const Position& p)
    requires Pictured<G>
  {
    const Picture picture = g_.picture(p);
    for (int i = 0; i < 6 && !picture.cells.empty(); ++i) {
      Picture changed = picture;
      auto &one = changed.cells[random_() % changed.cells.size()].pieces,
           &other = changed.cells[random_() % changed.cells.size()].pieces;
      if (i % 3 == 0) {
        one.clear();
      } else if (i % 3 == 1) {
        one = other;
      } else {
        std::swap(one, other);
      }
      std::string why;
      for (const bool first : {true, false})
        if (const auto q = g_.compose(changed, first, why)) look(*q);
    }
  }

  // The search never asks for the key of a position whose end the rules tell.
  bool is_over(const Position& p) const {
    if constexpr (Expanding<G>) {
      return g_.recorded(p) != Wdl::unknown;
    } else {
      return settle(g_, p).known();
    }
  }

  // What a move leads to: how the game ended, or a key.
  std::set<std::pair<int, Key>> futures(const Position& p) const {
    std::set<std::pair<int, Key>> all;
    if (g_.outcome(p) != Wdl::unknown) return all;
    MoveListOf<G> moves;
    g_.moves(p, moves);
    for (const auto& m : moves) {
      const Position q = g_.play(p, m);
      all.emplace(is_over(q) ? static_cast<int>(g_.outcome(q)) : -1, is_over(q) ? Key{} : g_.key(q));
    }
    return all;
  }

  void look(const Position& p) {
    if (is_over(p) || left_ == 0) return;
    --left_;
    const Key key = g_.key(p);
    promises_.expect("key: asked twice it is the same", key == g_.key(p), p);
    if constexpr (Symmetric<G>)
      promises_.expect("key: a class of symmetric positions has one", key == g_.key(g_.canonical(p)), p);
    const auto [it, fresh] = seen_.try_emplace(key, p);
    if (fresh) {
      promises_.expect("key: different ones differ in both halves",
                       high_.try_emplace(key.high, key).second && low_.try_emplace(key.low, key).second, p);
    } else if (!(it->second == p) && !(canonical(g_, it->second) == canonical(g_, p)) && compared_ < most_compared) {
      ++compared_;
      promises_.expect("key: positions that share one lead to the same ends and keys", futures(it->second) == futures(p), p);
      promises_.expect("key: positions that share one have one value", search_.of(it->second).meets(search_.of(p)), p);
    }
  }

  static constexpr int most_compared = 8; // in a family: searches take longer than keys
  const G& g_;
  Promises<G>& promises_;
  std::mt19937_64 random_;
  ShortSearch<G> search_;
  u64 left_;
  int compared_ = 0;
  std::string letters_;
  std::map<Key, Position> seen_;
  std::unordered_map<u64, Key> high_, low_;
};

} // namespace zermelo
