#include "view/svg.h"

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
  Drawing(const json& board, const SvgOptions& o) : look_(board), o_(o) {}

  std::string run(const Picture& p) {
    measure(p);
    for (const auto& c : p.cells) cell(c);
    for (const auto& c : p.cells) stack(c);
    const int below = o_.caption.empty() ? 0 : 34;
    const bool hands = !p.hands.empty();
    std::string hand_text;
    if (hands) hand_text = hand(p, o_.flip ? 1 : 2, -70) + hand(p, o_.flip ? 2 : 1, height_ + 10);
    const double top = hands ? -80 : -8, tall = height_ - top + (hands ? 80 : 8) + below;
    std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 {} {} {}\" width=\"{}\" height=\"{}\" "
                                  "font-family=\"sans-serif\" role=\"img\">",
                                  top, width_ + 16, tall, std::lround((width_ + 16) * 0.8), std::lround(tall * 0.8));
    if (!o_.caption.empty()) out += "<title>" + xml_escaped(o_.caption) + "</title>";
    out += fmt::format("<rect x=\"-8\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#f6f5f1\"/>", top, width_ + 16, tall);
    out += grounds_ + pieces_ + hand_text;
    if (!o_.caption.empty())
      out += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"20\" text-anchor=\"middle\" fill=\"#66615a\">{}</text>", width_ / 2,
                         height_ + (hands ? 80 : 8) + 20, xml_escaped(o_.caption));
    return out + "</svg>\n";
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
  struct Box {
    double x, y, width, height;
  };
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
    grounds_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"{}/>", b.x, b.y, b.width,
                            b.height, round ? 50 : 0, fill_of(g).colour,
                            flag_in(g, "quiet") || crossing ? "" : " stroke=\"#b39f77\" stroke-width=\"1.5\"");
    if (!crossing) return;
    // Its lines, as far as there is another one beside it.
    auto beside = [&](double dx, double dy) { return there_.contains({b.x + dx, b.y + dy}); };
    grounds_ +=
        fmt::format("<path d=\"M{} {}H{}M{} {}V{}\" fill=\"none\" stroke=\"#5b4d31\" stroke-width=\"2.5\" opacity=\"0.75\"/>",
                    b.x + (beside(-100, 0) ? 0 : 50), b.y + 50, b.x + (beside(100, 0) ? 100 : 50), b.x + 50,
                    b.y + (beside(0, -100) ? 0 : 50), b.y + (beside(0, 100) ? 100 : 50));
    if (flag_in(g, "star")) grounds_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"9\" fill=\"#5b4d31\"/>", b.x + 50, b.y + 50);
  }

  std::string piece(const Picture::Piece& p) const {
    const json& look = look_.piece(p.kind);
    const std::string shape = text_in(look, "shape");
    const Ink ink = look_.ink(p.owner);
    const bool turned = shape == "tile" ? o_.flip : look_.turned(p.owner, o_.flip);
    std::string out = turned ? "<g transform=\"rotate(180 50 50)\">" : "<g>";
    const std::string paint = fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"2.5\"", ink.body, ink.edge);
    const std::string line = fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"11\" stroke-linecap=\"round\"", ink.edge);
    if (shape == "pentagon")
      out += "<path d=\"M50 8 L77 21 L88 91 Q50 96 12 91 L23 21 Z\" " + paint + "/>";
    else if (shape == "square")
      out += "<rect x=\"13\" y=\"13\" width=\"74\" height=\"74\" rx=\"10\" " + paint + "/>";
    else if (shape == "cross")
      out += "<path d=\"M26 26 L74 74 M74 26 L26 74\" " + line + "/>";
    else if (shape == "ring")
      out += "<circle cx=\"50\" cy=\"50\" r=\"27\" " + line + "/>";
    else if (shape == "tile")
      out += "<rect width=\"100\" height=\"100\" fill=\"#45413a\" stroke=\"#6d675c\" stroke-width=\"2\"/>";
    else
      out += fmt::format("<circle cx=\"50\" cy=\"50\" r=\"{}\" {}/>", shape == "stone" ? 45 : 36, paint);
    for (const auto& path : member_of(look, "paths")) {
      const std::string of = text_in(path, "stroke");
      out += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"13\"/>", path_in(path),
                         of == "first"    ? look_.ink(1).body
                         : of == "second" ? look_.ink(2).body
                                          : look_.ink(0).body);
    }
    out += dots(look, shape == "pentagon", ink) + art(look, ink);
    const std::string mark = member_of(look, "art").is_array() ? "" : look_.mark(p.kind, p.owner);
    if (!mark.empty())
      out +=
          fmt::format("<text x=\"50\" y=\"{}\" font-size=\"36\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                      shape == "pentagon" ? 70 : 63, ink.mark, xml_escaped(mark));
    return out + "</g>";
  }
  static std::string dots(const json& look, bool pentagon, const Ink& ink) {
    static const std::map<std::string, std::pair<int, int>> directions = {{"n", {0, -1}}, {"ne", {1, -1}}, {"e", {1, 0}},
                                                                          {"se", {1, 1}}, {"s", {0, 1}},   {"sw", {-1, 1}},
                                                                          {"w", {-1, 0}}, {"nw", {-1, -1}}};
    std::string out;
    for (const auto& name : member_of(look, "dots")) {
      const auto it = name.is_string() ? directions.find(name.get<std::string>()) : directions.end();
      if (it == directions.end()) continue;
      out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3.6\" fill=\"{}\"/>", 50 + it->second.first * (pentagon ? 22 : 27),
                         (pentagon ? 55 : 50) + it->second.second * 28, ink.edge);
    }
    return out;
  }
  static std::string art(const json& look, const Ink& ink) {
    const std::map<std::string_view, std::string_view> colours = {
        {"ink", ink.mark},    {"edge", ink.edge},    {"body", ink.body},   {"none", "none"},    {"white", "#fffdf8"},
        {"black", "#2b2620"}, {"gold", "#e0a83a"},   {"brown", "#9a6a3a"}, {"grey", "#9aa3ad"}, {"yellow", "#f4cf4a"},
        {"red", "#cf4a3c"},   {"orange", "#ee9b3a"}, {"pink", "#f2b8b0"}};
    auto colour = [&](const json& j, const char* key, std::string_view otherwise) {
      const auto it = colours.find(text_in(j, key));
      return it == colours.end() ? otherwise : it->second;
    };
    std::string out;
    for (const auto& part : member_of(look, "art"))
      out += fmt::format(
          "<path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
          path_in(part), colour(part, "fill", "none"), colour(part, "stroke", "none"));
    return out;
  }

  void stack(const Picture::Cell& c) {
    if (c.pieces.empty()) return;
    const Box b = box(c);
    const bool stones =
        std::all_of(c.pieces.begin(), c.pieces.end(), [&](const auto& p) { return look_.shape(p.kind) == "stones"; });
    pieces_ += fmt::format("<g transform=\"translate({} {})\">", b.x, b.y);
    const int n = static_cast<int>(c.pieces.size());
    if (stones) {
      const int shown = std::min(n, 24);
      const double apart = std::min(13.0, 33 / std::sqrt(shown)), size = 0.68 * apart / 36;
      for (int k = 0; k < shown; ++k) {
        const double far = n == 1 ? 0 : apart * std::sqrt(k + 0.4);
        pieces_ += fmt::format("<g transform=\"translate({:.2f} {:.2f}) scale({:.4f})\">{}</g>",
                               50 + far * std::cos(k * 2.39996) - 50 * size, 54 + far * std::sin(k * 2.39996) - 50 * size, size,
                               piece(c.pieces[static_cast<std::size_t>(k)]));
      }
      pieces_ += fmt::format(
          "<text x=\"50\" y=\"22\" font-size=\"19\" font-weight=\"600\" text-anchor=\"middle\" fill=\"#5b4d31\">{}</text>", n);
    } else if (n == 1) {
      pieces_ += piece(c.pieces[0]);
    } else {
      for (int k = 0; k < n; ++k)
        pieces_ += fmt::format("<g transform=\"translate(9 {}) scale(0.82)\">{}</g>", 9 + 17.0 * (n - 1) / 2 - 17 * k,
                               piece(c.pieces[static_cast<std::size_t>(k)]));
    }
    pieces_ += "</g>";
  }

  std::string hand(const Picture& p, int owner, double y) const {
    std::string out;
    double x = 0;
    for (const auto& h : p.hands) {
      if (h.owner != owner || h.count <= 0) continue;
      out += fmt::format("<g transform=\"translate({} {}) scale(0.6)\">{}</g>", x, y, piece({h.kind, owner}));
      if (h.count > 1)
        out += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"22\" font-weight=\"600\" fill=\"#23211d\">{}</text>", x + 60,
                           y + 40, h.count);
      x += h.count > 1 ? 95 : 68;
    }
    return out;
  }

  Look look_;
  const SvgOptions& o_;
  double left_ = 0, top_ = 0, columns_ = 1, rows_ = 1, width_ = 100, height_ = 100;
  bool above_ = false, below_ = false;
  std::set<std::pair<double, double>> there_; // upper left corners
  std::string grounds_, pieces_;
};

} // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    case '&': out += "&amp;"; break;
    case '"': out += "&quot;"; break;
    default: out += c;
    }
  return out;
}

std::string svg_of(const Picture& picture, const json& look, const SvgOptions& options) {
  return Drawing(look, options).run(picture);
}

} // namespace zermelo
