#include "view/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "view/look.h"
#include "view/text.h"

namespace zermelo {
namespace {

using nlohmann::json;

constexpr std::string_view line_ink = "#8a7650", quiet_ink = "#7d7365";
constexpr int marked_fill = 150, tile_fill = 237, other_tile_fill = 239, marked_tile_fill = 23; // of a terminal's 256 colours

// The nearest of the 240 fixed colours of a terminal.
int colour_number(std::string_view hex) {
  auto part = [&](std::size_t i) {
    int v = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, v, 16);
    return v;
  };
  if (hex.size() != 7) return -1;
  const int rgb[] = {part(1), part(3), part(5)};
  constexpr int steps[] = {0, 95, 135, 175, 215, 255};
  int cube = 16, far = 0;
  for (const int v : rgb) {
    int best = 0;
    for (int i = 1; i < 6; ++i)
      if (std::abs(steps[i] - v) < std::abs(steps[best] - v)) best = i;
    cube = 16 + (cube - 16) * 6 + best;
    far += (steps[best] - v) * (steps[best] - v);
  }
  const int grey = std::clamp((rgb[0] + rgb[1] + rgb[2]) / 3 / 10 - 1, 0, 23), level = 8 + 10 * grey;
  int grey_far = 0;
  for (const int v : rgb) grey_far += (level - v) * (level - v);
  return grey_far < far ? 232 + grey : cube;
}

// What takes two columns in every terminal (Unicode's East Asian Width: wide and full width), as far as boards may say it.
bool is_wide(std::string_view character) {
  if (character.size() < 3) return false;
  auto bits = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(character[i])) & 0x3FU; };
  if (character.size() > 3) return true; // emoji and rare ideographs
  const unsigned code = (static_cast<unsigned char>(character[0]) & 0x0FU) << 12U | bits(1) << 6U | bits(2);
  constexpr unsigned ranges[][2] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
                                    {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}};
  return std::any_of(std::begin(ranges), std::end(ranges), [&](const auto& r) { return code >= r[0] && code <= r[1]; });
}

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> out;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) out.emplace_back();
    if (!out.empty()) out.back() += c;
  }
  return out;
}

// A rectangle of characters that grows as it is written to.
class Canvas {
public:
  struct Spot {
    std::string text = " ";
    int ink = -1, fill = -1;
    bool bold = false;
  };
  Spot& at(int x, int y) {
    const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(y);
    if (rows_.size() <= row) rows_.resize(row + 1);
    if (rows_[row].size() <= column) rows_[row].resize(column + 1);
    return rows_[row][column];
  }
  void write(int x, int y, std::string_view text, std::string_view ink, bool bold = false) {
    auto put = [&](const std::string& c) {
      Spot& s = at(x++, y);
      s.text = c;
      s.ink = colour_number(ink);
      s.bold = bold;
    };
    for (const auto& c : characters(text)) {
      put(c);
      if (is_wide(c)) put(""); // it covers the next spot, too
    }
  }
  void fill(int x, int y, int width, int height, int colour) {
    for (int row = y; row < y + height; ++row)
      for (int column = x; column < x + width; ++column) at(column, row).fill = colour;
  }

  std::string text(bool colour) const {
    std::string out;
    for (const auto& row : rows_) {
      std::string line, now;
      for (const Spot& s : row) {
        std::string wanted;
        if (s.bold) wanted += ";1";
        if (s.ink >= 0) wanted += fmt::format(";38;5;{}", s.ink);
        if (s.fill >= 0) wanted += fmt::format(";48;5;{}", s.fill);
        if (colour && wanted != now) line += wanted.empty() ? "\x1b[0m" : "\x1b[0" + wanted + "m";
        now = wanted;
        line += s.text;
      }
      if (colour && !now.empty()) line += "\x1b[0m";
      while (line.ends_with(' ')) line.pop_back();
      out += line + "\n";
    }
    return out;
  }

private:
  std::vector<std::vector<Spot>> rows_;
};

