#include "view/png.h"

#include "base/error.h"

#ifdef ZERMELO_PNG
#include <png.h>

#include <agg_conv_curve.h>
#include <agg_conv_stroke.h>
#include <agg_conv_transform.h>
#include <agg_gsv_text.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgb.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_rounded_rect.h>
#include <agg_scanline_u.h>
#include <agg_trans_affine.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>
#endif

namespace zermelo {

#ifdef ZERMELO_PNG
namespace {

// The path of an SVG. What is no path ends it.
class PathReader {
public:
  explicit PathReader(std::string_view d) : rest_(d) {}

  agg::path_storage run() {
    char command = 0;
    while (skip(), !rest_.empty()) {
      const char c = rest_.front();
      if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
        command = c;
        rest_.remove_prefix(1);
      } else if (command == 'M' || command == 'm') {
        command = command == 'M' ? 'L' : 'l'; // further points are lines
      }
      if (!step(command)) break;
    }
    return std::move(path_);
  }

private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" ,"), rest_.size())); }
  double number() {
    skip();
    double v = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), v);
    good_ = good_ && error == std::errc();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return std::clamp(v, -10000.0, 10000.0);
  }
  bool flag() { // of an arc: the next number may follow at once
    skip();
    const bool on = rest_.starts_with('1');
    good_ = good_ && (on || rest_.starts_with('0'));
    rest_.remove_prefix(std::min<std::size_t>(1, rest_.size()));
    return on;
  }
  struct Point {
    double x, y;
  };
  Point point(bool relative) {
    const double x = number(), y = number();
    return {x + (relative ? at_.x : 0), y + (relative ? at_.y : 0)};
  }

  bool step(char command) {
    const bool relative = command >= 'a';
    switch (relative ? command - 'a' + 'A' : command) {
    case 'M':
      if (const Point p = point(relative); good_) path_.move_to(p.x, p.y), at_ = begun_ = p;
      break;
    case 'L':
      if (const Point p = point(relative); good_) line(p);
      break;
    case 'H':
      if (const double x = number() + (relative ? at_.x : 0); good_) line({x, at_.y});
      break;
    case 'V':
      if (const double y = number() + (relative ? at_.y : 0); good_) line({at_.x, y});
      break;
    case 'C': {
      const Point a = point(relative), b = point(relative), p = point(relative);
      if (good_) path_.curve4(a.x, a.y, b.x, b.y, p.x, p.y), at_ = p;
      break;
    }
    case 'S': {
      const Point b = point(relative), p = point(relative);
      if (good_) path_.curve4(b.x, b.y, p.x, p.y), at_ = p;
      break;
    }
    case 'Q': {
      const Point a = point(relative), p = point(relative);
      if (good_) path_.curve3(a.x, a.y, p.x, p.y), at_ = p;
      break;
    }
    case 'T':
      if (const Point p = point(relative); good_) path_.curve3(p.x, p.y), at_ = p;
      break;
    case 'A': {
      const double rx = number(), ry = number(), angle = number();
      const bool large = flag(), sweep = flag();
      const Point p = point(relative);
      if (good_) path_.arc_to(rx, ry, agg::deg2rad(angle), large, sweep, p.x, p.y), at_ = p;
      break;
    }
    case 'Z':
      path_.close_polygon();
      at_ = begun_;
      break;
    default: return false;
    }
    return good_;
  }
  void line(const Point& p) {
    path_.line_to(p.x, p.y);
    at_ = p;
  }

  std::string_view rest_;
  agg::path_storage path_;
  Point at_{0, 0}, begun_{0, 0};
  bool good_ = true;
};

class PngPainter final : public Painter {
public:
  PngPainter()
      : pixels_(std::size_t{3} * png_width * png_height), buffer_(pixels_.data(), png_width, png_height, 3 * png_width),
        format_(buffer_), base_(format_) {
    rasterizer_.clip_box(0, 0, png_width, png_height);
  }

