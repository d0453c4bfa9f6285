// cairo LOG whole|segments OUT.png draws a workload; cairo LOG whole|segments prints the seconds that drawing takes.
#include "workload.hpp"

#include <cairo.h>

static void draw(cairo_t *cairo, const Workload &workload, bool bySegment) {
  for (const auto &stroke : workload.strokes) {
    for (size_t i = 0; i < stroke.size(); i++) {
      if (i > 0) cairo_line_to(cairo, stroke[i].x, stroke[i].y);
      if (i > 0 && bySegment) cairo_stroke(cairo);
      if (i == 0 || bySegment) cairo_move_to(cairo, stroke[i].x, stroke[i].y);
    }
    cairo_stroke(cairo);
  }
}

int main(int count, char **words) {
  Workload drawn = workload(words[1]);
  bool bySegment = words[2] == std::string("segments");
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, drawn.width, drawn.height);
  cairo_t *cairo = cairo_create(surface);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_set_source_rgb(cairo, 0, 0, 0);
  cairo_set_line_width(cairo, 8);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  auto work = [&] {
    draw(cairo, drawn, bySegment);
    cairo_surface_flush(surface);
  };
  if (count > 3) {
    work();
    return cairo_surface_write_to_png(surface, words[3]);
  }
  time(work);
}
