#include "view/board_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "view/look.h"

namespace zermelo {
namespace {

using nlohmann::json;

// A path of numbers and letters, whatever else a file says.
std::string path_in(const json& j) {
  std::string d = text_in(j, "d");
  std::erase_if(d,
                [](char c) { return std::string_view("MLHVCSQTAZmlhvcsqtaz0123456789.-, ").find(c) == std::string_view::npos; });
  return d;
}

class Drawing {
public:
  Drawing(const json& board, const DrawingOptions& o, Painter& out) : look_(board), o_(o), out_(out) {}

  void run(const Picture& p) {
    measure(p);
    const bool hexagons = std::any_of(p.cells.begin(), p.cells.end(),
                                      [&](const auto& c) { return text_in(look_.ground(c), "shape") == "hexagon"; });
    const double margin = hexagons ? 16 : 8; // they are a little higher than their boxes, and may have edges
    const double beside = p.hands.empty() ? margin : 80, below = o_.caption.empty() ? 0 : 34;
    out_.begin({-margin, -beside, width_ + 2 * margin, height_ + 2 * beside + below}, "#f6f5f1");
    for (const auto& c : p.cells) cell(c);
    for (const auto& c : p.cells) rays(c);
    for (const auto& c : p.cells) edges(c);
    for (const auto& c : p.cells) stack(c);
    hand(p, o_.flip ? 1 : 2, -70);
    hand(p, o_.flip ? 2 : 1, height_ + 10);
    if (!o_.caption.empty())
      out_.text(o_.caption, {.x = width_ / 2, .y = height_ + beside + 20, .size = 20, .colour = "#66615a", .bold = false});
  }

private:
  // As the page does it: a wide cell lies above or below the board, half as high.
  void measure(const Picture& p) {
    bool any = false;
    double right = 0, bottom = 0;
    for (const auto& c : p.cells) {
      if (look_.wide(c)) continue;
      left_ = any ? std::min<double>(left_, c.x) : c.x;
      top_ = any ? std::min<double>(top_, c.y) : c.y;
      right = any ? std::max<double>(right, c.x) : c.x;
      bottom = any ? std::max<double>(bottom, c.y) : c.y;
      any = true;
    }
    for (const auto& c : p.cells) (c.y < top_ ? above_ : below_) |= look_.wide(c);
    columns_ = any ? right - left_ + 1 : 1;
    rows_ = any ? bottom - top_ + 1 : 1;
    width_ = 100 * columns_;
    height_ = 100 * rows_ + (above_ ? 50 : 0) + (below_ ? 50 : 0);
    for (const auto& c : p.cells) there_.insert({box(c).x, box(c).y});
  }
  Box box(const Picture::Cell& c) const {
    const bool w = look_.wide(c);
    const double bw = w ? width_ : 100, bh = w ? 50 : 100;
    const double x = w ? 0 : 100 * (c.x - left_);
    const double y = w ? (c.y < top_ ? 0 : height_ - 50) : 100 * (c.y - top_) + (above_ ? 50 : 0);
    return {o_.flip ? width_ - bw - x : x, o_.flip ? height_ - bh - y : y, bw, bh};
  }

  void cell(const Picture::Cell& c) {
    const json& g = look_.ground(c);
    const Box b = box(c);
    const bool round = text_in(g, "shape") == "circle", crossing = flag_in(g, "crossing");
    Paint paint{.fill = fill_of(g).colour, .width = 1.5};
    if (!flag_in(g, "quiet") && !crossing) paint.stroke = "#b39f77";
    if (text_in(g, "shape") == "hexagon")
      out_.path(hexagon(b), paint);
    else
      out_.rect(b, round ? 50 : 0, paint);
    if (!crossing) return;
    // Its lines, as far as there is another one beside it.
    auto beside = [&](double dx, double dy) { return there_.contains({b.x + dx, b.y + dy}); };
    out_.path(fmt::format("M{} {}H{}M{} {}V{}", b.x + (beside(-100, 0) ? 0 : 50), b.y + 50, b.x + (beside(100, 0) ? 100 : 50),
                          b.x + 50, b.y + (beside(0, -100) ? 0 : 50), b.y + (beside(0, 100) ? 100 : 50)),
              {.stroke = "#5b4d31", .width = 2.5, .opacity = 0.75});
    if (flag_in(g, "star")) out_.circle(b.x + 50, b.y + 50, 9, {.fill = "#5b4d31"});
  }

