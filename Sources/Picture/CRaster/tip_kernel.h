// The kernel of tips that sweep along a line, compiled once per instruction set. See PixelTip in Swift.
//
// Both bytes of a pixel, coverage and level, take the larger value, so that no byte depends on the order of the tips.

#include "rows.h"

enum { tip_width = 8 * GROUPS };
typedef uint32_t tip_units __attribute__((ext_vector_type(8 * GROUPS)));

INLINE wide tip_clamp(wide value, float low, float high) {
  const wide lowest = low, highest = high;
  return smaller(larger(value, lowest), highest);
}

INLINE wide tip_root(wide value) { return __builtin_elementwise_sqrt(larger(value, (wide)0)); }

INLINE tip_units tip_first(tip_units x) {
  x ^= x >> 8;
  x = x * 0x88B5 & 0xFFFF;
  x ^= x >> 7;
  x = x * 0xDB2D & 0xFFFF;
  return x ^ x >> 9;
}

INLINE tip_units tip_last(tip_units x, tip_units turned) {
  x &= 0xFFFF;
  x ^= x >> 8;
  x = x * 0x88B5 & 0xFFFF;
  x ^= x >> 7 ^ turned;
  return (x * 0xDB2D & 0xFFFF) >> 8;
}

/// A position in cells with 16 fraction bits, rounded down.
INLINE tip_units tip_cells(wide position) {
  const wide scaled = tip_clamp(position, -32000, 32000) * 65536;
  const wide_words whole = __builtin_convertvector(scaled, wide_words);
  return (tip_units)(whole + (__builtin_convertvector(whole, wide) > scaled));
}

/// The noise of grain_kernel.h, 0...1, at a position in cells.
INLINE wide tip_noise(wide along, wide across, uint32_t seed) {
  const tip_units u = tip_cells(along), v = tip_cells(across);
  const tip_units x = u >> 16, y = v >> 16, fx = u >> 8 & 255, fy = v >> 8 & 255;
  const tip_units sx = fx * fx * (768 - 2 * fx) >> 16, sy = fy * fy * (768 - 2 * fy) >> 16;
  const tip_units left = tip_first((x + seed) & 0xFFFF), right = tip_first((x + seed + 1) & 0xFFFF);
  const tip_units left_turned = (left << 11 & 0xFFFF) | left >> 5;
  const tip_units right_turned = (right << 11 & 0xFFFF) | right >> 5;
  const tip_units a = tip_last(left + y, left_turned), b = tip_last(right + y, right_turned);
  const tip_units c = tip_last(left + y + 1, left_turned), d = tip_last(right + y + 1, right_turned);
  const tip_units top = (a * (256 - sx) + b * sx) >> 8, bottom = (c * (256 - sx) + d * sx) >> 8;
  const tip_units all = top * (256 - sy) + bottom * sy;
  return __builtin_convertvector((wide_words)all, wide) * (1 / 65280.0f);
}

/// Where a pixel lies in a tip that sweeps.
struct tip_place {
  /// The distance from the edge in pixels, negative inside, and the width of the ink there.
  wide distance, thickness;
  /// The position across the tip: 0 on its axis, 1 half a pixel beyond its edge.
  wide across;
  /// The part of the way along which the tip is nearest, 0...1.
  wide part;
};

/// Ellipses: a round cone in the space in which they are discs.
INLINE struct tip_place in_cone(const struct raster_tip *t, wide x, wide y, wide *foot, wide *from_axis, wide *radius) {
  wide tau;
  if (t->is_inner) {
    tau = t->start_radius > t->end_radius ? 0 : t->length;
    *radius = t->start_radius > t->end_radius ? t->start_radius : t->end_radius;
    *foot = x;
  } else {
    *foot = x - t->tangent * size(y);
    tau = tip_clamp(*foot, 0, t->length);
    *radius = t->start_radius - t->sine * tau;
  }
  const wide vx = x - tau;
  const wide far = tip_root(vx * vx + y * y);
  *from_axis = far;
  wide slope = 1;
  if (t->squash != 1) {
    const wide per = 1 / larger(far, (wide)1e-6f);
    const wide nx = (vx * t->axis_x - y * t->axis_y) * per, ny = (vx * t->axis_y + y * t->axis_x) * per;
    slope = far > 1e-5f ? tip_root(nx * nx + ny * ny * (t->squash * t->squash)) : (wide)t->squash;
  }
  const wide per = 1 / slope;
  return (struct tip_place){
    (far - *radius) * per, *radius * 2 * per, smaller(far / (*radius + 0.5f * slope), (wide)1), tau * t->per_length};
}

