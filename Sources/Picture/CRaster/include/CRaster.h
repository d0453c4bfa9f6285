#ifndef CRASTER_H
#define CRASTER_H

#include <stdint.h>

// The inner loops of the rasterizer: strips, discs and hulls, eight or sixteen pixels at a time. Swift prepares a shape
// (StripKernel, DiscKernel and HullKernel in Sources/Picture/Raster/Kernels); C draws it tile by tile.
//
// What Swift and C agree on:
// - A tile is 64 rows of 64 bytes of coverage, and then 64 words of 16 bits: the occupancy (`TileBytes` in Swift).
// - A pixel's index in its tile is 64 * row + column. Positions are measured from pixel center to pixel center: the
//   center of the tile's first pixel is (0, 0), x goes right and y goes down.
// - Coverage is computed in float for 0...255 and rounded to the nearest integer, ties to even.
// - Every operation on a float is rounded by itself (no fused multiply-add), so that all instruction sets give the same
//   bytes.

/// A straight line that bounds the columns of rows: in the row at distance dy, it lies at dx = constant + slope * dy.
struct raster_line {
  float constant, slope;
  /// -1: the shape lies right of the line. 0: it lies left of it.
  int32_t is_low;
};

/// A strip: the pixels between two edges beside an axis and between two lines across it. All positions (dx, dy) are in
/// pixels from the middle of the axis.
struct raster_strip {
  /// The distance from each edge times the length of the normal there, positive outside of the strip:
  ///
  ///     constant + x * dx + y * dy + bend * (dx * dx + dy * dy)   left, the side to which the normal points
  ///     constant + x * dx + y * dy - bend * (dx * dx + dy * dy)   right
  float left_constant, left_x, left_y;
  float right_constant, right_x, right_y;
  float bend;
  /// The normal of the edges at a position is (normal_x + curvature * dx, normal_y + curvature * dy).
  float normal_x, normal_y, curvature;
  /// A row meets the axis' tangent at its middle at dx = slope * dy. From there, columns from `ink_low` to `ink_high`
  /// may have ink, and those from `full_low` to `full_high` are fully covered; none is if full_high < full_low.
  float slope;
  float ink_low, ink_high;
  float full_low, full_high;
  /// The strip ends at these lines.
  struct raster_line start, end;
  /// Whether a pixel may touch both edges.
  int32_t is_thin;
};

/// The part of a disc between two lines. All positions are in pixels from its center.
struct raster_disc {
  float radius;
  struct raster_line first, second;
};

/// A linear function of a pixel's position: constant + x * column + y * row. All positions are in pixels from the center
/// of the tile's first pixel.
struct raster_plane {
  float constant, x, y;
};

/// A tangent of two discs.
struct raster_tangent {
  /// The distance from the tangent, positive outside of the hull.
  struct raster_plane distance;
  /// The distance along the tangent from where it touches the start disc; negated if the hull widens.
  struct raster_plane along;
  /// The constants of the coverage by the half plane behind the tangent: (a + b) / 2, (a - b) / 2, 1 / a and
  /// 1 / (2ab). Sources/Picture/Raster/Kernels/HalfPlane.swift derives the formula.
  float reach, core, per_core, per_corner;
};

/// The body of a hull: the pixels between the common tangents of two discs. At each disc it is bounded by two lines,
/// one across each tangent, which meet at the center. It therefore has the shape of a chevron, whose notch is at the
/// smaller disc.
struct raster_hull {
  struct raster_tangent upper, lower;
  /// The bounds of the smaller one of the two distances along the tangents.
  float least, most;
  /// Lines between which all ink lies. Along a row, the pixels are counted from the first two pairs.
  struct raster_line ink[6];
  /// Lines between which the notch lies, which has no ink; and lines between which all pixels are fully covered.
  struct raster_line notch[2], full[6];
};