  // Lines to other cells, over all grounds that they cross.
  void rays(const Picture::Cell& c) {
    const Box b = box(c);
    const int ahead = o_.flip ? -100 : 100;
    for (const Ray& ray : rays_of(look_.ground(c)))
      out_.path(fmt::format("M{} {}L{} {}", b.x + 50, b.y + 50, b.x + 50 + ahead * ray.right, b.y + 50 + ahead * ray.down),
                {.stroke = "#5b4d31", .width = 2.5, .opacity = 0.75});
  }

  // As wide as a cell, standing on a corner: rows lie 86.6 apart, each half a cell aside. Corners from the top, to the right.
  static constexpr std::pair<double, double> corners[6] = {{50, -7.735},  {100, 21.1325}, {100, 78.8675},
                                                           {50, 107.735}, {0, 78.8675},   {0, 21.1325}};
  static std::string hexagon(const Box& b) {
    std::string d;
    for (const auto& [x, y] : corners) d += fmt::format("{}{:.6g} {:.6g}", d.empty() ? 'M' : 'L', b.x + x, b.y + y);
    return d + "Z";
  }
  // The sides of a hexagon that are a player's edge of the board.
  void edges(const Picture::Cell& c) {
    constexpr std::string_view sides[] = {"ne", "e", "se", "sw", "w", "nw"};
    const json& of = member_of(look_.ground(c), "edges");
    const Box b = box(c);
    for (std::size_t i = 0; i < 6; ++i) {
      const std::string owner = text_in(of, sides[i]);
      if (owner != "first" && owner != "second") continue;
      const std::size_t from = o_.flip ? (i + 3) % 6 : i;
      const auto [x, y] = corners[from];
      const auto [to_x, to_y] = corners[(from + 1) % 6];
      out_.path(fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}", b.x + x, b.y + y, b.x + to_x, b.y + to_y),
                {.stroke = look_.ink(owner == "first" ? 1 : 2).edge, .width = 10, .round = true});
    }
  }

  void piece(const Picture::Piece& p) {
    const json& look = look_.piece(p.kind);
    const std::string shape = text_in(look, "shape");
    const Ink ink = look_.ink(p.owner);
    const bool turned = shape == "tile" ? o_.flip : look_.turned(p.owner, o_.flip);
    if (turned) out_.open_turned();
    const Paint paint{.fill = ink.body, .stroke = ink.edge, .width = 2.5};
    const Paint line{.stroke = ink.edge, .width = 11, .round = true};
    if (shape == "pentagon")
      out_.path("M50 8 L77 21 L88 91 Q50 96 12 91 L23 21 Z", paint);
    else if (shape == "square")
      out_.rect({13, 13, 74, 74}, 10, paint);
    else if (shape == "cross")
      out_.path("M26 26 L74 74 M74 26 L26 74", line);
    else if (shape == "ring")
      out_.circle(50, 50, 27, line);
    else if (shape == "tile")
      out_.rect({0, 0, 100, 100}, 0, {.fill = "#45413a", .stroke = "#6d675c", .width = 2});
    else
      out_.circle(50, 50, shape == "stone" ? 45 : 36, paint);
    for (const auto& path : member_of(look, "paths")) {
      const std::string of = text_in(path, "stroke");
      out_.path(path_in(path), {.stroke = look_.ink(of == "first" ? 1 : of == "second" ? 2 : 0).body, .width = 13});
    }
    dots(look, shape == "pentagon", ink);
    art(look_.art(p.kind, p.owner), ink);
    const std::string mark = look_.art(p.kind, p.owner).is_array() ? "" : look_.mark(p.kind, p.owner);
    if (!mark.empty()) out_.text(mark, {.x = 50, .y = shape == "pentagon" ? 70.0 : 63.0, .size = 36, .colour = ink.mark});
    if (turned) out_.close();
  }
  void dots(const json& look, bool pentagon, const Ink& ink) {
    static const std::map<std::string, std::pair<int, int>> directions = {{"n", {0, -1}}, {"ne", {1, -1}}, {"e", {1, 0}},
                                                                          {"se", {1, 1}}, {"s", {0, 1}},   {"sw", {-1, 1}},
                                                                          {"w", {-1, 0}}, {"nw", {-1, -1}}};
    for (const auto& name : member_of(look, "dots")) {
      const auto it = name.is_string() ? directions.find(name.get<std::string>()) : directions.end();
      if (it == directions.end()) continue;
      out_.circle(50 + it->second.first * (pentagon ? 22 : 27), (pentagon ? 55 : 50) + it->second.second * 28, 3.6,
                  {.fill = ink.edge});
    }
  }
  void art(const json& parts, const Ink& ink) {
    const std::map<std::string_view, std::string_view> colours = {
        {"ink", ink.mark},    {"edge", ink.edge},    {"body", ink.body},   {"none", "none"},    {"white", "#fffdf8"},
        {"black", "#2b2620"}, {"gold", "#e0a83a"},   {"brown", "#9a6a3a"}, {"grey", "#9aa3ad"}, {"yellow", "#f4cf4a"},
        {"red", "#cf4a3c"},   {"orange", "#ee9b3a"}, {"pink", "#f2b8b0"}};
    auto colour = [&](const json& j, const char* key) {
      const auto it = colours.find(text_in(j, key));
      return it == colours.end() ? "none" : it->second;
    };
    for (const auto& part : parts)
      out_.path(path_in(part), {.fill = colour(part, "fill"), .stroke = colour(part, "stroke"), .width = 2, .round = true});
  }