/// Bars: whether a pixel lies in the hull of the bar at both ends. The ends' radius is half a pixel or more, so these
/// pixels are covered.
INLINE wide_words in_hull(const struct raster_tip *t, wide dx, wide dy) {
  wide_words is_left = -1, is_right = -1, is_beside = 0;
  for (int i = 0; i < 4; i++) {
    const struct raster_tip_side *side = &t->sides[i];
    const wide cross = side->step_x * (dy - side->y) - side->step_y * (dx - side->x);
    is_left &= cross >= 0;
    is_right &= cross <= 0;
    is_beside |= cross != 0;
  }
  return (is_left | is_right) & is_beside;
}

/// Bars: the distance of a pixel from the edge of that hull, on either side.
INLINE wide from_hull(const struct raster_tip *t, wide dx, wide dy) {
  wide least = 1e30f;
  for (int i = 0; i < 4; i++) {
    const struct raster_tip_side *side = &t->sides[i];
    const wide wx = dx - side->x, wy = dy - side->y;
    const wide part = tip_clamp((wx * side->step_x + wy * side->step_y) * side->per_square, 0, 1);
    const wide ox = wx - part * side->step_x, oy = wy - part * side->step_y;
    least = smaller(least, ox * ox + oy * oy);
  }
  return tip_root(least);
}

/// How much ink hairs leave at a position along the stroke and across the tip, 0...1.
/// cell: the distance between two hairs, in pixels.
INLINE wide hair_ink(const struct raster_tip *t, wide along, wide across, wide cell, wide wetness) {
  const wide fine = tip_clamp(cell - 1, 0, 1), coarse = tip_clamp(cell * 2.4f - 1, 0, 1);
  const wide hair = across * t->hairs;
  wide noise = 0.5f + 0.5f * fine * (tip_noise(along * (1 / 17.6f), hair + 64, 5) - 0.5f)
    + 0.62f * coarse * (tip_noise(along * (1 / 44.0f), hair * (1 / 2.4f) + 64.5f, 6) - 0.5f);
  // The hairs at the rim run dry first.
  noise += 0.22f * (across * across - 0.4f);
  const wide lost = 0.25f * (1 - fine * fine) + 0.3844f * (1 - coarse * coarse);
  const wide ramp = tip_root(0.14f * 0.14f + 12 * 0.046f * lost);
  return tip_clamp((wetness * (1 + ramp) - noise) / ramp, 0, 1);
}

/// How much ink the hairs of a brush leave, 0...1. A tip draws streaks only where no other piece of the stroke is nearer,
/// so that they run on along the stroke.
INLINE wide streaks(
  const struct raster_tip *t, wide dx, wide dy, wide x, wide y, wide foot, wide far, wide radius, wide part) {
  const wide_words is_before = foot < 0, is_after = foot > t->length;
  const wide before = dx * t->arrival_x + dy * t->arrival_y
    - t->narrowing * size(dx * t->arrival_y - dy * t->arrival_x);
  wide_words is_elsewhere = 0;
  if (!t->is_first) is_elsewhere |= is_before & (before < 0);
  if (!t->is_last) is_elsewhere |= is_after;
  const wide wide_radius = larger(radius, (wide)0.5f);
  const wide_words is_end = (t->is_first ? is_before : (wide_words)0) | (t->is_last ? is_after : (wide_words)0);
  const wide across = (is_end ? y : with_sign(far, y)) / wide_radius;
  const wide beyond = is_end ? (is_before ? x : x - t->length) : (wide)0;
  const wide along = t->start_length + (part + beyond * t->per_length) * t->length_step;
  const wide wetness = t->start_wetness + part * t->wetness_step;
  wide ink = hair_ink(t, along, across, wide_radius / t->hairs, wetness);
  // Where the path turns back, the hairs of both sides sweep over the wedge.
  if (!t->is_first && t->arrival_x * t->along_x + t->arrival_y * t->along_y < 0) {
    const wide other = hair_ink(t, along, -across, wide_radius / t->hairs, wetness);
    ink = is_before ? larger(ink, other) : ink;
  }
  return is_elsewhere ? (wide)0 : ink;
}

/// How much ink there is at a place, 0...1.
INLINE wide across_tip(const struct raster_tip *t, struct tip_place place) {
  const wide square = place.across * place.across;
  return (t->start_flow + place.part * t->flow_step)
    * (1 - t->edge_second * square - t->edge_fourth * square * square);
}

/// The pixels that are fully covered.
INLINE wide_words covered(const uint8_t *address) {
  wide_bytes bytes;
  memcpy(&bytes, address, sizeof bytes);
  return __builtin_convertvector(bytes, wide_words) == 255;
}

INLINE _Bool all_wide(wide_words mask) { return !any_wide(~mask); }

