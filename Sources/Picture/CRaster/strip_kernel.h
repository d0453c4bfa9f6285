// The kernel of strips, compiled once per instruction set. See StripKernel in Swift.

#include "rows.h"

/// Computes the terms of eight rows that do not depend on the column, and lists the groups that the strip may touch.
INLINE void plan_strip(
  const struct raster_strip *s, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct plan *plan) {
  struct rows rows = rows_from(first_row);
  const lanes dy = __builtin_convertvector(rows.row, lanes) - y;
  const lanes bend = dy * s->bend;
  const lanes left = (s->left_y + bend) * dy + s->left_constant;
  const lanes right = (s->right_y - bend) * dy + s->right_constant;
  const lanes normal_y = magnitude(dy * s->curvature + s->normal_y) + TINY;
  memcpy(plan->a + rows.top, &left, sizeof left);
  memcpy(plan->b + rows.top, &right, sizeof right);
  memcpy(plan->c + rows.top, &normal_y, sizeof normal_y);

  const lanes axis = dy * s->slope + x;
  rows.low = axis + s->ink_low;
  rows.high = axis + s->ink_high;
  cut(&rows, dy, x, &s->start, &s->end);
  rows.full_low = axis + s->full_low;
  rows.full_high = axis + s->full_high;
  list_rows(&rows, first_row, end_row, s->full_high > s->full_low, tile, plan);
}

/// Draws the listed groups. A pixel of a wide strip touches at most the nearer edge. The coverage of a thin strip is
/// the sum of those by both half planes, minus 1.
INLINE void draw_strip(
  const struct raster_strip *strip, float x, uint8_t *tile, const struct plan *plan, _Bool is_thin,
  struct raster_owners *owners) {
  const struct raster_strip s = *strip;
  const int32_t count = plan->count;
  for (int32_t i = 0; i < count; i += GROUPS) {
    const int32_t *group = plan->groups + i;
    const wide dx = group_columns(group) - x;
    const wide nx = size(dx * s.curvature + s.normal_x) + TINY;
    const wide ny = of_rows(plan->c, group);
    const wide bend = dx * s.bend;
    const wide left = (s.left_x + bend) * dx + of_rows(plan->a, group);
    const wide right = (s.right_x - bend) * dx + of_rows(plan->b, group);
    const wide b = smaller(nx, ny);
    const wide reach = (nx + ny) * 0.5f;
    const wide core = reach - b;
    // Scales the coverage to 0...255.
    const wide divisor = nx * ny * (2 / 255.0f);
    if (is_thin) {
      const wide both = half_plane(left, b, reach, core) + half_plane(right, b, reach, core);
      join_groups(tile, group, larger(-both / divisor, 0), owners);
    } else {
      join_groups(tile, group, 127.5f - half_plane(larger(left, right), b, reach, core) / divisor, owners);
    }
  }
}

INLINE void join_strip(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct raster_owners *owners) {
  struct plan plan;
  plan.count = 0;
  for (; first_row < end_row; first_row += 8) plan_strip(strip, x, y, first_row, end_row, tile, &plan);
  complete(&plan);
  if (strip->is_thin) {
    draw_strip(strip, x, tile, &plan, 1, owners);
  } else {
    draw_strip(strip, x, tile, &plan, 0, owners);
  }
}

// The calls are inlined separately, so that drawing without owners has no branches for them.
void KERNEL(join_strip)(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct raster_owners *owners) {
  if (owners) {
    join_strip(strip, x, y, first_row, end_row, tile, owners);
  } else {
    join_strip(strip, x, y, first_row, end_row, tile, 0);
  }
}
