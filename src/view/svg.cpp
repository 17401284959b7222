#include "view/svg.h"

#include <fmt/format.h>

#include <cmath>

namespace zermelo {
namespace {

class SvgPainter final : public Painter {
public:
  explicit SvgPainter(std::string caption) : caption_(std::move(caption)) {}
  std::string done() { return out_ + "</svg>\n"; }

  void begin(const Box& b, std::string_view ground) override {
    out_ += fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" "
                        "font-family=\"sans-serif\" role=\"img\">",
                        b.x, b.y, b.width, b.height, std::lround(b.width * 0.8), std::lround(b.height * 0.8));
    if (!caption_.empty()) out_ += "<title>" + xml_escaped(caption_) + "</title>";
    rect(b, 0, {.fill = ground});
  }
  void rect(const Box& b, double radius, const Paint& paint) override {
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", b.x, b.y, b.width, b.height);
    if (radius > 0) out_ += fmt::format(" rx=\"{}\"", radius);
    out_ += attributes(paint);
  }
  void circle(double x, double y, double radius, const Paint& paint) override {
    out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", x, y, radius) + attributes(paint);
  }
  void path(std::string_view d, const Paint& paint) override { out_ += fmt::format("<path d=\"{}\"", d) + attributes(paint); }
  void text(std::string_view text, const Lettering& how) override {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{} fill=\"{}\">{}</text>", how.x, how.y, how.size,
                        how.bold ? " font-weight=\"600\"" : "", how.middle ? " text-anchor=\"middle\"" : "", how.colour,
                        xml_escaped(text));
  }
  void open(double x, double y, double scale) override {
    out_ += fmt::format("<g transform=\"translate({:.6g} {:.6g})", x, y) +
            (scale == 1 ? "\">" : fmt::format(" scale({:.4g})\">", scale));
  }
  void open_turned() override { out_ += "<g transform=\"rotate(180 50 50)\">"; }
  void close() override { out_ += "</g>"; }

private:
  static std::string attributes(const Paint& paint) {
    std::string out = fmt::format(" fill=\"{}\"", paint.fill);
    if (paint.stroke != "none") {
      out += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", paint.stroke, paint.width);
      if (paint.round) out += " stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    }
    if (paint.opacity < 1) out += fmt::format(" opacity=\"{}\"", paint.opacity);
    return out + "/>";
  }

  std::string out_, caption_;
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

std::string svg_of(const Picture& picture, const nlohmann::json& look, const DrawingOptions& options) {
  SvgPainter painter(options.caption);
  draw_board(picture, look, options, painter);
  return painter.done();
}

} // namespace zermelo