// The lines of a frame, put together from its pieces: where some meet, the right character is found at the end.
class Frame {
public:
  void box(int x, int y, int width, int height) { // the corners
    for (int i = 0; i < width; ++i) arms_[{x + i, y}] |= right, arms_[{x + i + 1, y}] |= left;
    for (int i = 0; i < width; ++i) arms_[{x + i, y + height}] |= right, arms_[{x + i + 1, y + height}] |= left;
    for (int i = 0; i < height; ++i) arms_[{x, y + i}] |= down, arms_[{x, y + i + 1}] |= up;
    for (int i = 0; i < height; ++i) arms_[{x + width, y + i}] |= down, arms_[{x + width, y + i + 1}] |= up;
  }
  void across(int x, int y, int width) {
    for (int i = 0; i < width; ++i) arms_[{x + i, y}] |= right, arms_[{x + i + 1, y}] |= left;
  }
  void downwards(int x, int y) { arms_[{x, y}] |= down, arms_[{x, y + 1}] |= up; }
  void draw(Canvas& canvas) const {
    constexpr const char* glyphs[16] = {" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
    for (const auto& [where, arms] : arms_) canvas.write(where.first, where.second, glyphs[arms], line_ink);
  }

private:
  enum : int { up = 1, down = 2, left = 4, right = 8 };
  std::map<std::pair<int, int>, int> arms_;
};

enum class Style : u8 { framed, crossings, net, tiles, hexagons };

int columns_of(std::string_view text) { return static_cast<int>(shown_width(text)); }

class TextBoard {
public:
  TextBoard(const Picture& p, const json& board, const BoardTextOptions& o) : p_(p), look_(board, o.lang), o_(o) {}

  std::string run() {
    measure();
    const int top = o_.flip ? 1 : 2;
    std::string out = player(top) + "\n";
    if (style_ == Style::crossings)
      crossings();
    else if (style_ == Style::net)
      net();
    else if (style_ == Style::tiles)
      tiles();
    else if (style_ == Style::hexagons)
      hexagons();
    else
      framed();
    labels();
    return out + canvas_.text(o_.colour) + player(3 - top) + "\n";
  }

private:
  struct At {
    const Picture::Cell* cell;
    int column, row;
  };

  void measure() {
    float left = 0, top = 0, right = 0, bottom = 0;
    bool any = false;
    for (const auto& c : p_.cells) {
      if (look_.wide(c)) continue;
      left = any ? std::min(left, c.x) : c.x, right = any ? std::max(right, c.x) : c.x;
      top = any ? std::min(top, c.y) : c.y, bottom = any ? std::max(bottom, c.y) : c.y;
      any = true;
    }
    columns_ = static_cast<int>(std::lround(right - left)) + 1;
    rows_ = static_cast<int>(std::lround(bottom - top)) + 1;
    for (const auto& c : p_.cells) {
      if (look_.wide(c)) {
        ((c.y < top) != o_.flip ? above_ : below_) = &c;
        continue;
      }
      const int column = static_cast<int>(std::lround(c.x - left)), row = static_cast<int>(std::lround(c.y - top));
      cells_.push_back({&c, o_.flip ? columns_ - 1 - column : column, o_.flip ? rows_ - 1 - row : row});
      if (look_.has_tiles()) style_ = Style::tiles;
      if (flag_in(look_.ground(c), "crossing")) style_ = Style::crossings;
      if (!rays_of(look_.ground(c)).empty()) style_ = Style::net;
      if (text_in(look_.ground(c), "shape") == "hexagon") style_ = Style::hexagons;
    }
    name_edges();
    for (const auto& at : cells_) wide_ = std::max(wide_, columns_of(inside(*at.cell)) + 2);
  }

  // As in the explorer (lib/coordinates.ts): at the edge where all cells agree, else in the cells.
  void name_edges() {
    int named = 0;
    for (const auto& at : cells_) {
      const auto parts = parts_of_name(at.cell->name);
      if (!parts) continue;
      ++named;
      edges_ = edges_ && column_names_.try_emplace(at.column, parts->column).first->second == parts->column &&
               row_names_.try_emplace(at.row, parts->row).first->second == parts->row;
    }
    edges_ = edges_ && named >= 2;
    if (!edges_) row_names_.clear(), column_names_.clear();
    for (const auto& [row, name] : row_names_) margin_ = std::max(margin_, static_cast<int>(name.size()) + 1);
  }

