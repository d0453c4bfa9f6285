// The kernel of strips: JOIN_STRIP is the function's name. It is compiled once for each kind of processor, and gives
// the same bytes on all: each operation on a pixel is rounded by itself, and depends on nothing but the pixel's place.
//
// First it works out all rows, eight at a time, and lists which groups of eight pixels there are to draw; then it draws
// group after group. So it has few branches that no processor can foresee: rows are of one group or two as it happens.

#include <string.h>

#include "kernel.h"

#pragma STDC FP_CONTRACT OFF
// No function here is called from elsewhere with a vector.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float lanes __attribute__((ext_vector_type(8)));
typedef int32_t words __attribute__((ext_vector_type(8)));
typedef uint16_t notes __attribute__((ext_vector_type(8)));
typedef uint8_t bytes __attribute__((ext_vector_type(8)));

enum { side = 64 };

/// Where the columns of a tile are, and as many more as a group has.
static const float columns[side + 8] = {
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
  48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71};

#define INLINE static inline __attribute__((always_inline))

INLINE lanes at_least(lanes a, lanes b) { return a > b ? a : b; }
INLINE lanes at_most(lanes a, lanes b) { return a < b ? a : b; }
INLINE words bits(lanes a) { return __builtin_bit_cast(words, a); }
INLINE lanes magnitude(lanes a) { return __builtin_bit_cast(lanes, bits(a) & 0x7FFFFFFF); }
INLINE lanes with_sign(lanes a, lanes of) { return __builtin_bit_cast(lanes, bits(a) ^ (bits(of) & INT32_MIN)); }

/// What the rows of a tile have to know, and the groups to be drawn.
struct plan {
  /// The edges' distances at dx = 0, and the magnitude of the normal's y.
  float left[side], right[side], normal_y[side];
  /// Each the place of the first pixel, 64·row + column, and in units of 65,536 how many bits of the eight bytes are
  /// not to be drawn. The last two are written before it is known whether they are needed.
  int32_t groups[side * 8 + 2];
  int32_t count;
};

/// Lists the groups of a row from `first` up to `end`.
INLINE void list(struct plan *plan, int32_t row, int32_t first, int32_t end) {
  for (int32_t column = first; column < end; column += 8) {
    const int32_t spare = column + 8 > end ? column + 8 - end : 0;
    plan->groups[plan->count++] = row * side + column | spare << 19;
  }
}

INLINE void fill(uint8_t *from, int count) {
  for (int i = 0; i < count - 8; i += 8) memset(from + i, 255, 8);
  memset(from + count - 8, 255, 8);
}

INLINE _Bool any(words mask) {
  typedef _Bool flags __attribute__((ext_vector_type(8)));
  return __builtin_bit_cast(uint8_t, __builtin_convertvector(mask, flags)) != 0;
}

INLINE words first_column(lanes low) {
  return __builtin_convertvector(at_most(at_least(low, 0), side) + 0.9999f, words);
}

INLINE words end_column(lanes high) {
  return __builtin_convertvector(at_most(at_least(high, -1), side - 1) + 1.0f, words);
}