/// The end of a thin line, as the hull of a disc at its end and another disc further back on its axis; or a dot.
struct raster_end {
  /// The center of the disc at the end, in pixels of the picture: the center of its first pixel is at 0.5.
  double x, y;
  /// The direction from the end back along the axis, of length 1; 0 for a dot.
  double axis_x, axis_y;
  /// The length of the axis in pixels; 0 for a dot.
  double length;
  double radius;
  /// Pixels whose center lies further back along the axis are not covered: the body of the line is drawn there.
  double reach;
};

/// Eight pixels in a row, some of which two shapes with different edges partly cover.
struct raster_meeting {
  /// The index of the first pixel in the tile.
  int32_t first_pixel;
  /// The new shape's coverage of such pixels, and 0 for the other pixels; the first pixel in the lowest byte.
  uint64_t coverage;
};

/// The width and height of a tile, and the most groups of eight pixels in which a shape is drawn in a tile. A row of a
/// hull may have nine, of which the last two are halves and overlap.
enum { RASTER_SIDE = 64, RASTER_GROUPS = RASTER_SIDE * 9 + 2 };

/// The largest number of meetings that drawing one shape in one tile can report.
enum { RASTER_MEETINGS = RASTER_GROUPS };

/// The most bytes after a tile's last pixel that a group of eight pixels extends to.
enum { RASTER_OVERHANG = 7 };

/// Which shapes own the pixels of a tile, for the union of what shapes cover.
struct raster_owners {
  /// For each of the tile's 4096 pixels with coverage, the number of the shape that owns it. RASTER_OVERHANG more bytes
  /// are read, and written back unchanged.
  uint8_t *shapes;
  /// Receives the pixels at which shapes meet, which the kernel leaves unchanged. Has room for RASTER_MEETINGS.
  struct raster_meeting *meetings;
  /// The number of meetings reported.
  int32_t count;
  /// The number of the shape that is drawn.
  uint8_t shape;
  /// Shapes meet in a pixel that both cover more than this.
  uint8_t least;
};

/// The index of the first byte of a tile's occupancy. Bit i of the occupancy of a row is set if any of the pixels
/// 4 * i ... 4 * i + 3 of that row may have ink.
#define RASTER_OCCUPANCY 4096

/// Draws a strip in rows of a tile: raises pixels to the strip's coverage where that is larger, and marks their groups
/// of four as occupied.
///
/// - x, y: The middle of the strip's axis.
/// - first_row, end_row: The rows that may change, from first_row up to end_row; 0...64.
/// - tile: The tile's 4096 bytes of coverage and 64 words of occupancy.
/// - owners: NULL if the larger coverage counts everywhere. Otherwise updated; pixels at which shapes meet are reported
///   and not changed.
void raster_join_strip(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners);

/// Draws a disc, whose center is at (x, y), in the same way.
void raster_join_disc(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners);

/// Draws the body of a hull in the same way.
void raster_join_hull(
  const struct raster_hull *hull, int32_t first_row, int32_t end_row, uint8_t *tile, struct raster_owners *owners);

/// Computes the area of the end of a thin line in pixels: along 16 lines in each, on which the covered part is one
/// interval. In double, rounded to 0...255, half up.
///
/// - column, row: The first pixel of the picture. There are eight columns and `rows` rows.
/// - coverage: Receives eight bytes for each row.
void raster_cover_end(const struct raster_end *end, int32_t column, int32_t row, int32_t rows, uint8_t *coverage);

/// A line with round ends, in pixels of the picture. No coordinate is beyond 10,000.
struct raster_segment {
  double ax, ay, bx, by, radius;
};

/// The most columns and rows of a picture with samples, and the number of bytes of coverage from a row to the next.
enum { RASTER_SAMPLED_SIDE = 64 };

/// The number of bytes from one row of samples to the next.
static inline int32_t raster_sampled_stride(int32_t columns) { return (columns + 15) / 16 * 16; }

