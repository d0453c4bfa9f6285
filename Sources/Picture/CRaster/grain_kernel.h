// The grain of paper, and how ink shows it. Compiled once per instruction set.
//
// An octave of grain is value noise: a lattice with a random byte at each point, and between the points smooth
// interpolation. All of it is in integers of 16 bits, of which a register holds many.

#include <string.h>

#include "CRaster.h"
#include "lanes.h"

typedef uint16_t grain_lanes __attribute__((ext_vector_type(16)));
typedef uint32_t grain_units __attribute__((ext_vector_type(16)));
typedef float grain_floats __attribute__((ext_vector_type(16)));
typedef int32_t grain_words __attribute__((ext_vector_type(16)));
typedef uint8_t grain_bytes __attribute__((ext_vector_type(16)));

INLINE grain_lanes grain_low(grain_units a) { return __builtin_convertvector(a, grain_lanes); }

/// The high 16 bits of products.
INLINE grain_lanes grain_high(grain_lanes a, grain_lanes b) {
  return __builtin_convertvector(
    __builtin_convertvector(a, grain_units) * __builtin_convertvector(b, grain_units) >> 16, grain_lanes);
}

INLINE grain_lanes grain_mixed(grain_lanes x) {
  x ^= x >> 8;
  x *= 0x88B5;
  x ^= x >> 7;
  x *= 0xDB2D;
  return x ^ x >> 9;
}

/// - turned: What keeps the columns of the lattice from being shifts of one sequence.
INLINE grain_lanes grain_byte(grain_lanes x, grain_lanes turned) {
  x ^= x >> 8;
  x *= 0x88B5;
  x ^= x >> 7 ^ turned;
  x *= 0xDB2D;
  return x >> 8;
}

/// The noise, 0...65280, at positions in cells of the lattice with 16 fraction bits.
INLINE grain_lanes grain_noise(grain_units u, grain_units v, uint16_t seed) {
  const grain_lanes x = grain_low(u >> 16), y = grain_low(v >> 16);
  const grain_lanes fx = grain_low(u >> 8) & 255, fy = grain_low(v >> 8) & 255;
  const grain_lanes sx = grain_high(fx * fx, 768 - 2 * fx), sy = grain_high(fy * fy, 768 - 2 * fy);
  const grain_lanes left = grain_mixed(x + seed), right = grain_mixed(x + (uint16_t)(seed + 1));
  const grain_lanes left_turned = left << 11 | left >> 5, right_turned = right << 11 | right >> 5;
  const grain_lanes a = grain_byte(left + y, left_turned), b = grain_byte(right + y, right_turned);
  const grain_lanes c = grain_byte(left + y + 1, left_turned), d = grain_byte(right + y + 1, right_turned);
  const grain_lanes top = (a * (256 - sx) + b * sx) >> 8, bottom = (c * (256 - sx) + d * sx) >> 8;
  return top * (256 - sy) + bottom * sy;
}

INLINE grain_floats grain_clamp(grain_floats a) {
  const grain_floats zero = 0, one = 1;
  a = a > zero ? a : zero;
  return a < one ? a : one;
}

/// The sum of octaves, 0 on average.
INLINE grain_floats grain_sum(
  const struct raster_texture *t, int32_t first, int32_t end, uint32_t column, uint32_t row) {
  const grain_units steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  grain_floats sum = 0;
  for (int32_t i = first; i < end; i++) {
    const struct raster_octave *o = &t->octaves[i];
    const grain_units u = steps * o->ux + (o->u + column * o->ux + row * o->uy);
    const grain_units v = steps * o->vx + (o->v + column * o->vx + row * o->vy);
    const grain_lanes noise = grain_noise(u, v, o->seed);
    const grain_words centered = __builtin_convertvector(noise, grain_words) - 32640;
    sum += __builtin_convertvector(centered, grain_floats) * o->weight;
  }
  return sum;
}

