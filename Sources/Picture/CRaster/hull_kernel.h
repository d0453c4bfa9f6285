// The kernel of hulls, compiled once per instruction set. See HullKernel in Swift.
//
// A plane is evaluated at the first of four pixels in a row, and from there in steps. Which four pixels go together
// decides how its value is rounded: they are counted from the first column of a part of a row, and the last four of the
// tile stay together.

#include "rows.h"

/// The value of a plane in column 0 of eight rows.
INLINE lanes plane_rows(const struct raster_plane *plane, lanes row) { return plane->constant + plane->y * row; }

/// The values of a plane at the pixels of the groups that are drawn at once.
/// - rows: The plane's value in column 0 of each row.
/// - fours: The column of the first of the four pixels that each pixel belongs to.
/// - steps: How far each pixel's value is from that of the first of the four.
INLINE wide plane_values(
  const struct raster_plane *plane, const float *rows, const int32_t *group, wide fours, wide steps) {
  return of_rows(rows, group) + plane->x * fours + steps;
}

/// The multiples of a plane's step from each pixel to the next, from the first of each four pixels on.
INLINE wide plane_steps(const struct raster_plane *plane) {
#if GROUPS == 2
  const wide steps = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
#else
  const wide steps = {0, 1, 2, 3, 0, 1, 2, 3};
#endif
  return steps * plane->x;
}