  void stack(const Picture::Cell& c) {
    if (c.pieces.empty()) return;
    const Box b = box(c);
    const bool stones =
        std::all_of(c.pieces.begin(), c.pieces.end(), [&](const auto& p) { return look_.shape(p.kind) == "stones"; });
    out_.open(b.x, b.y, 1);
    const int n = static_cast<int>(c.pieces.size());
    if (stones) {
      const int shown = std::min(n, 24);
      const double apart = std::min(13.0, 33 / std::sqrt(shown)), size = 0.68 * apart / 36;
      for (int k = 0; k < shown; ++k) {
        const double far = n == 1 ? 0 : apart * std::sqrt(k + 0.4);
        placed(c.pieces[static_cast<std::size_t>(k)], 50 + far * std::cos(k * 2.39996) - 50 * size,
               54 + far * std::sin(k * 2.39996) - 50 * size, size);
      }
      out_.text(std::to_string(n), {.x = 50, .y = 22, .size = 19, .colour = "#5b4d31"});
    } else if (n == 1) {
      piece(c.pieces[0]);
    } else {
      for (int k = 0; k < n; ++k) placed(c.pieces[static_cast<std::size_t>(k)], 9, 9 + 17.0 * (n - 1) / 2 - 17 * k, 0.82);
    }
    out_.close();
  }
  void placed(const Picture::Piece& p, double x, double y, double scale) {
    out_.open(x, y, scale);
    piece(p);
    out_.close();
  }

  void hand(const Picture& p, int owner, double y) {
    double x = 0;
    for (const auto& h : p.hands) {
      if (h.owner != owner || h.count <= 0) continue;
      placed({h.kind, owner}, x, y, 0.6);
      if (h.count > 1)
        out_.text(std::to_string(h.count), {.x = x + 60, .y = y + 40, .size = 22, .colour = "#23211d", .middle = false});
      x += h.count > 1 ? 95 : 68;
    }
  }

  Look look_;
  const DrawingOptions& o_;
  Painter& out_;
  double left_ = 0, top_ = 0, columns_ = 1, rows_ = 1, width_ = 100, height_ = 100;
  bool above_ = false, below_ = false;
  std::set<std::pair<double, double>> there_; // upper left corners
};

} // namespace

void draw_board(const Picture& picture, const json& look, const DrawingOptions& options, Painter& painter) {
  Drawing(look, options, painter).run(picture);
}

} // namespace zermelo