void KERNEL(develop)(
  const struct raster_texture *texture, const uint8_t *tile, const uint8_t *levels, uint32_t column, uint32_t row,
  uint8_t *result) {
  const struct raster_texture t = *texture;
  const int32_t broadest = t.coarse_count > 0 ? t.coarse_count - 1 : 0;
  memcpy(result + RASTER_OCCUPANCY, tile + RASTER_OCCUPANCY, 2 * RASTER_SIDE);
  for (int32_t y = 0; y < RASTER_SIDE; y++) {
    uint16_t occupied;
    memcpy(&occupied, tile + RASTER_OCCUPANCY + 2 * y, sizeof occupied);
    for (int32_t block = 0; block < 4; block++) {
      if (!(occupied >> (4 * block) & 15)) continue;
      const int32_t index = y * RASTER_SIDE + 16 * block;
      grain_bytes covered, inked;
      memcpy(&covered, tile + index, sizeof covered);
      memcpy(&inked, levels + index, sizeof inked);
      const grain_floats coverage = __builtin_convertvector(covered, grain_floats);
      const grain_floats level = __builtin_convertvector(inked, grain_floats) * (1 / 255.0f);
      const grain_floats most = grain_sum(&t, 0, broadest, column + 16 * block, row + y);
      const grain_floats broad = grain_sum(&t, broadest, t.coarse_count, column + 16 * block, row + y);
      const grain_floats sum = most + broad;
      grain_floats alpha;
      if (t.has_pigment) {
        // The broadest octave makes edges soft in some places, and dark in others.
        const grain_floats fine = grain_sum(&t, t.coarse_count, t.count, column + 16 * block, row + y);
        const grain_floats color = coverage * (1 / 255.0f);
        const grain_floats inside = level * t.depth - 1.3f * grain_clamp(0.5f + 1.3f * sum);
        const grain_floats hard = 1 / t.scale, soft = 2.4f * grain_clamp(3.85f * broad - 0.15f);
        const grain_floats edge = grain_clamp((inside + 0.5f * hard) / (soft > hard ? soft : hard));
        const grain_floats rim = 1 - grain_clamp(inside * (1 / 1.6f)), shore = 1 - grain_clamp(inside * (1 / 5.5f));
        const grain_floats dark = 0.1f + 1.7f * grain_clamp(0.53f - 2.57f * broad);
        const grain_floats tone = color * (1 + 0.55f * sum + 0.34f * fine)
          + (0.6f * rim * rim + 0.25f * shore * shore) * dark * (0.25f + 0.55f * color);
        alpha = edge * grain_clamp(tone) * grain_clamp(coverage) * 255;
      } else if (t.depth > 0) {
        // Inside an edge that wanders, in points.
        const grain_floats inside = level * t.depth - 1.1f * grain_clamp(0.5f + 1.2f * sum);
        const grain_floats edge = grain_clamp(inside * t.scale + 0.5f);
        const grain_floats beside = 1 - grain_clamp(inside * (1 / 2.6f));
        const grain_floats fine = grain_sum(&t, t.coarse_count, t.count, column + 16 * block, row + y);
        const grain_floats tone = 0.56f + 0.3f * sum + 0.42f * (beside * beside) + 0.22f * fine;
        alpha = edge * grain_clamp(tone) * grain_clamp(coverage * (2 / 255.0f)) * 255;
      } else {
        grain_floats shown = level;
        if (t.base < 1) {
          const grain_floats none = 0;
          shown = grain_clamp((level * (1 + t.softness) - 0.5f - sum) * t.per_softness);
          shown = level > none ? shown * (1 - t.base) + level * t.base : none;
        }
        alpha = coverage * shown;
      }
      const grain_bytes bytes = __builtin_convertvector(
        __builtin_bit_cast(grain_words, alpha + 8388608.0f), grain_bytes);
      memcpy(result + index, &bytes, sizeof bytes);
    }
  }
}

void KERNEL(grain)(const struct raster_octave *octave, uint32_t column, uint32_t row, uint16_t *noise) {
  const grain_units steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const grain_units u = steps * octave->ux + (octave->u + column * octave->ux + row * octave->uy);
  const grain_units v = steps * octave->vx + (octave->v + column * octave->vx + row * octave->vy);
  const grain_lanes result = grain_noise(u, v, octave->seed);
  memcpy(noise, &result, sizeof result);
}
