// Checks a proof with zones of Gomoku (docs/proof-format.md) with none of Zermelo's code: for whoever does not trust its checker.
//
//   c++ -std=c++20 -O2 check_gomoku.cpp -lzstd -o check_gomoku
//   ./check_gomoku ../../games/gomoku/results/15x15-win.proof
//
// It knows the rules of `gomoku` and `gomoku:MxN,K`, also with `exact`, the calculus of hidden stones and zones, and the container of
// docs/table-format.md, of which it does not compare the checksums: a changed byte is another proof, which does not hold.
// One thread, no hashes: a claim that is cited must have the same stones, one by one.
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using u64 = std::uint64_t;
using Cells = std::array<u64, 4>; // a bit for each cell, row by row from a1
enum Side { attacker = 0, defender = 1 };

[[noreturn]] void refuse(const std::string& why) {
  std::printf("it proves nothing: %s\n", why.c_str());
  std::exit(3);
}
bool has(const Cells& s, int c) { return (s[c / 64] >> c % 64 & 1) != 0; }
void add(Cells& s, int c) { s[c / 64] |= u64{1} << c % 64; }
void remove(Cells& s, int c) { s[c / 64] &= ~(u64{1} << c % 64); }

// The board: cells, windows by their first cell and then by direction, symmetries.
int columns = 15, rows = 15, length = 5, cells = 225;
bool exact = false; // a line that is longer does not win
std::vector<std::vector<int>> windows, through;
std::vector<std::vector<int>> beyond; // [window]: the cells just beyond its ends, where lines are exact
std::vector<std::vector<int>> symmetries;

