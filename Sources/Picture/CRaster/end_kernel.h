// Draws the ends of thin lines, for one instruction set. Included with KERNEL defined.

#include "CRaster.h"
#include "lanes.h"

// Eight pixels in a row, or eight of the lines along which their areas are integrated.
typedef double places __attribute__((ext_vector_type(8)));
typedef int64_t truths __attribute__((ext_vector_type(8)));

/// The interval of each line that is covered; empty if it ends before it starts.
struct intervals {
  places start, end;
};

INLINE places lower(places a, places b) { return a < b ? a : b; }
INLINE places higher(places a, places b) { return a > b ? a : b; }

INLINE struct intervals nothing(void) { return (struct intervals){__builtin_inf(), -__builtin_inf()}; }

/// Intervals that overlap or adjoin, as one.
INLINE struct intervals joined(struct intervals a, struct intervals b) {
  return (struct intervals){lower(a.start, b.start), higher(a.end, b.end)};
}

INLINE struct intervals disc_intervals(double radius, places dy, double x, double y) {
  const places squared = radius * radius - (dy - y) * (dy - y);
  const truths is_cut = squared > 0;
  const places half = __builtin_elementwise_sqrt(is_cut ? squared : 0);
  const struct intervals none = nothing();
  return (struct intervals){is_cut ? x - half : none.start, is_cut ? x + half : none.end};
}

/// Limits intervals to the x for which slope * x + constant is between two bounds.
INLINE struct intervals limited(struct intervals a, double slope, places constant, double low, double high) {
  const struct intervals none = nothing();
  if (__builtin_fabs(slope) <= 1e-9) {
    const truths is_outside = (constant < low) | (constant > high);
    return (struct intervals){is_outside ? none.start : a.start, is_outside ? none.end : a.end};
  }
  const places p = (low - constant) / slope, q = (high - constant) / slope;
  return (struct intervals){higher(a.start, lower(p, q)), lower(a.end, higher(p, q))};
}

/// The part of each line between the two discs' centers and no further from the axis than the radius.
INLINE struct intervals body_intervals(const struct raster_end *end, places dy) {
  struct intervals all = {-__builtin_inf(), __builtin_inf()};
  all = limited(all, end->axis_x, end->axis_y * dy, 0, end->length);
  all = limited(all, -end->axis_y, end->axis_x * dy, -end->radius, end->radius);
  const struct intervals none = nothing();
  const truths is_empty = all.start >= all.end;
  return (struct intervals){is_empty ? none.start : all.start, is_empty ? none.end : all.end};
}

INLINE struct intervals line_intervals(const struct raster_end *end, places dy) {
  const struct intervals disc = disc_intervals(end->radius, dy, 0, 0);
  if (end->length <= 0) return disc;
  const struct intervals other =
    disc_intervals(end->radius, dy, end->axis_x * end->length, end->axis_y * end->length);
  return joined(joined(disc, other), body_intervals(end, dy));
}

void KERNEL(cover_end)(
  const struct raster_end *end, int32_t column, int32_t row, int32_t rows, uint8_t *coverage) {
  const places ascending = {0, 1, 2, 3, 4, 5, 6, 7};
  const places dx = column + ascending + 0.5 - end->x;
  const places left = dx - 0.5, right = dx + 0.5;
  for (int32_t i = 0; i < rows; i++) {
    const double dy = row + i + 0.5 - end->y;
    places area = 0;
    for (int half = 0; half < 2; half++) {
      const places middles = (half * 8 + ascending + 0.5) / 16;
      const struct intervals covered = line_intervals(end, dy - 0.5 + middles);
      for (int line = 0; line < 8; line++) {
        area += higher(lower(covered.end[line], right) - higher(covered.start[line], left), 0);
      }
    }
    // The line's body covers these pixels.
    const truths is_body = (dx * end->axis_x + dy * end->axis_y > end->reach) & -(int64_t)(end->length > 0);
    const places shade = lower(area * (255.0 / 16) + 0.5, 255);
    const truths whole = __builtin_convertvector(is_body ? 0 : shade, truths);
    for (int k = 0; k < 8; k++) coverage[8 * i + k] = (uint8_t)whole[k];
  }
}