  bool marked(const Picture::Cell& c) const { return std::find(o_.marked.begin(), o_.marked.end(), c.name) != o_.marked.end(); }
  bool shows_name(const Picture::Cell& c) const {
    return !edges_ && c.name.size() <= 3 &&
           std::all_of(c.name.begin(), c.name.end(), [](char x) { return std::isalnum(x) != 0; });
  }
  bool counted(const Picture::Cell& c) const {
    return !c.pieces.empty() &&
           std::all_of(c.pieces.begin(), c.pieces.end(), [&](const auto& p) { return look_.shape(p.kind) == "stones"; });
  }
  std::string glyph(const Picture::Piece& p) const {
    const std::string shape = look_.shape(p.kind), mark = printable(look_.mark(p.kind, p.owner), 4);
    if (shape == "cross") return "×";
    if (shape == "ring") return "○";
    if (shape == "pentagon" || shape == "square") return (look_.turned(p.owner, o_.flip) ? "▾" : "▴") + mark;
    return (p.owner == 2 ? "○" : "●") + mark;
  }
  // What a framed cell says; the lowest piece of a stack first.
  std::string inside(const Picture::Cell& c) const {
    std::string name = shows_name(c) ? c.name : "";
    if (counted(c)) return fmt::format("{}{:>3}", name, c.pieces.size());
    if (c.pieces.empty()) return name;
    std::string out;
    for (const auto& piece : c.pieces) out += glyph(piece);
    return out;
  }

  void framed() {
    Frame frame;
    for (const auto& at : cells_) // what the lines are drawn on
      if (!flag_in(look_.ground(*at.cell), "quiet"))
        canvas_.fill(margin_ + at.column * (wide_ + 1), wide_above() + at.row * 2, wide_ + 2, 3,
                     fill_of({{"fill", "board"}}).number);
    for (const auto& at : cells_) {
      const json& ground = look_.ground(*at.cell);
      const int x = margin_ + at.column * (wide_ + 1), y = wide_above() + at.row * 2;
      if (!flag_in(ground, "quiet")) frame.box(x, y, wide_ + 1, 2);
      canvas_.fill(x + 1, y + 1, wide_, 1, marked(*at.cell) ? marked_fill : fill_of(ground).number);
      // A dark cell is seen without colour too.
      const std::string fill = text_in(ground, "fill");
      if (!o_.colour && !shows_name(*at.cell) && (fill == "blue" || fill == "dark" || fill == "board-alt"))
        for (int i = 0; i < wide_; ++i) canvas_.write(x + 1 + i, y + 1, "░", line_ink);
      write_inside(*at.cell, x + 1, y + 1);
    }
    frame.draw(canvas_);
    wide_cell(above_, 0);
    wide_cell(below_, wide_above() + 2 * rows_ + 1);
    bottom_ = wide_above() + 2 * rows_ + 1 + (below_ != nullptr ? 1 : 0);
    pitch_x_ = wide_ + 1, pitch_y_ = 2, first_x_ = margin_ + (wide_ + 1) / 2, first_y_ = wide_above() + 1;
  }
  void write_inside(const Picture::Cell& c, int x, int y) {
    const std::string text = inside(c);
    const int length = columns_of(text);
    int at = x + (wide_ - length + 1) / 2;
    if (c.pieces.empty() || counted(c)) {
      const std::size_t name = shows_name(c) ? c.name.size() : 0;
      canvas_.write(at, y, text.substr(0, name), quiet_ink);
      canvas_.write(at + static_cast<int>(name), y, text.substr(name), look_.ink(0).mark, true);
      return;
    }
    for (const auto& piece : c.pieces) {
      const std::string one = glyph(piece);
      canvas_.write(at, y, one, look_.ink(piece.owner).edge, true);
      at += columns_of(one);
    }
  }
  int wide_above() const { return above_ != nullptr ? 1 : 0; }
  void wide_cell(const Picture::Cell* c, int y) {
    if (c == nullptr) return;
    const std::string label = printable(look_.label(*c), 20);
    const int width = columns_ * (wide_ + 1) + 1, length = columns_of(label), x = margin_ + (width - length) / 2;
    if (marked(*c)) canvas_.fill(margin_, y, width, 1, marked_fill);
    canvas_.write(x, y, label, marked(*c) ? look_.ink(0).mark : quiet_ink);
    for (int i = 1; i < width - 1; ++i)
      if (margin_ + i < x - 1 || margin_ + i > x + length) canvas_.write(margin_ + i, y, "╌", line_ink);
  }

