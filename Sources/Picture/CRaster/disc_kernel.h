// The kernel of discs, compiled once per instruction set. See DiscKernel in Swift.

#include "rows.h"

/// Half the length of the chord that each row cuts out of a disc; -1 if the row misses it.
INLINE lanes half_chord(float radius, lanes dy) {
  const lanes squared = radius * radius - dy * dy;
  const lanes none = -1;
  return squared > 0 ? __builtin_elementwise_sqrt(at_least(squared, 0)) : none;
}

/// Lists the groups of eight rows that a disc may touch.
INLINE void plan_disc(
  const struct raster_disc *d, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct plan *plan) {
  struct rows rows = rows_from(first_row);
  const lanes dy = __builtin_convertvector(rows.row, lanes) - y;
  const lanes normal_y = magnitude(dy) + TINY;
  memcpy(plan->a + rows.top, &normal_y, sizeof normal_y);
  const lanes half = half_chord(d->radius + PIXEL_REACH, dy);
  rows.low = x - half - COLUMN_MARGIN;
  rows.high = x + half + COLUMN_MARGIN;
  cut(&rows, dy, x, &d->first, &d->second);
  // PIXEL_REACH and a margin of 0.05, rounded up.
  const float full = d->radius - 0.76f;
  const _Bool fills = full > 8;
  if (fills) {
    const lanes half = half_chord(full, dy);
    rows.full_low = x - half;
    rows.full_high = x + half;
  }
  list_rows(&rows, first_row, end_row, fills, tile, plan);
}

/// Draws the listed groups. For a pixel at the distance t from the disc's center, the normal times t is (dx, dy), so
/// that (t - radius) * t is the scaled distance from the near edge, and no vector has to be normalized. If the disc is
/// smaller than a pixel, what lies beyond its far edge is subtracted.
INLINE void draw_disc(float radius, float x, uint8_t *tile, const struct plan *plan, _Bool is_small,
  struct raster_owners *owners) {
  const int32_t count = plan->count;
  for (int32_t i = 0; i < count; i += GROUPS) {
    const int32_t *group = plan->groups + i;
    // At the center itself any direction will do; a tiny offset keeps the normal from being zero.
    const wide nx = size(group_columns(group) - x) + TINY;
    const wide ny = of_rows(plan->a, group);
    const wide distance = __builtin_elementwise_sqrt(nx * nx + ny * ny);
    const wide b = smaller(nx, ny);
    const wide reach = (nx + ny) * 0.5f;
    const wide core = reach - b;
    const wide divisor = nx * ny * (2 / 255.0f);
    const wide near = half_plane((distance - radius) * distance, b, reach, core);
    if (is_small) {
      const wide far = half_plane((distance + radius) * distance, b, reach, core);
      join_groups(tile, group, larger((far - near) / divisor, 0), owners);
    } else {
      join_groups(tile, group, 127.5f - near / divisor, owners);
    }
  }
}

INLINE void join_disc(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct raster_owners *owners) {
  struct plan plan;
  plan.count = 0;
  for (; first_row < end_row; first_row += 8) plan_disc(disc, x, y, first_row, end_row, tile, &plan);
  complete(&plan);
  if (disc->radius < PIXEL_REACH) {
    draw_disc(disc->radius, x, tile, &plan, 1, owners);
  } else {
    draw_disc(disc->radius, x, tile, &plan, 0, owners);
  }
}

// The calls are inlined separately, so that drawing without owners has no branches for them.
void KERNEL(join_disc)(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile,
  struct raster_owners *owners) {
  if (owners) {
    join_disc(disc, x, y, first_row, end_row, tile, owners);
  } else {
    join_disc(disc, x, y, first_row, end_row, tile, 0);
  }
}