/// The column of the first of the four pixels that each pixel of the groups belongs to.
INLINE wide four_columns(const int32_t *group) {
  const wide all = group_columns(group);
#if GROUPS == 2
  return __builtin_shufflevector(all, all, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
#else
  return __builtin_shufflevector(all, all, 0, 0, 0, 0, 4, 4, 4, 4);
#endif
}

/// The column nearest to `column`, 0...64. Adding 2^23 leaves the rounded value in the lowest bits.
INLINE words nearest_column(lanes column) {
  return bits(at_most(at_least(column, 0), side) + 8388608.0f) & 0x7F;
}

/// The columns between two bounds, 0...64.
struct span {
  words first, end;
};

/// The columns of rows that lie between their bounds, or no further than 0.03 pixels beyond.
INLINE struct span span_of(const struct rows *rows) {
  const struct span span = {nearest_column(rows->low + 0.47f), nearest_column(rows->high + 0.53f)};
  return span;
}

/// Lists the groups that cover columns `first` up to `end` of a row, in fours that are counted from `origin`. Where a
/// whole group no longer fits into the row, halves of groups are listed.
INLINE void list_fours(struct plan *plan, int32_t row, int32_t origin, int32_t first, int32_t end) {
  const int32_t last = side - 4;
  int32_t column = origin + ((first - origin) & ~3);
  for (; column < end && column <= last - 4; column += 8) {
    plan->groups[plan->count++] = row * side + column | (column + 8 > end ? column + 8 - end : 0) << 19;
  }
  for (; column < end; column += 4) {
    const int32_t four = column < last ? column : last;
    plan->groups[plan->count++] = row * side + four | (four + 4 > end ? four + 8 - end : 4) << 19;
  }
}

/// The same without the columns from `notch_first` up to `notch_end`.
INLINE void list_arms(
  struct plan *plan, int32_t row, int32_t origin, int32_t first, int32_t end, int32_t notch_first,
  int32_t notch_end) {
  if (notch_first + 8 > notch_end || notch_first >= end || notch_end <= first) {
    list_fours(plan, row, origin, first, end);
  } else {
    list_fours(plan, row, origin, first, notch_first);
    list_fours(plan, row, origin, notch_end, end);
  }
}

/// Plans the work in eight rows, and fills what is fully covered.
INLINE void plan_hull(
  const struct raster_hull *h, int32_t first_row, int32_t end_row, uint8_t *tile, struct plan *plan) {
  struct rows rows = rows_from(first_row);
  const lanes row = __builtin_convertvector(rows.row, lanes);
  const lanes upper = plane_rows(&h->upper.distance, row), upper_along = plane_rows(&h->upper.along, row);
  const lanes lower = plane_rows(&h->lower.distance, row), lower_along = plane_rows(&h->lower.along, row);
  memcpy(plan->a + rows.top, &upper, sizeof upper);
  memcpy(plan->b + rows.top, &lower, sizeof lower);
  memcpy(plan->c + rows.top, &upper_along, sizeof upper_along);
  memcpy(plan->d + rows.top, &lower_along, sizeof lower_along);

  rows.low = 0;
  rows.high = side;
  struct rows notch = rows;
  cut(&rows, row, 0, &h->ink[0], &h->ink[1]);
  cut(&rows, row, 0, &h->ink[2], &h->ink[3]);
  struct rows full = rows;
  const words origin = span_of(&rows).first;
  cut(&rows, row, 0, &h->ink[4], &h->ink[5]);
  struct span ink = span_of(&rows);
  ink.end = occupy(&rows, first_row, end_row, ink.first, ink.end, tile);
  if (!any(ink.end > ink.first)) return;

  cut(&notch, row, 0, &h->notch[0], &h->notch[1]);
  for (int i = 0; i < 6; i += 2) cut(&full, row, 0, &h->full[i], &h->full[i + 1]);
  const struct span spans[] = {ink, span_of(&notch), span_of(&full)};
  int32_t origins[8], bounds[6][8];
  memcpy(origins, &origin, sizeof origins);
  memcpy(bounds, spans, sizeof bounds);
  for (int i = 0; i < 8; i++) {
    const int32_t y = rows.top + i, first = bounds[0][i], end = bounds[1][i];
    const int32_t notch_first = bounds[2][i], notch_end = bounds[3][i];
    const int32_t full_first = bounds[4][i], full_end = bounds[5][i];
    if (first < end && full_first + 8 <= full_end) {
      fill(tile + y * side + full_first, full_end - full_first);
      list_arms(plan, y, origins[i], first, full_first, notch_first, notch_end);
      list_arms(plan, y, full_end, full_end, end, notch_first, notch_end);
    } else {
      list_arms(plan, y, origins[i], first, end, notch_first, notch_end);
    }
  }
}

/// The coverage 0...1 of pixels by the half plane behind a tangent. Like `half_plane`, with quotients instead of a
/// division for each pixel, since the direction of the edge is the same everywhere.
INLINE wide behind(const struct raster_tangent *tangent, wide distance) {
  const wide far = smaller(size(distance), tangent->reach);
  const wide beyond = larger(far - tangent->core, 0);
  return 0.5f - with_sign(far * tangent->per_core - beyond * beyond * tangent->per_corner, distance);
}

/// Draws the listed groups. The coverage between the tangents is the sum of those by both half planes, minus 1.
INLINE void draw_hull(
  const struct raster_hull *hull, uint8_t *tile, const struct plan *plan, struct raster_owners *owners) {
  const struct raster_hull h = *hull;
  const wide upper_steps = plane_steps(&h.upper.distance), upper_along_steps = plane_steps(&h.upper.along);
  const wide lower_steps = plane_steps(&h.lower.distance), lower_along_steps = plane_steps(&h.lower.along);
  const int32_t count = plan->count;
  for (int32_t i = 0; i < count; i += GROUPS) {
    const int32_t *group = plan->groups + i;
    if (are_full(tile, group)) continue;
    const wide fours = four_columns(group);
    const wide upper = plane_values(&h.upper.distance, plan->a, group, fours, upper_steps);
    const wide lower = plane_values(&h.lower.distance, plan->b, group, fours, lower_steps);
    const wide upper_along = plane_values(&h.upper.along, plan->c, group, fours, upper_along_steps);
    const wide lower_along = plane_values(&h.lower.along, plan->d, group, fours, lower_along_steps);
    const wide along = smaller(upper_along, lower_along);
    const wide coverage = larger(behind(&h.upper, upper) + behind(&h.lower, lower) - 1, 0) * 255;
    const wide_words outside = (along < h.least) | (along > h.most);
    join_groups(tile, group, outside ? 0 : coverage, owners);
  }
}

INLINE void join_hull(
  const struct raster_hull *hull, int32_t first_row, int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
  struct plan plan;
  plan.count = 0;
  for (; first_row < end_row; first_row += 8) plan_hull(hull, first_row, end_row, tile, &plan);
  complete(&plan);
  draw_hull(hull, tile, &plan, owners);
}

// The calls are inlined separately, so that drawing without owners has no branches for them.
void KERNEL(join_hull)(
  const struct raster_hull *hull, int32_t first_row, int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
  if (owners) {
    join_hull(hull, first_row, end_row, tile, owners);
  } else {
    join_hull(hull, first_row, end_row, tile, 0);
  }
}
