#ifndef CRASTER_ROWS_H
#define CRASTER_ROWS_H

#include <string.h>

#include "kernels.h"
#include "lanes.h"

enum { side = RASTER_SIDE };

/// The longest distance from a pixel's center at which an edge touches the pixel, sqrt(2) / 2; pixelReach in Swift.
#define PIXEL_REACH 0.7072f
/// Added to bounds of columns, in pixels: more than their rounding errors.
#define COLUMN_MARGIN 0.03f
/// Added to the components of normals, so that none is zero and no quotient overflows.
#define TINY 1e-6f

/// The columns of a tile as floats, and eight more for a group that begins in the last one.
static const float columns[side + 8] = {
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
  48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71};

/// The work of a kernel in one tile. The kernel first plans all rows, eight at a time, and lists the groups of eight
/// pixels that may have ink; then it draws group after group. Drawing row by row instead would mispredict many
/// branches: whether a row has one group or two follows no pattern.
struct plan {
  /// Values of each row that its groups need.
  float a[side], b[side], c[side], d[side];
  /// Each group: the index of its first pixel in the low 16 bits, and above them how many of the highest bits of its
  /// eight bytes are not drawn. The last two entries are written before it is known whether they are needed.
  int32_t groups[RASTER_GROUPS];
  int32_t count;
};

/// Eight rows, and the columns between which each may have ink and between which it is fully covered.
struct rows {
  int32_t top;
  words row;
  lanes low, high;
  lanes full_low, full_high;
};

/// The eight rows from `first_row` on, or the last eight of the tile.
INLINE struct rows rows_from(int32_t first_row) {
  const words steps = {0, 1, 2, 3, 4, 5, 6, 7};
  struct rows rows;
  rows.top = first_row < side - 8 ? first_row : side - 8;
  rows.row = rows.top + steps;
  return rows;
}

/// Keeps the columns between two lines.
INLINE void cut(
  struct rows *rows, lanes dy, float x, const struct raster_line *first, const struct raster_line *second) {
  const lanes a = dy * first->slope + (x + first->constant);
  const lanes b = dy * second->slope + (x + second->constant);
  const lanes lowest = -1, highest = side;
  const words a_is_low = first->is_low, b_is_low = second->is_low;
  rows->low = at_least(rows->low, at_least(a_is_low ? a : lowest, b_is_low ? b : lowest));
  rows->high = at_most(rows->high, at_most(a_is_low ? highest : a, b_is_low ? highest : b));
}

/// Lists the groups of eight pixels that cover columns `first` up to `end` of a row.
INLINE void list(struct plan *plan, int32_t row, int32_t first, int32_t end) {
  for (int32_t column = first; column < end; column += 8) {
    const int32_t spare = column + 8 > end ? column + 8 - end : 0;
    plan->groups[plan->count++] = row * side + column | spare << 19;
  }
}

/// Fully covers `count` pixels, at least eight.
INLINE void fill(uint8_t *from, int count) {
  for (int i = 0; i < count - 8; i += 8) memset(from + i, 255, 8);
  memset(from + count - 8, 255, 8);
}

/// The first column whose center lies at or right of `low`, 0...64.
INLINE words first_column(lanes low) {
  return __builtin_convertvector(at_most(at_least(low, 0), side) + 0.9999f, words);
}

/// The column after the last one whose center lies at or left of `high`, 0...64.
INLINE words end_column(lanes high) {
  return __builtin_convertvector(at_most(at_least(high, -1), side - 1) + 1.0f, words);
}

/// Marks columns `first` up to `end` of the rows from `first_row` up to `end_row` as occupied. Returns the columns'
/// ends; in all other rows, their beginnings.
INLINE words occupy(
  const struct rows *rows, int32_t first_row, int32_t end_row, words first, words end, uint8_t *tile) {
  const words outside = (rows->row < first_row) | (rows->row >= end_row) | (end <= first);
  end = outside ? first : end;
  const words one = 1;
  const words used = outside ? 0 : (one << ((end + 3) >> 2)) - (one << (first >> 2));
  uint8_t *address = tile + RASTER_OCCUPANCY + 2 * rows->top;
  occupancy all;
  memcpy(&all, address, sizeof all);
  all |= __builtin_convertvector(used, occupancy);
  memcpy(address, &all, sizeof all);
  return end;
}