  void begin(const Box& b, std::string_view ground) override {
    // The cells, which are 100 wide, begin at whole pixels: otherwise seams would be seen between them.
    const double fit = std::min(png_width / b.width, png_height / b.height),
                 scale = fit > 0.1 ? std::floor(100 * fit) / 100 : fit;
    agg::trans_affine m = agg::trans_affine_scaling(scale);
    m *= agg::trans_affine_translation(std::round(png_width / 2.0 - scale * (b.x + b.width / 2)),
                                       std::round(png_height / 2.0 - scale * (b.y + b.height / 2)));
    open_ = {m};
    base_.clear(colour_of(ground, 1));
  }
  void rect(const Box& b, double radius, const Paint& paint) override {
    agg::rounded_rect shape(b.x, b.y, b.x + b.width, b.y + b.height, std::min({radius, b.width / 2, b.height / 2}));
    shape.approximation_scale(open_.back().scale());
    draw(shape, paint);
  }
  void circle(double x, double y, double radius, const Paint& paint) override {
    rect({x - radius, y - radius, 2 * radius, 2 * radius}, radius, paint);
  }
  void path(std::string_view d, const Paint& paint) override {
    agg::path_storage path = PathReader(d).run();
    agg::conv_curve<agg::path_storage> shape(path);
    shape.approximation_scale(open_.back().scale());
    draw(shape, paint);
  }
  void text(std::string_view text, const Lettering& how) override {
    std::string letters(text);
    std::erase_if(letters, [](char c) { return c < 0x20 || c > 0x7e; });
    agg::gsv_text shape;
    shape.flip(true);
    shape.size(0.72 * how.size); // of capital letters, as fonts have it
    shape.text(letters.c_str());
    shape.start_point(how.x - (how.middle ? shape.text_width() / 2 : 0), how.y);
    draw(shape, {.stroke = how.colour, .width = (how.bold ? 0.12 : 0.08) * how.size, .round = true});
  }
  void open(double x, double y, double scale) override {
    agg::trans_affine m = agg::trans_affine_scaling(scale);
    m *= agg::trans_affine_translation(x, y);
    push(m);
  }
  void open_turned() override {
    agg::trans_affine m = agg::trans_affine_scaling(-1);
    m *= agg::trans_affine_translation(100, 100);
    push(m);
  }
  void close() override { open_.pop_back(); }

  std::string file() {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = png_width;
    image.height = png_height;
    image.format = PNG_FORMAT_RGB;
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string out(size, '\0');
    if (png_image_write_to_memory(&image, out.data(), &size, 0, pixels_.data(), 0, nullptr) == 0)
      throw Error(Exit::runtime, std::string("the picture cannot be written: ") + image.message);
    out.resize(size);
    return out;
  }

private:
  static agg::rgba8 colour_of(std::string_view hex, double opacity) {
    unsigned v = 0;
    std::from_chars(hex.data() + 1, hex.data() + hex.size(), v, 16);
    return {v >> 16 & 255U, v >> 8 & 255U, v & 255U, static_cast<unsigned>(255 * opacity)};
  }
  void push(agg::trans_affine m) {
    m *= open_.back();
    open_.push_back(m);
  }
  template <class Shape> void draw(Shape& shape, const Paint& paint) {
    if (paint.fill != "none") fill(shape, colour_of(paint.fill, paint.opacity));
    if (paint.stroke == "none") return;
    agg::conv_stroke<Shape> line(shape);
    line.width(paint.width);
    line.line_cap(paint.round ? agg::round_cap : agg::butt_cap);
    line.line_join(paint.round ? agg::round_join : agg::miter_join);
    line.approximation_scale(open_.back().scale());
    fill(line, colour_of(paint.stroke, paint.opacity));
  }
  template <class Shape> void fill(Shape& shape, const agg::rgba8& colour) {
    agg::conv_transform<Shape> placed(shape, open_.back());
    rasterizer_.reset();
    rasterizer_.add_path(placed);
    agg::render_scanlines_aa_solid(rasterizer_, scanline_, base_, colour);
  }

  std::vector<agg::int8u> pixels_;
  agg::rendering_buffer buffer_;
  agg::pixfmt_rgb24 format_;
  agg::renderer_base<agg::pixfmt_rgb24> base_;
  agg::rasterizer_scanline_aa<> rasterizer_;
  agg::scanline_u8 scanline_;
  std::vector<agg::trans_affine> open_;
};

} // namespace

bool has_png() { return true; }

std::string png_of(const Picture& picture, const nlohmann::json& look, const DrawingOptions& options) {
  PngPainter painter;
  draw_board(picture, look, options, painter);
  return painter.file();
}

#else

bool has_png() { return false; }
std::string png_of(const Picture&, const nlohmann::json&, const DrawingOptions&) {
  throw Error(Exit::runtime, "this program was built without pictures as PNG");
}

#endif

} // namespace zermelo