  // Lines that cross, with the stones where they do.
  void crossings() {
    Frame frame;
    std::set<std::pair<int, int>> there;
    for (const auto& at : cells_) there.insert({at.column, at.row});
    pitch_x_ = 2, pitch_y_ = 1, first_x_ = margin_ + 1, first_y_ = 0, bottom_ = rows_;
    canvas_.fill(margin_, 0, 2 * columns_ + 1, rows_, fill_of(cells_.empty() ? json() : look_.ground(*cells_[0].cell)).number);
    for (const auto& at : cells_) {
      if (there.contains({at.column + 1, at.row})) frame.across(first_x_ + 2 * at.column, at.row, 2);
      if (there.contains({at.column, at.row + 1})) frame.downwards(first_x_ + 2 * at.column, at.row);
    }
    frame.draw(canvas_);
    for (const auto& at : cells_) {
      const int x = first_x_ + 2 * at.column;
      if (marked(*at.cell)) canvas_.fill(x, at.row, 1, 1, marked_fill);
      if (!at.cell->pieces.empty())
        canvas_.write(x, at.row, glyph(at.cell->pieces.back()), look_.ink(at.cell->pieces.back().owner).edge, true);
      else if (flag_in(look_.ground(*at.cell), "star"))
        canvas_.write(x, at.row, "╋", line_ink);
    }
  }

  // Points with the lines that the board says; a slanted one leads to the next point.
  void net() {
    Frame frame;
    pitch_x_ = 4, pitch_y_ = 2, first_x_ = margin_ + 1, first_y_ = 0, bottom_ = 2 * rows_ - 1;
    canvas_.fill(margin_, 0, 4 * columns_ - 1, 2 * rows_ - 1, fill_of(look_.ground(*cells_[0].cell)).number);
    const int ahead = o_.flip ? -1 : 1;
    for (const auto& at : cells_)
      for (const Ray& ray : rays_of(look_.ground(*at.cell))) {
        const int right = ahead * ray.right, down = ahead * ray.down;
        const int x = first_x_ + 4 * (at.column + std::min(right, 0)), y = 2 * (at.row + std::min(down, 0));
        if (down == 0) frame.across(x, y, 4 * std::abs(right));
        for (int i = 0; right == 0 && i < 2 * std::abs(down); ++i) frame.downwards(x, y + i);
        if (right != 0 && down != 0) canvas_.write(x + 2, y + 1, right == down ? "╲" : "╱", line_ink);
      }
    frame.draw(canvas_);
    for (const auto& at : cells_) {
      const int x = first_x_ + 4 * at.column;
      if (marked(*at.cell)) canvas_.fill(x, 2 * at.row, 1, 1, marked_fill);
      if (!at.cell->pieces.empty())
        canvas_.write(x, 2 * at.row, glyph(at.cell->pieces.back()), look_.ink(at.cell->pieces.back().owner).edge, true);
    }
  }

