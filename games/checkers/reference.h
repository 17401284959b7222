// Checkers once more for the tests, as plainly as possible: an array of characters, and a solver that goes over all positions
// again and again. Shares nothing with the game.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace zermelo::checkers::reference {

struct Board {
  int side;
  std::vector<std::string> rows; // ' ' b B w W; row 0 is Black's
  bool black_moves = true;
  friend auto operator<=>(const Board&, const Board&) = default;

  char& at(int row, int column) { return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  char at(int row, int column) const { return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
};

inline bool is_black(char c) { return c == 'b' || c == 'B'; }
inline bool is_white(char c) { return c == 'w' || c == 'W'; }

inline std::string text(const Board& b) {
  std::string lists[2];
  int number = 0;
  for (int r = 0; r < b.side; ++r)
    for (int c = 0; c < b.side; ++c) {
      if ((r + c) % 2 == 0) continue;
      ++number;
      const char piece = b.at(r, c);
      if (piece == ' ') continue;
      std::string& list = lists[is_black(piece) ? 1 : 0];
      if (!list.empty()) list += ',';
      if (piece == 'B' || piece == 'W') list += 'K';
      list += std::to_string(number);
    }
  return std::string(b.black_moves ? "B" : "W") + ":W" + lists[0] + ":B" + lists[1];
}

inline std::vector<std::pair<int, int>> ways(char piece) {
  if (piece == 'b') return {{1, -1}, {1, 1}};
  if (piece == 'w') return {{-1, -1}, {-1, 1}};
  return {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
}
inline bool inside(const Board& b, int r, int c) { return r >= 0 && c >= 0 && r < b.side && c < b.side; }
inline bool crowns(const Board& b, char piece, int r) { return (piece == 'b' && r == b.side - 1) || (piece == 'w' && r == 0); }
inline char crowned(char piece) { return piece == 'b' ? 'B' : piece == 'w' ? 'W' : piece; }

// `b` is without the jumping piece; jumped ones stay, marked, until the end.
inline void jump(const Board& b, char piece, int r, int c, std::set<std::pair<int, int>> jumped, std::set<Board>& out) {
  bool more = false;
  for (const auto& [dr, dc] : ways(piece)) {
    const int r1 = r + dr, c1 = c + dc, r2 = r + 2 * dr, c2 = c + 2 * dc;
    if (!inside(b, r2, c2) || b.at(r2, c2) != ' ' || jumped.contains({r1, c1})) continue;
    if (!(is_black(piece) ? is_white(b.at(r1, c1)) : is_black(b.at(r1, c1)))) continue;
    more = true;
    auto now = jumped;
    now.insert({r1, c1});
    if (!crowns(b, piece, r2)) {
      jump(b, piece, r2, c2, now, out);
      continue;
    }
    Board end = b;
    for (const auto& [jr, jc] : now) end.at(jr, jc) = ' ';
    end.at(r2, c2) = crowned(piece);
    end.black_moves = !b.black_moves;
    out.insert(end);
  }
  if (more || jumped.empty()) return;
  Board end = b;
  for (const auto& [jr, jc] : jumped) end.at(jr, jc) = ' ';
  end.at(r, c) = piece;
  end.black_moves = !b.black_moves;
  out.insert(end);
}

// What the moves of a position lead to.
inline std::set<Board> successors(const Board& b) {
  std::set<Board> jumps, steps;
  for (int r = 0; r < b.side; ++r)
    for (int c = 0; c < b.side; ++c) {
      const char piece = b.at(r, c);
      if (!(b.black_moves ? is_black(piece) : is_white(piece))) continue;
      Board without = b;
      without.at(r, c) = ' ';
      jump(without, piece, r, c, {}, jumps);
      for (const auto& [dr, dc] : ways(piece)) {
        if (!inside(b, r + dr, c + dc) || b.at(r + dr, c + dc) != ' ') continue;
        Board end = without;
        end.at(r + dr, c + dc) = crowns(b, piece, r + dr) ? crowned(piece) : piece;
        end.black_moves = !b.black_moves;
        steps.insert(end);
      }
    }
  return jumps.empty() ? steps : jumps;
}

// All placements with 1 to `most` pieces, at most `each` of a side; both sides to move.
inline std::vector<Board> placements(int side, int each, int most) {
  std::vector<Board> all;
  Board b{side, std::vector<std::string>(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), ' '))};
  auto place = [&](auto&& self, int cell, int black, int white) -> void {
    if (cell == side * side) {
      if (black + white == 0) return;
      for (const bool moves : {true, false}) {
        b.black_moves = moves;
        all.push_back(b);
      }
      return;
    }
    const int r = cell / side, c = cell % side;
    self(self, cell + 1, black, white);
    if ((r + c) % 2 == 0 || black + white == most) return;
    for (const char piece : {'b', 'B', 'w', 'W'}) {
      if (crowns(b, piece, r) || (is_black(piece) ? black : white) == each) continue;
      b.at(r, c) = piece;
      self(self, cell + 1, black + is_black(piece), white + is_white(piece));
    }
    b.at(r, c) = ' ';
  };
  place(place, 0, 0, 0);
  return all;
}

// Plies to the end by position, odd for a win; -1: neither side can force one.
inline std::map<Board, int> solve(const std::vector<Board>& all) {
  std::map<Board, int> plies;
  std::map<Board, std::set<Board>> after;
  for (const Board& b : all) {
    after[b] = successors(b);
    plies[b] = -1;
  }
  for (int n = 0;; ++n) {
    std::vector<Board> found;
    for (const auto& [b, next] : after) {
      if (plies[b] >= 0) continue;
      const bool wins =
          std::any_of(next.begin(), next.end(), [&](const Board& q) { return plies.at(q) >= 0 && plies.at(q) % 2 == 0; });
      const bool loses = std::all_of(next.begin(), next.end(), [&](const Board& q) { return plies.at(q) % 2 == 1; });
      if (n % 2 == 1 ? wins : loses) found.push_back(b);
    }
    if (found.empty()) return plies;
    for (const Board& b : found) plies[b] = n;
  }
}

} // namespace zermelo::checkers::reference