INLINE void raise(uint8_t *address, wide value) {
  const wide_bytes pixels = __builtin_convertvector(wide_bits(value + 8388608.0f), wide_bytes);
  wide_bytes below;
  memcpy(&below, address, sizeof below);
  below = __builtin_elementwise_max(below, pixels);
  memcpy(address, &below, sizeof below);
}

INLINE void join_tip(
  const struct raster_tip *tip, float x, float y, int32_t first_row, int32_t end_row, int32_t first, int32_t end,
  uint8_t *tile, uint8_t *levels, _Bool is_bar, _Bool has_hairs) {
  const struct raster_tip t = *tip;
  for (int32_t row = first_row; row < end_row; row++) {
    const wide dy = (float)row - y;
    uint32_t used = 0;
    int32_t from = first, to = end;
    for (int i = 0; i < 2; i++) {
      const float middle = x - t.strips[i].slope * dy[0];
      const float low = middle + t.strips[i].low, high = middle + t.strips[i].high;
      if (low > from) from = low < side ? (int32_t)low : side;
      if (high < to - 1) to = high > -1 ? (int32_t)high + 1 : 0;
    }
    for (int32_t column = from & -tip_width; column < to; column += tip_width) {
      wide dx;
      memcpy(&dx, columns + column, sizeof dx);
      // Groups of eight pixels are drawn that have one of the columns, also where there are two groups at once.
      const wide_words is_outside =
        GROUPS == 1 ? (wide_words)0 : (dx < (float)(from & -8)) | (dx >= (float)((to + 7) & -8));
      // Most pixels of a tip are covered by the one before it.
      const wide_words is_done = is_outside | (levels ? (wide_words)0 : covered(tile + row * side + column));
      if (all_wide(is_done)) continue;
      dx -= x;
      struct tip_place place;
      wide along = 0, aside = 0, foot = 0, far = 0, radius = 0, inside, coverage;
      if (is_bar) {
        const wide_words is_within = in_hull(&t, dx, dy);
        coverage = 1;
        inside = 0;
        // A wash asks how deep covered pixels lie.
        if ((levels && t.per_depth > 0) || !all_wide(is_within | is_done)) {
          const wide far = from_hull(&t, dx, dy);
          inside = t.end_radius + (is_within ? far : -far);
          coverage = tip_clamp(inside + 0.5f, 0, 1);
        }
        place.part = tip_clamp((dx * t.axis_x + dy * t.axis_y) * t.per_length, 0, 1);
        place.across = 0;
      } else {
        along = t.along_x * dx + t.along_y * dy;
        aside = t.aside_x * dx + t.aside_y * dy;
        place = in_cone(&t, along, aside, &foot, &far, &radius);
        inside = -place.distance;
        coverage = tip_clamp(inside, -0.5f, 0.5f) - tip_clamp(inside - place.thickness, -0.5f, 0.5f);
      }
      if (levels && t.has_pigment) coverage = smaller(2 * coverage, (wide)1) * across_tip(&t, place);
      coverage *= 255;
      const wide_words is_inked = (coverage >= 0.5f) & ~is_outside;
      if (!any_wide(is_inked)) continue;
      used |= occupied_fours(is_inked & ~is_done) << (column >> 2);
      raise(tile + row * side + column, is_inked ? coverage : (wide)0);
      if (!levels) continue;
      wide level;
      if (t.per_depth > 0) {
        level = tip_clamp(inside * t.per_depth, 0, 1);
      } else {
        level = across_tip(&t, place);
      }
      if (has_hairs) level *= streaks(&t, dx, dy, along, aside, foot, far, radius, place.part);
      raise(levels + row * side + column, is_inked ? tip_clamp(level, 0, 1) * 255 : (wide)0);
    }
    if (used) {
      uint8_t *address = tile + RASTER_OCCUPANCY + 2 * row;
      uint16_t all;
      memcpy(&all, address, sizeof all);
      all |= (uint16_t)used;
      memcpy(address, &all, sizeof all);
    }
  }
}

void KERNEL(join_tip)(
  const struct raster_tip *tip, float x, float y, int32_t first_row, int32_t end_row, int32_t first_column,
  int32_t end_column, uint8_t *tile, uint8_t *levels) {
  if (tip->is_bar) {
    join_tip(tip, x, y, first_row, end_row, first_column, end_column, tile, levels, 1, 0);
  } else if (tip->hairs > 0 && levels) {
    join_tip(tip, x, y, first_row, end_row, first_column, end_column, tile, levels, 0, 1);
  } else {
    join_tip(tip, x, y, first_row, end_row, first_column, end_column, tile, levels, 0, 0);
  }
}