  // Rows half a cell aside of each other: a character is about as high as a cell is wide. Edges of players are lines around it.
  void hexagons() {
    std::map<int, int> rows; // where a row lies, in hundredths, and which it is
    float left = cells_.front().cell->x;
    for (const auto& at : cells_) {
      left = std::min(left, at.cell->x);
      rows[static_cast<int>(std::lround(100 * at.cell->y))] = 0;
    }
    int count = 0, widest = 0, label = 0;
    for (auto& [y, row] : rows) row = count++;
    for (const auto& at : cells_) {
      widest = std::max(widest, static_cast<int>(std::lround(2 * (at.cell->x - left))));
      if (const auto parts = parts_of_name(at.cell->name)) label = std::max(label, static_cast<int>(parts->row.size()));
    }
    const int first_x = label + 4;
    std::map<int, const At*> begins; // of each row, its first cell as it is seen
    auto column_of = [&](const At& at) {
      const int x = static_cast<int>(std::lround(2 * (at.cell->x - left)));
      return first_x + (o_.flip ? widest - x : x);
    };
    auto row_of = [&](const At& at) {
      const int row = rows[static_cast<int>(std::lround(100 * at.cell->y))];
      return 2 + (o_.flip ? count - 1 - row : row);
    };
    for (const auto& at : cells_) {
      const int x = column_of(at), y = row_of(at);
      const json& sides = member_of(look_.ground(*at.cell), "edges");
      auto edge = [&](const char* side, const char* turned, int dx, int dy, const char* glyph) {
        const std::string owner = text_in(sides, o_.flip ? turned : side);
        if (owner == "first" || owner == "second")
          canvas_.write(x + dx, y + dy, glyph, look_.ink(owner == "first" ? 1 : 2).edge, true);
      };
      edge("nw", "se", 0, -1, "──");
      edge("se", "nw", 0, 1, "──");
      edge("w", "e", -1, 0, "╲");
      edge("e", "w", 1, 0, "╲");
      if (marked(*at.cell)) canvas_.fill(x, y, 1, 1, marked_fill);
      if (at.cell->pieces.empty())
        canvas_.write(x, y, "·", quiet_ink);
      else
        canvas_.write(x, y, glyph(at.cell->pieces.back()), look_.ink(at.cell->pieces.back().owner).edge, true);
      const At*& begin = begins[y];
      if (begin == nullptr || x < column_of(*begin)) begin = &at;
      if (const auto parts = parts_of_name(at.cell->name); parts && y == 2) canvas_.write(x - 1, 0, parts->column, quiet_ink);
    }
    for (const auto& [y, at] : begins)
      if (const auto parts = parts_of_name(at->cell->name))
        canvas_.write(column_of(*at) - 2 - static_cast<int>(parts->row.size()), y, parts->row, quiet_ink);
    row_names_.clear();
    column_names_.clear();
  }

