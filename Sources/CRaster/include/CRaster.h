#ifndef CRASTER_H
#define CRASTER_H

#include <stdint.h>

/// A line that meets the row dy at dx = constant + slope·dy, and bounds its columns from below or from above.
struct raster_line {
  float constant, slope;
  /// -1 from below, 0 from above.
  int32_t is_low;
};

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
  struct raster_line start, end;
  /// Whether a pixel may lie on both edges.
  int32_t is_thin;
};

/// A disc, or the part of it within two lines. All places are in pixels from its centre.
struct raster_disc {
  float radius;
  struct raster_line first, second;
};

/// Eight pixels in a row, some of which a shape covers in part that another covers in part too.
struct raster_meeting {
  /// Of the first pixel in the tile, 64·row + column.
  int32_t place;
  /// What the shape covers of the pixels where they meet, 0 for the others; the first one's in the lowest byte.
  uint64_t coverage;
};

enum { RASTER_MEETINGS = 64 * 8 + 2 };

/// Whose the pixels of a tile are, so that what two shapes cover of one can be united.
struct raster_owners {
  /// For each of the tile's 4096 pixels that is covered, whose coverage it is.
  uint8_t *shapes;
  /// Where shapes meet: pixels that are left as they were. There is room for RASTER_MEETINGS.
  struct raster_meeting *meetings;
  int32_t count;
  /// The number of the shape that is joined.
  uint8_t shape;
};

/// Where a tile's notes begin, in bytes: behind 64 rows of 64 bytes of coverage.
#define RASTER_NOTES 4096

/// Joins a strip to rows of a tile: of each pixel the larger coverage counts, and the groups of four pixels that may
/// hold ink are noted, a bit each, 16 a row.
///
/// - x, y: The middle of the strip's axis, in pixels from the centre of the tile's first pixel.
/// - first_row, end_row: 0...64.
/// - tile: 4096 bytes of coverage, 64 notes.
/// - owners: NULL where the larger coverage counts everywhere.
void raster_join_strip(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners);

/// The same for a disc, whose centre is at x, y.
void raster_join_disc(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners);

/// The instructions that a processor may have, from what all have to the widest.
enum raster_instructions { RASTER_PLAIN, RASTER_AVX2, RASTER_AVX512 };

/// The widest that this processor has; those before it are there too.
enum raster_instructions raster_widest(void);

// The same by given instructions, which the processor must have.

void raster_join_strip_by(
  enum raster_instructions instructions, const struct raster_strip *strip, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners);

void raster_join_disc_by(
  enum raster_instructions instructions, const struct raster_disc *disc, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners);

/// Has the processor fetch what is about to be read and written from memory, while it goes on.
static inline void raster_prefetch(const uint8_t *place) { __builtin_prefetch(place, 1); }

#endif