void make_board() {
  cells = columns * rows;
  through.resize(cells);
  for (int first = 0; first < cells; ++first)
    for (const auto [dc, dr] : {std::array{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const int c = first % columns, r = first / columns, end_c = c + (length - 1) * dc, end_r = r + (length - 1) * dr;
      if (end_c >= columns || end_r >= rows || end_r < 0) continue;
      std::vector<int> w;
      for (int i = 0; i < length; ++i) w.push_back((r + i * dr) * columns + c + i * dc);
      for (const int cell : w) through[cell].push_back(static_cast<int>(windows.size()));
      windows.push_back(w);
      std::vector<int> ends;
      for (const auto [ec, er] : {std::array{c - dc, r - dr}, {end_c + dc, end_r + dr}})
        if (exact && ec >= 0 && ec < columns && er >= 0 && er < rows) ends.push_back(er * columns + ec);
      beyond.push_back(ends);
    }
  for (int s = 0; s < (columns == rows ? 8 : 4); ++s) {
    std::vector<int> to;
    for (int i = 0; i < cells; ++i) {
      int c = i % columns, r = i / columns;
      if ((s & 4) != 0) std::swap(c, r);
      to.push_back(((s & 2) != 0 ? rows - 1 - r : r) * columns + ((s & 1) != 0 ? columns - 1 - c : c));
    }
    symmetries.push_back(to);
  }
}

// The known stones; of each window how many of either side, and the windows that one side alone has so many stones in.
Cells stones[2];
std::vector<int> held[2];
std::vector<std::vector<u64>> alone[2];

void list(int w, bool in) {
  for (const int side : {attacker, defender})
    if (held[1 - side][w] == 0) {
      u64& word = alone[side][held[side][w]][w / 64];
      word = in ? word | u64{1} << w % 64 : word & ~(u64{1} << w % 64);
    }
}
void change(int side, int cell, int by) {
  for (const int w : through[cell]) {
    list(w, false);
    held[side][w] += by;
    list(w, true);
  }
}
void put(int side, int cell) {
  if (cell >= cells || has(stones[0], cell) || has(stones[1], cell)) refuse("a stone is put where none can be");
  add(stones[side], cell);
  change(side, cell, 1);
}
void take(int side, int cell) {
  remove(stones[side], cell);
  change(side, cell, -1);
}
void set_position(const Cells& a, const Cells& d) {
  for (const int side : {attacker, defender})
    for (int c = 0; c < cells; ++c)
      if (has(stones[side], c)) take(side, c);
  for (int c = 0; c < cells; ++c) {
    if (has(a, c)) put(attacker, c);
    if (has(d, c)) put(defender, c);
  }
}
// f(window) for those that a side alone has n stones in.
template <class F> void each_window(int side, int n, F&& f) {
  for (std::size_t i = 0; i < alone[side][n].size(); ++i)
    for (u64 rest = alone[side][n][i]; rest != 0; rest &= rest - 1) f(static_cast<int>(64 * i) + std::countr_zero(rest));
}
// Whether a window that a side fills is a line: not where it is a part of a longer one and lines are exact.
bool counts(int side, int w) {
  return std::none_of(beyond[w].begin(), beyond[w].end(), [&](int c) { return has(stones[side], c); });
}
bool holds_line(int side) {
  bool found = false;
  each_window(side, length, [&](int w) { found = found || counts(side, w); });
  return found;
}
int completing_cell() { // of the first window that the attacker completes with one stone, or -1
  int found = -1;
  each_window(attacker, length - 1, [&](int w) {
    if (!counts(attacker, w)) return;
    for (const int c : windows[w])
      if (found < 0 && !has(stones[attacker], c)) found = c;
  });
  return found;
}

// The payload.
std::vector<unsigned char> payload;
std::size_t at = 0, last = 0;
int next() {
  if (at >= last) refuse("it ends too early");
  return payload[at++];
}
u64 number() {
  u64 n = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const int byte = next();
    n |= static_cast<u64>(byte & 127) << shift;
    if (byte < 128) return n;
  }
  refuse("a number is too long");
}

// The three rules. Each returns the zone of the claim that it has shown.
struct Kept {
  Cells attacker, defender;
  int k;
  Cells zone;
};
std::vector<Kept> kept;
u64 moves = 0, trees = 0, tops = 0;

Cells attack(int k);
Cells defend(int k) {
  if (holds_line(attacker)) refuse("a line stands, and play goes on");
  const Cells elsewhere = attack(k + 1);
  Cells zone = elsewhere;
  for (int y = 0; y < cells; ++y) {
    if (!has(elsewhere, y)) continue;
    put(defender, y);
    Cells here = attack(k);
    take(defender, y);
    remove(here, y);
    for (int i = 0; i < 4; ++i) zone[i] |= here[i];
  }
  for (int empty = 1; empty <= std::min(length, k + 1); ++empty)
    each_window(defender, length - empty, [&](int w) {
      auto in_zone = [&] { return std::count_if(windows[w].begin(), windows[w].end(), [&](int c) { return has(zone, c); }); };
      for (const int c : windows[w])
        if (in_zone() < 2 && !has(stones[defender], c)) add(zone, c);
      if (in_zone() < 2) refuse("the defender completes a line");
    });
  return zone;
}
Cells attack(int k) {
  Cells zone{};
  if (const int cell = completing_cell(); cell >= 0) {
    add(zone, cell);
    return zone;
  }
  int cell = next();
  if (cell == 255) {
    const u64 cited = number();
    if (cited >= kept.size()) refuse("it cites what was not shown yet");
    const Kept& claim = kept[cited];
    if (claim.attacker != stones[0] || claim.defender != stones[1] || claim.k != k) refuse("it cites another claim");
    return claim.zone;
  }
  const bool keep = cell == 254;
  if (keep) cell = next();
  ++moves;
  put(attacker, cell);
  zone = defend(k);
  take(attacker, cell);
  add(zone, cell);
  if (keep) kept.push_back({stones[0], stones[1], k, zone});
  return zone;
}
Cells tree(int k) {
  const u64 size = number();
  const std::size_t before = last;
  if (size > before - at) refuse("a tree is longer than the proof");
  last = at + size;
  kept.clear();
  const Cells zone = attack(k);
  if (at != last) refuse("a tree is longer than what it shows");
  last = before;
  ++trees;
  return zone;
}

// What the attacker answers to the defender's first stone: of the images that with the highest cell of this, then the lowest of the answer.
std::string answers;
void note_answer(const Cells& first, int cell) {
  std::pair<int, int> best{-1, 0};
  for (const auto& to : symmetries)
    for (int c = 0; c < cells; ++c)
      if (has(first, c)) best = std::max(best, {to[c], -to[cell]});
  for (const int c : {best.first, -best.second})
    answers += ' ' + std::string(1, static_cast<char>('a' + c % columns)) + std::to_string(c / columns + 1);
  answers += ',';
}

// The top: ordinary play.
std::set<std::array<Cells, 2>> seen;
void top_defend(const Cells& a, const Cells& d);
void top_attack(const Cells& a, const Cells& d) {
  std::array<Cells, 2> least{a, d};
  for (const auto& to : symmetries) {
    std::array<Cells, 2> image{};
    for (int c = 0; c < cells; ++c) {
      if (has(a, c)) add(image[0], to[c]);
      if (has(d, c)) add(image[1], to[c]);
    }
    least = std::min(least, image);
  }
  set_position(least[0], least[1]);
  if (completing_cell() >= 0 || !seen.insert(least).second) return;
  ++tops;
  const int cell = next();
  if (cell == 253) return void(tree(0));
  ++moves;
  put(attacker, cell);
  if (std::popcount(d[0]) + std::popcount(d[1]) + std::popcount(d[2]) + std::popcount(d[3]) == 1) note_answer(least[1], cell);
  top_defend(Cells(stones[attacker]), Cells(stones[defender]));
}
void top_defend(const Cells& a, const Cells& d) {
  if (holds_line(attacker)) refuse("a line stands, and play goes on");
  bool completes = false;
  each_window(defender, length - 1, [&](int w) { completes = completes || counts(defender, w); });
  if (completes) refuse("the defender completes a line");
  Cells open{};
  for (int c = 0; c < cells; ++c)
    if (!has(a, c) && !has(d, c)) add(open, c);
  for (int n = next(); n > 0; --n) {
    Cells zone{};
    for (u64& word : zone)
      for (int shift = 0; shift < 64; shift += 8) word |= static_cast<u64>(next()) << shift;
    set_position(a, d);
    const Cells shown = tree(1);
    for (int i = 0; i < 4; ++i) {
      if ((shown[i] & ~zone[i]) != 0) refuse("a tree needs more than the zone that stands before it");
      open[i] &= zone[i];
    }
  }
  for (int c = 0; c < cells; ++c) {
    if (!has(open, c)) continue;
    Cells more = d;
    add(more, c);
    top_attack(a, more);
  }
}

// The container: 64 bytes, a JSON object, zstd frames, and the index of these.
std::string header;
void read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  auto word = [&](u64 offset, std::size_t size) {
    u64 n = 0;
    if (offset > bytes.size() || bytes.size() - offset < size) refuse("the file is cut");
    std::memcpy(&n, bytes.data() + offset, size);
    return n;
  };
  if (word(8, 4) != 1 || std::memcmp(bytes.data(), "Zrmlo\n\x1a\n", 8) != 0) refuse("this is no file of Zermelo's");
  const u64 header_bytes = word(12, 4), size = word(16, 8), block = word(24, 8), index = word(32, 8);
  if (header_bytes > bytes.size() - 64 || size > u64{1} << 33 || block == 0) refuse("the file is damaged");
  header.assign(bytes.data() + 64, header_bytes);
  payload.resize(size);
  for (u64 i = 0, done = 0; done < size; ++i, done += block) {
    const u64 from = word(index + 24 * i, 8), packed = word(index + 24 * i + 8, 8), wanted = std::min(block, size - done);
    if (from > bytes.size() || packed > bytes.size() - from ||
        ZSTD_decompress(payload.data() + done, wanted, bytes.data() + from, packed) != wanted)
      refuse("a block of the file is damaged");
  }
}
std::string text_of(const std::string& key) { // of the JSON object; its texts have no quotes within
  const std::string begin = "\"" + key + "\":\"";
  const std::size_t from = header.find(begin);
  if (from == std::string::npos) refuse("its header has no " + key);
  return header.substr(from + begin.size(), header.find('"', from + begin.size()) - from - begin.size());
}

} // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::puts("usage: check_gomoku FILE");
    return 2;
  }
  read_file(arguments[1]);
  const std::string game = text_of("game"), position = text_of("position");
  if (text_of("kind") != "proof with zones" || header.find("\"attacker_wins\":true") == std::string::npos)
    refuse("it is a proof of another kind");
  exact = game.ends_with(":exact");
  const std::string plain = game.substr(0, game.size() - (exact ? 6 : 0));
  if (plain != "gomoku" && std::sscanf(plain.c_str(), "gomoku:%dx%d,%d", &columns, &rows, &length) < 2)
    refuse("it is about " + game);
  if (std::min({columns, rows, length}) < 3 || std::max({columns, rows, length}) > 15)
    refuse("the board is too small or too large");
  make_board();
  for (const int side : {attacker, defender}) {
    held[side].assign(windows.size(), 0);
    alone[side].assign(length + 1, std::vector<u64>(windows.size() / 64 + 1));
  }
  for (std::size_t w = 0; w < windows.size(); ++w) list(static_cast<int>(w), true);
  // Rows from the top; who is to move stands behind the colon.
  const std::size_t colon = position.find(':');
  if (colon == std::string::npos || colon + 2 != position.size()) refuse("its position cannot be read");
  const bool mover_attacks = text_of("attacker") == "mover", black_attacks = (position.back() == 'x') == mover_attacks;
  Cells a{}, d{};
  int row = rows - 1, column = 0, run = 0;
  for (const char c : position.substr(0, colon) + "/") {
    if (c >= '0' && c <= '9') {
      run = 10 * run + (c - '0');
      continue;
    }
    column += std::exchange(run, 0);
    if (c == '/') {
      if (column != columns || row < 0) refuse("its position cannot be read");
      --row, column = 0;
      continue;
    }
    if ((c != 'x' && c != 'o') || column >= columns || row < 0) refuse("its position cannot be read");
    add((c == 'x') == black_attacks ? a : d, row * columns + column++);
  }
  if (row != -1) refuse("its position cannot be read");
  set_position(a, d);
  if (holds_line(attacker) || holds_line(defender)) refuse("the game is over in its position");
  last = payload.size();
  mover_attacks ? top_attack(a, d) : top_defend(a, d);
  if (at != last) refuse("something follows the proof");
  std::printf("%s %s: %s wins\n%llu moves, %llu positions of the top, %llu trees: it holds\n", game.c_str(), position.c_str(),
              black_attacks ? "Black" : "White", static_cast<unsigned long long>(moves), static_cast<unsigned long long>(tops),
              static_cast<unsigned long long>(trees));
  if (!answers.empty()) std::printf("first replies and their answers:%s\n", answers.substr(0, answers.size() - 1).c_str());
}
