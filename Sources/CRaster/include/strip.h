#ifndef CRASTER_STRIP_H
#define CRASTER_STRIP_H

#include <stdint.h>

/// A strip: the pixels between two edges beside an axis and between two lines across it. All places are in pixels from
/// the middle of the axis, (dx, dy).
struct raster_strip {
  /// How far each edge is, times the length of the normal there, positive outside:
  /// constant + x·dx + y·dy ± bend·(dx² + dy²), with + for the left edge, the one to which the normal points.
  float left_constant, left_x, left_y;
  float right_constant, right_x, right_y;
  float bend;
  /// The normal of the edges at a place is (normal_x + curvature·dx, normal_y + curvature·dy).
  float normal_x, normal_y, curvature;
  /// Where a row meets the axis' tangent in the middle: dx = slope·dy. The columns with ink, and those that are full,
  /// lie from there plus `low` to there plus `high`; none is full where high is less than low.
  float slope;
  float ink_low, ink_high;
  float full_low, full_high;
  /// Where a row meets the lines across the axis: dx = constant + slope·dy. A line bounds the row's columns from below
  /// or from above.
  float start_constant, start_slope;
  float end_constant, end_slope;
  int32_t start_is_low, end_is_low;
  /// Whether a pixel may lie on both edges.
  int32_t is_thin;
};

/// Where a tile's notes begin, in bytes: behind 64 rows of 64 bytes of coverage.
#define RASTER_NOTES 4096

/// Joins a strip to rows of a tile: of each pixel the larger coverage counts, and the groups of four pixels that may
/// hold ink are noted, a bit each, 16 a row.
///
/// - tile: 4096 bytes of coverage, 64 notes.
/// - x, y: The middle of the strip's axis, in pixels from the centre of the tile's first pixel.
/// - first_row, end_row: 0...64.
void raster_join_strip(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile);

/// The same by the instructions that every processor has.
void raster_join_strip_plain(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile);

/// Whether this processor has wider instructions, and `raster_join_strip` uses them.
_Bool raster_is_wide(void);

#endif
