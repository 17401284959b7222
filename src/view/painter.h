// What a drawing is made of, whatever it is made on: svg.cpp writes it down, png.cpp fills pixels.
#pragma once

#include <string_view>

namespace zermelo {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

struct Paint {
  std::string_view fill = "none", stroke = "none"; // "#rrggbb" or "none"
  double width = 1;                                // of the stroke
  bool round = false;                              // its ends and corners
  double opacity = 1;                              // of both
};

struct Lettering {
  double x = 0, y = 0, size = 0; // y is where letters stand
  std::string_view colour;
  bool bold = true, middle = true; // middle: x is that of the text, otherwise of its beginning
};

class Painter {
public:
  virtual ~Painter() = default;
  virtual void begin(const Box& extent, std::string_view ground) = 0; // first: all that follows lies inside, on this colour
  virtual void rect(const Box& box, double radius, const Paint& paint) = 0;
  virtual void circle(double x, double y, double radius, const Paint& paint) = 0;
  virtual void path(std::string_view d, const Paint& paint) = 0; // as SVG writes it
  virtual void text(std::string_view text, const Lettering& how) = 0;
  // Until `close`, everything is scaled and then moved.
  virtual void open(double x, double y, double scale) = 0;
  virtual void open_turned() = 0; // by half a turn around (50, 50)
  virtual void close() = 0;
};

} // namespace zermelo
