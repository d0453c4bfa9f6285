// agg LOG whole|segments OUT.png draws a workload; agg LOG whole|segments prints the seconds that drawing takes.
#include "png.hpp"
#include "workload.hpp"

#include <agg2/agg_conv_stroke.h>
#include <agg2/agg_path_storage.h>
#include <agg2/agg_pixfmt_rgb.h>
#include <agg2/agg_rasterizer_scanline_aa.h>
#include <agg2/agg_renderer_base.h>
#include <agg2/agg_renderer_scanline.h>
#include <agg2/agg_rendering_buffer.h>
#include <agg2/agg_scanline_u.h>

using Pixels = agg::pixfmt_rgb24;
using Base = agg::renderer_base<Pixels>;

class Pen {
  agg::renderer_scanline_aa_solid<Base> renderer;
  agg::rasterizer_scanline_aa<> rasterizer;
  agg::scanline_u8 scanline;
  agg::path_storage path;
  agg::conv_stroke<agg::path_storage> outline{path};

public:
  explicit Pen(Base &base) : renderer(base) {
    renderer.color(agg::rgba8(0, 0, 0));
    outline.width(8);
    outline.line_cap(agg::round_cap);
    outline.line_join(agg::round_join);
  }

  void draw(const Point *points, size_t count) {
    path.remove_all();
    path.move_to(points[0].x, points[0].y);
    for (size_t i = 1; i < count; i++) path.line_to(points[i].x, points[i].y);
    rasterizer.reset();
    rasterizer.add_path(outline);
    agg::render_scanlines(rasterizer, scanline, renderer);
  }
};

int main(int count, char **words) {
  Workload drawn = workload(words[1]);
  bool bySegment = words[2] == std::string("segments");
  Image image{png_uint_32(drawn.width), png_uint_32(drawn.height), 8, PNG_COLOR_TYPE_RGB, drawn.width * size_t(3), {}, {}};
  image.pixels.assign(image.stride * image.height, 255);
  agg::rendering_buffer buffer(image.pixels.data(), image.width, image.height, image.stride);
  Pixels pixels(buffer);
  Base base(pixels);
  Pen pen(base);
  auto work = [&] {
    for (const auto &stroke : drawn.strokes) {
      if (bySegment) {
        for (size_t i = 1; i < stroke.size(); i++) pen.draw(&stroke[i - 1], 2);
      } else {
        pen.draw(stroke.data(), stroke.size());
      }
    }
  };
  if (count > 3) {
    work();
    write(image, words[3]);
  } else {
    time(work);
  }
}