/// Marks the samples that a line covers. Each pixel has 16 rows of eight samples, a bit for each, whose columns differ
/// from row to row.
///
/// - columns, rows: The size of the picture.
/// - samples: 16 rows of bytes for each row of pixels, a byte for each pixel; eight more bytes may be read and written
///   back.
void raster_sample_line(const struct raster_segment *line, int32_t columns, int32_t rows, uint8_t *samples);

/// Converts the samples of some rows to coverage, 0...255, rounded half up, and clears them.
void raster_resolve_samples(int32_t columns, int32_t rows, uint8_t *samples, uint8_t *coverage);

/// A side of a straight cone, the tangent of its discs: on lines from `low` to `high` it lies at x + (line - low) * slope
/// within `least` and `most`.
struct raster_side {
  float x, low, high, slope, least, most;
};

/// A straight round cone, in pixels from its start: `along` the lines of samples, and across them.
struct raster_cone {
  /// The end.
  float along, across;
  /// The squares of the radii.
  float start_square, end_square;
  struct raster_side sides[2];
  /// Whether lines of samples run along columns.
  int32_t has_columns;
};

/// A pixel's samples: 16 rows of 16 bits. The order of the rows makes the same bit of four rows, 0, 4, 8 and 12 for
/// example, neighbors in the pixel.
#define RASTER_SAMPLE_ROW(row) ((row) % 4 * 4 + (row) / 4)

/// Finds the samples of a cone in a row of a tile's pixels, or in a column.
///
/// - pixel, along: The cone's start along the row: its pixel, and where in it, 0 up to 1. Both round as in any other tile.
/// - across: The start from the row's first edge, across it.
/// - first, end: The pixels that may have samples, 0...64.
/// - samples: Receives 16 rows for each pixel.
/// Returns the first pixel, and how many there are in the high 16 bits. Some may have no sample.
int32_t raster_sample_cone(
  const struct raster_cone *cone, int32_t pixel, float along, float across, int32_t first, int32_t end,
  uint16_t *samples);

/// A side of the hull of a bar that sweeps, from a corner to the next.
struct raster_tip_side {
  float x, y, step_x, step_y;
  /// 1 / the square of its length; 0 for none.
  float per_square;
};

/// A tip that sweeps along a line. Positions (dx, dy) are in pixels from the center of the tip at the start.
struct raster_tip {
  /// For a bar, the hull of its two positions without its round ends, whose radius is end_radius.
  int32_t is_bar;
  struct raster_tip_side sides[4];
  /// For an ellipse, the way from a position to the space in which it is a disc and the line lies along x:
  ///
  ///     x = along_x * dx + along_y * dy     y = aside_x * dx + aside_y * dy
  float along_x, along_y, aside_x, aside_y;
  /// The direction of the line in that space, before it is turned; for a bar, on the page.
  float axis_x, axis_y;
  /// How much longer an ellipse is than wide, 1 or more.
  float squash;
  /// The length of the line there, and 1 / it, 0 for none; for a bar 1 / its square.
  float length, per_length;
  float start_radius, end_radius;
  /// Whether one of the ends contains the other; otherwise, the sine and the tangent of the angle between edge and line.
  int32_t is_inner;
  float sine, tangent;
  /// The ink, 0...1.
  float start_flow, flow_step;
  /// The ink across the tip is 1 - edge_second * u^2 - edge_fourth * u^4.
  float edge_second, edge_fourth;
  /// If positive, the level is the depth below the edge times this instead, up to 1.
  float per_depth;
  /// Whether coverage is how much color a wash has: the flow, as it is across the tip.
  int32_t has_pigment;
  /// The number of hairs in half of the tip; 0 for none. Lengths are in points of the log.
  float hairs, start_length, length_step, start_wetness, wetness_step;
  /// The direction in which the tip arrived at the start and how it narrowed; see `SweptTip` in Swift.
  float arrival_x, arrival_y, narrowing;
  int32_t is_first, is_last;
  /// Strips between which all ink lies: dx + slope * dy is between low and high.
  struct raster_tip_strip { float slope, low, high; } strips[2];
};