/// Lists the groups of the rows from `first_row` up to `end_row` and marks them as occupied. If `fills`, fully covered
/// columns are filled at once, and only what is beside them is listed.
INLINE void list_rows(
  const struct rows *rows, int32_t first_row, int32_t end_row, _Bool fills, uint8_t *tile, struct plan *plan) {
  const int32_t top = rows->top;
  const words first = first_column(rows->low);
  const words end = occupy(rows, first_row, end_row, first, end_column(rows->high), tile);
  const words width = end - first;
  if (fills) {
    const words full_first = first_column(at_least(rows->full_low, rows->low));
    const words full_end = end_column(at_most(rows->full_high, rows->high));
    int32_t firsts[8], ends[8], full_firsts[8], full_ends[8];
    memcpy(firsts, &first, sizeof first);
    memcpy(ends, &end, sizeof end);
    memcpy(full_firsts, &full_first, sizeof full_first);
    memcpy(full_ends, &full_end, sizeof full_end);
    for (int i = 0; i < 8; i++) {
      if (firsts[i] < ends[i] && full_firsts[i] + 8 <= full_ends[i]) {
        fill(tile + (top + i) * side + full_firsts[i], full_ends[i] - full_firsts[i]);
        list(plan, top + i, firsts[i], full_firsts[i]);
        list(plan, top + i, full_ends[i], ends[i]);
      } else {
        list(plan, top + i, firsts[i], ends[i]);
      }
    }
  } else if (any(width > 16)) {
    int32_t firsts[8], ends[8];
    memcpy(firsts, &first, sizeof first);
    memcpy(ends, &end, sizeof end);
    for (int i = 0; i < 8; i++) list(plan, top + i, firsts[i], ends[i]);
  } else {
    const words eight = 8, none = 0;
    const words group = rows->row * side + first;
    const words spare = width < 8 ? eight - width : none;
    const words next_spare = width < 16 ? eight + eight - width : none;
    const words a = group | spare << 19, b = (group + 8) | next_spare << 19, c = (width + 7) >> 3;
    int32_t groups[8], nexts[8], counts[8];
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

/// Makes the number of groups a multiple of those drawn at once, by repeating the last one, which is drawn once.
INLINE void complete(struct plan *plan) {
  if (GROUPS == 2 && plan->count > 0) plan->groups[plan->count] = plan->groups[plan->count - 1];
}

/// The columns of a group's pixels.
INLINE lanes columns_of(int32_t group) {
  lanes result;
  memcpy(&result, columns + (group & 63), sizeof result);
  return result;
}

/// The columns of the pixels of the groups that are drawn at once, from `group` on.
INLINE wide group_columns(const int32_t *group) {
#if GROUPS == 2
  return __builtin_shufflevector(
    columns_of(group[0]), columns_of(group[1]), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  return columns_of(group[0]);
#endif
}

/// A value of each pixel's row, for the groups that are drawn at once.
INLINE wide of_rows(const float *values, const int32_t *group) {
  const lanes first = values[(group[0] & 0xFFFF) >> 6];
#if GROUPS == 2
  const lanes second = values[(group[1] & 0xFFFF) >> 6];
  return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  return first;
#endif
}

/// Whether all pixels of the groups that are drawn at once are fully covered already.
INLINE _Bool are_full(const uint8_t *tile, const int32_t *group) {
  uint64_t all[GROUPS];
  for (int i = 0; i < GROUPS; i++) memcpy(all + i, tile + (group[i] & 0xFFFF), sizeof all[i]);
  return (all[0] & all[GROUPS - 1]) == ~(uint64_t)0;
}

/// Prepares eight pixels for the union rule: reports the pixels that the new shape and another owner partly cover,
/// clears them in `pixels`, and updates the owners of the others, which take the larger coverage.
INLINE bytes unite_group(int32_t index, bytes below, bytes pixels, struct raster_owners *owners) {
  typedef int8_t flags __attribute__((ext_vector_type(8)));
  bytes known;
  memcpy(&known, owners->shapes + index, sizeof known);
  const bytes shape = owners->shape;
  const bytes smaller = __builtin_elementwise_min(below, pixels);
  if (__builtin_bit_cast(uint64_t, smaller) != 0) {
    const bytes full = 255, least = owners->least;
    const flags meet = (flags)(smaller > least) & (flags)(__builtin_elementwise_max(below, pixels) != full)
      & (flags)(known != shape);
    if (__builtin_bit_cast(uint64_t, meet) != 0) {
      struct raster_meeting *meeting = owners->meetings + owners->count++;
      const bytes met = pixels & (bytes)meet;
      meeting->first_pixel = index;
      meeting->coverage = __builtin_bit_cast(uint64_t, met);
      pixels &= ~(bytes)meet;
    }
  }
  known = pixels > below ? shape : known;
  memcpy(owners->shapes + index, &known, sizeof known);
  return pixels;
}

/// Raises the eight pixels of a group to a coverage where that is larger.
INLINE void join_group(uint8_t *tile, int32_t group, bytes pixels, struct raster_owners *owners) {
  uint8_t *address = tile + (group & 0xFFFF);
  const uint64_t kept = ~(uint64_t)0 >> (group >> 16);
  pixels &= __builtin_bit_cast(bytes, kept);
  bytes below;
  memcpy(&below, address, 8);
  if (owners) pixels = unite_group(group & 0xFFFF, below, pixels, owners);
  pixels = __builtin_elementwise_max(below, pixels);
  memcpy(address, &pixels, 8);
}

/// Raises the pixels of the groups that are drawn at once to a coverage of 0...255 where that is larger. With owners,
/// the pixels at which shapes meet are reported instead.
INLINE void join_groups(uint8_t *tile, const int32_t *group, wide coverage, struct raster_owners *owners) {
  // Adding 2^23 leaves the rounded value in the lowest bits of the float.
  const wide_bytes pixels = __builtin_convertvector(wide_bits(coverage + 8388608.0f), wide_bytes);
#if GROUPS == 2
  join_group(tile, group[0], pixels.lo, owners);
  // Drawn twice, it would report its meetings twice.
  if (!owners || group[1] != group[0]) join_group(tile, group[1], pixels.hi, owners);
#else
  join_group(tile, group[0], pixels, owners);
#endif
}

#endif