  // Tiles lie side by side, so that their lines run on: heavy ones are the first player's.
  void tiles() {
    pitch_x_ = 5, pitch_y_ = 3, first_x_ = margin_ + 2, first_y_ = 1, bottom_ = 3 * rows_;
    for (const auto& at : cells_) {
      const int x = margin_ + 5 * at.column, y = 3 * at.row;
      if (at.cell->pieces.empty()) {
        canvas_.write(x + 2, y + 1, "·", quiet_ink);
        continue;
      }
      canvas_.fill(x, y, 5, 3, (at.column + at.row) % 2 == 0 ? tile_fill : other_tile_fill);
      if (marked(*at.cell)) canvas_.fill(x, y, 5, 3, marked_tile_fill);
      for (const auto& path : member_of(look_.piece(at.cell->pieces.back().kind), "paths")) tile_path(path, x, y);
    }
  }
  enum Side : int { north, east, south, west, nowhere };
  static Side side_at(double x, double y) {
    return y <= 0 ? north : x >= 100 ? east : y >= 100 ? south : x <= 0 ? west : nowhere;
  }
  // "M50 0 Q50 50 100 50": from the top to the right.
  static std::pair<Side, Side> ends_of(const std::string& d) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < d.size();) {
      double v = 0;
      const auto [end, error] = std::from_chars(d.data() + i, d.data() + d.size(), v);
      if (error != std::errc()) {
        ++i;
        continue;
      }
      numbers.push_back(v);
      i = static_cast<std::size_t>(end - d.data());
    }
    const std::size_t n = numbers.size();
    if (n < 4) return {nowhere, nowhere};
    return {side_at(numbers[0], numbers[1]), side_at(numbers[n - 2], numbers[n - 1])};
  }
  void tile_path(const json& path, int x, int y) {
    auto [one, other] = ends_of(text_in(path, "d"));
    if (one == nowhere || other == nowhere || one == other) return;
    if (o_.flip) one = static_cast<Side>((one + 2) % 4), other = static_cast<Side>((other + 2) % 4);
    const bool first = text_in(path, "stroke") == "first";
    const std::string_view ink = look_.ink(first ? 1 : 2).body;
    auto put = [&](int dx, int dy, const char* heavy, const char* light) {
      canvas_.write(x + dx, y + dy, first ? heavy : light, ink, first);
    };
    auto ends = [&](Side a, Side b) { return (one == a && other == b) || (one == b && other == a); };
    if (ends(west, east)) {
      for (const int dx : {0, 1, 2, 3, 4})
        if (canvas_.at(x + dx, y + 1).text == " ") put(dx, 1, "━", "─"); // whoever goes upright passes above
    } else if (ends(north, south)) {
      for (const int dy : {0, 1, 2}) put(2, dy, "┃", "│");
    } else if (ends(north, east)) {
      put(2, 0, "┗", "╰"), put(3, 0, "┓", "╮"), put(3, 1, "┗", "╰"), put(4, 1, "━", "─");
    } else if (ends(north, west)) {
      put(2, 0, "┛", "╯"), put(1, 0, "┏", "╭"), put(1, 1, "┛", "╯"), put(0, 1, "━", "─");
    } else if (ends(south, east)) {
      put(2, 2, "┏", "╭"), put(3, 2, "┛", "╯"), put(3, 1, "┏", "╭"), put(4, 1, "━", "─");
    } else if (ends(south, west)) {
      put(2, 2, "┓", "╮"), put(1, 2, "┗", "╰"), put(1, 1, "┓", "╮"), put(0, 1, "━", "─");
    }
  }

  void labels() {
    for (const auto& [row, name] : row_names_)
      canvas_.write(margin_ - 1 - static_cast<int>(name.size()), first_y_ + pitch_y_ * row, name, quiet_ink);
    for (const auto& [column, name] : column_names_)
      canvas_.write(first_x_ + pitch_x_ * column - (static_cast<int>(name.size()) - 1) / 2, bottom_, name, quiet_ink);
  }

  // "White, to move   in hand: ▾C ×2"
  std::string player(int owner) const {
    Canvas line;
    int x = margin_;
    const bool moves = !o_.over && (owner == 1) == o_.first;
    auto write = [&](const std::string& text, bool bold) {
      line.write(x, 0, text, "", bold);
      x += columns_of(text);
    };
    write(printable(look_.player(owner), 30), moves);
    if (moves) write(o_.lang == "ja" ? "の手番" : " to move", true);
    std::string held;
    for (const auto& h : p_.hands) {
      if (h.owner != owner || h.count <= 0) continue;
      const bool stones = look_.shape(h.kind) == "stones";
      held +=
          stones ? fmt::format(" {}", h.count) : " " + glyph({h.kind, owner}) + (h.count > 1 ? fmt::format("×{}", h.count) : "");
    }
    if (!held.empty()) write("   " + printable(look_.held(), 30) + ":" + held, false);
    std::string text = line.text(o_.colour);
    text.pop_back();
    return text;
  }

  const Picture& p_;
  Look look_;
  const BoardTextOptions& o_;
  std::vector<At> cells_;
  const Picture::Cell *above_ = nullptr, *below_ = nullptr; // as they are seen
  std::map<int, std::string> column_names_, row_names_;
  Style style_ = Style::framed;
  bool edges_ = true;
  int columns_ = 1, rows_ = 1, wide_ = 3, margin_ = 1;
  int pitch_x_ = 1, pitch_y_ = 1, first_x_ = 0, first_y_ = 0, bottom_ = 0;
  Canvas canvas_;
};

} // namespace

std::string board_text(const Picture& picture, const json& board, const BoardTextOptions& options) {
  return TextBoard(picture, board, options).run();
}

std::size_t shown_width(std::string_view line) {
  std::size_t n = 0;
  bool escape = false;
  for (const auto& c : characters(line)) {
    escape = escape || c == "\x1b";
    if (!escape) n += is_wide(c) ? 2U : 1U;
    if (c == "m") escape = false;
  }
  return n;
}

} // namespace zermelo