/// Draws a tip in rows and columns of a tile: raises coverage, and levels unless they are NULL.
void raster_join_tip(
  const struct raster_tip *tip, float x, float y, int32_t first_row, int32_t end_row, int32_t first_column,
  int32_t end_column, uint8_t *tile, uint8_t *levels);

/// An octave of grain: the position on its lattice at pixel (0, 0) and the steps from pixel to pixel, in cells with 16
/// fraction bits, modulo 2^16 cells.
struct raster_octave {
  uint32_t u, v, ux, uy, vx, vy;
  uint16_t seed;
  /// The factor of noise 0...65280 less 32640.
  float weight;
};

enum { RASTER_OCTAVES = 8 };

/// How the levels of ink show on paper.
struct raster_texture {
  struct raster_octave octaves[RASTER_OCTAVES];
  int32_t count;
  /// The octaves before this one are the grain; those from it on are the pigment of a wash.
  int32_t coarse_count;
  /// Ink appears where (level * (1 + softness) - 1/2 - grain) / softness is positive, and is whole from 1 on.
  float softness, per_softness;
  /// The share that the grain does not change; 1 for no grain.
  float base;
  /// For a wash, the depth in points at which the level is 1, and pixels per point; otherwise 0.
  float depth, scale;
  /// Whether coverage is how much color a wash has.
  int32_t has_pigment;
};

/// Computes the alphas of a tile from its coverage and levels.
///
/// - column, row: The tile's first pixel on the page, modulo 2^32.
/// - result: Receives alphas in place of coverage where the tile is occupied, and its occupancy.
void raster_develop(
  const struct raster_texture *texture, const uint8_t *tile, const uint8_t *levels, uint32_t column, uint32_t row,
  uint8_t *result);

/// Computes an octave of grain at 16 pixels of a row, 0...65280.
void raster_grain(const struct raster_octave *octave, uint32_t column, uint32_t row, uint16_t *noise);

/// Whether the first columns and rows of a tile, at least one of each, are fully covered.
_Bool raster_is_full(const uint8_t *tile, int32_t columns, int32_t rows);

/// Instruction sets, from the one that every processor has to the widest.
enum raster_instructions { RASTER_PLAIN, RASTER_AVX2, RASTER_AVX512 };

/// The widest instruction set that this processor supports. It supports all narrower ones, too.
enum raster_instructions raster_widest(void);

// The same with a given instruction set, which the processor must support; for tests.

void raster_join_strip_by(
  enum raster_instructions instructions, const struct raster_strip *strip, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners);

void raster_join_disc_by(
  enum raster_instructions instructions, const struct raster_disc *disc, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners);

void raster_join_hull_by(
  enum raster_instructions instructions, const struct raster_hull *hull, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners);

void raster_cover_end_by(
  enum raster_instructions instructions, const struct raster_end *end, int32_t column, int32_t row, int32_t rows,
  uint8_t *coverage);

void raster_sample_line_by(
  enum raster_instructions instructions, const struct raster_segment *line, int32_t columns, int32_t rows,
  uint8_t *samples);

int32_t raster_sample_cone_by(
  enum raster_instructions instructions, const struct raster_cone *cone, int32_t pixel, float along,
  float across, int32_t first, int32_t end, uint16_t *samples);

void raster_join_tip_by(
  enum raster_instructions instructions, const struct raster_tip *tip, float x, float y, int32_t first_row,
  int32_t end_row, int32_t first_column, int32_t end_column, uint8_t *tile, uint8_t *levels);

void raster_develop_by(
  enum raster_instructions instructions, const struct raster_texture *texture, const uint8_t *tile,
  const uint8_t *levels, uint32_t column, uint32_t row, uint8_t *result);

/// Starts to load the cache line at `address`, which is about to be read and written.
static inline void raster_prefetch(const uint8_t *address) { __builtin_prefetch(address, 1); }

#endif