/// Works out up to eight rows from `first_row` on, lists their groups and notes where they may hold ink.
INLINE void prepare(
  const struct raster_strip *s, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct plan *plan) {
  const words steps = {0, 1, 2, 3, 4, 5, 6, 7};
  const int32_t top = first_row < side - 8 ? first_row : side - 8;
  const words row = top + steps;
  const lanes dy = __builtin_convertvector(row, lanes) - y;
  const lanes bend = dy * s->bend;
  const lanes left = (s->left_y + bend) * dy + s->left_constant;
  const lanes right = (s->right_y - bend) * dy + s->right_constant;
  const lanes normal_y = magnitude(dy * s->curvature + s->normal_y) + 1e-6f;
  memcpy(plan->left + top, &left, sizeof left);
  memcpy(plan->right + top, &right, sizeof right);
  memcpy(plan->normal_y + top, &normal_y, sizeof normal_y);

  const lanes axis = dy * s->slope + x;
  const lanes start = dy * s->start_slope + (x + s->start_constant);
  const lanes finish = dy * s->end_slope + (x + s->end_constant);
  const lanes none_low = -1, none_high = side;
  const words start_is_low = s->start_is_low, end_is_low = s->end_is_low;
  lanes low = at_least(start_is_low ? start : none_low, end_is_low ? finish : none_low);
  lanes high = at_most(start_is_low ? none_high : start, end_is_low ? none_high : finish);
  low = at_least(axis + s->ink_low, low);
  high = at_most(axis + s->ink_high, high);
  const words first = first_column(low);
  words end = end_column(high);
  const words outside = (row < first_row) | (row >= end_row) | (end <= first);
  end = outside ? first : end;

  const words one = 1;
  const words used = outside ? 0 : (one << ((end + 3) >> 2)) - (one << (first >> 2));
  notes all;
  memcpy(&all, tile + RASTER_NOTES + 2 * top, sizeof all);
  all |= __builtin_convertvector(used, notes);
  memcpy(tile + RASTER_NOTES + 2 * top, &all, sizeof all);

  const words width = end - first;
  if (s->full_high > s->full_low) {
    const words full_first = first_column(at_least(axis + s->full_low, low));
    const words full_end = end_column(at_most(axis + s->full_high, high));
    int32_t firsts[8], ends[8], full_firsts[8], full_ends[8];
    memcpy(firsts, &first, sizeof first);
    memcpy(ends, &end, sizeof end);
    memcpy(full_firsts, &full_first, sizeof full_first);
    memcpy(full_ends, &full_end, sizeof full_end);
    for (int i = 0; i < 8; i++) {
      const int32_t first = firsts[i], end = ends[i], full_first = full_firsts[i], full_end = full_ends[i];
      if (first < end && full_first + 8 <= full_end) {
        fill(tile + (top + i) * side + full_first, full_end - full_first);
        list(plan, top + i, first, full_first);
        list(plan, top + i, full_end, end);
      } else {
        list(plan, top + i, first, end);
      }
    }
  } else if (any(width > 16)) {
    int32_t firsts[8], ends[8];
    memcpy(firsts, &first, sizeof first);
    memcpy(ends, &end, sizeof end);
    for (int i = 0; i < 8; i++) list(plan, top + i, firsts[i], ends[i]);
  } else {
    const words eight = 8, none = 0;
    const words group = row * side + first;
    const words spare = width < 8 ? eight - width : none;
    const words next_spare = width < 16 ? eight + eight - width : none;
    int32_t groups[8], nexts[8], counts[8];
    const words a = group | spare << 19, b = (group + 8) | next_spare << 19, c = (width + 7) >> 3;
    memcpy(groups, &a, sizeof a);
    memcpy(nexts, &b, sizeof b);
    memcpy(counts, &c, sizeof c);
    int32_t *to = plan->groups + plan->count;
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; i++) {
      to[0] = groups[i];
      to[1] = nexts[i];
      to += counts[i];
    }
    plan->count = (int32_t)(to - plan->groups);
  }
}

/// What half planes leave of pixels is a half more or less this, over 2ab.
///
/// With the normal (nx, ny), a the larger and b the smaller of its magnitudes, the area falls with the distance in a
/// straight line up to (a − b)/2, the core, and from there up to (a + b)/2, the reach, by a parabola: the line plus the
/// square of what is beyond, over 2ab.
INLINE lanes half_plane(lanes distance, lanes b, lanes reach, lanes core) {
  const lanes far = at_most(magnitude(distance), reach);
  const lanes beyond = at_least(far - core, 0);
  return with_sign((far + far) * b - beyond * beyond, distance);
}

INLINE void join(const struct raster_strip *strip, float x, uint8_t *tile, const struct plan *plan, _Bool is_thin) {
  const struct raster_strip s = *strip;
  const int32_t count = plan->count;
  for (int32_t i = 0; i < count; i++) {
    const int32_t group = plan->groups[i];
    const int32_t place = group & 0xFFFF;
    const int32_t row = place >> 6;
    lanes column;
    memcpy(&column, columns + (place & 63), sizeof column);
    const lanes dx = column - x;
    const lanes nx = magnitude(dx * s.curvature + s.normal_x) + 1e-6f;
    const lanes ny = plan->normal_y[row];
    const lanes bend = dx * s.bend;
    const lanes left = (s.left_x + bend) * dx + plan->left[row];
    const lanes right = (s.right_x - bend) * dx + plan->right[row];
    const lanes b = at_most(nx, ny);
    const lanes reach = (nx + ny) * 0.5f;
    const lanes core = reach - b;
    // For a coverage of 0...255.
    const lanes divisor = nx * ny * (2 / 255.0f);
    lanes coverage;
    if (is_thin) {
      const lanes both = half_plane(left, b, reach, core) + half_plane(right, b, reach, core);
      coverage = at_least(-both / divisor, 0);
    } else {
      coverage = 127.5f - half_plane(at_least(left, right), b, reach, core) / divisor;
    }
    // Adding 2²³ leaves the rounded value in the lowest bits.
    bytes pixels = __builtin_convertvector(bits(coverage + 8388608.0f), bytes);
    const uint64_t kept = ~(uint64_t)0 >> (group >> 16);
    pixels &= __builtin_bit_cast(bytes, kept);
    bytes below;
    memcpy(&below, tile + place, 8);
    pixels = __builtin_elementwise_max(below, pixels);
    memcpy(tile + place, &pixels, 8);
  }
}

void JOIN_STRIP(
  const struct raster_strip *s, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile) {
  struct plan plan;
  plan.count = 0;
  for (; first_row < end_row; first_row += 8) prepare(s, x, y, first_row, end_row, tile, &plan);
  if (s->is_thin) {
    join(s, x, tile, &plan, 1);
  } else {
    join(s, x, tile, &plan, 0);
  }
}
