// Samples thin lines of small pictures, for one instruction set. Included with KERNEL defined.

#include "CRaster.h"
#include "lanes.h"

#ifndef CRASTER_SAMPLES
#define CRASTER_SAMPLES
typedef float samples16 __attribute__((ext_vector_type(16)));

// The samples of a pixel, from its center: the points of Hammersley for 64, of which no two share a row or a column.
// The second coordinates are the reversed binary digits of the first.
#define X(i) ((i + 0.5f) / 64 - 0.5f)
#define Y(i) \
  (((i & 1) * 32 + (i & 2) * 8 + (i & 4) * 2 + (i & 8) / 2 + (i & 16) / 8 + (i & 32) / 32 + 0.5f) / 64 - 0.5f)
#define SIXTEEN(f, i) \
  {f(i), f(i + 1), f(i + 2), f(i + 3), f(i + 4), f(i + 5), f(i + 6), f(i + 7), f(i + 8), f(i + 9), f(i + 10), \
   f(i + 11), f(i + 12), f(i + 13), f(i + 14), f(i + 15)}
typedef int32_t truths16 __attribute__((ext_vector_type(16)));
static const samples16 sample_x[4] = {SIXTEEN(X, 0), SIXTEEN(X, 16), SIXTEEN(X, 32), SIXTEEN(X, 48)};
static const samples16 sample_y[4] = {SIXTEEN(Y, 0), SIXTEEN(Y, 16), SIXTEEN(Y, 32), SIXTEEN(Y, 48)};
#undef X
#undef Y
#undef SIXTEEN
#endif

/// A bit for each element, the first one lowest.
INLINE uint64_t packed(truths16 mask) {
  typedef _Bool flags __attribute__((ext_vector_type(16)));
  return __builtin_bit_cast(uint16_t, __builtin_convertvector(mask, flags));
}

void KERNEL(sample_line)(const struct raster_segment *line, int32_t columns, int32_t rows, uint64_t *samples) {
  const double reach = line->radius + 0.5;
  const double left = line->ax < line->bx ? line->ax : line->bx, right = line->ax < line->bx ? line->bx : line->ax;
  const double top = line->ay < line->by ? line->ay : line->by, bottom = line->ay < line->by ? line->by : line->ay;
  // Pixels whose centers are within reach; truncation rounds numbers from 0 on down.
  const int32_t first_column = left > reach ? (int32_t)(left - reach) : 0;
  const int32_t first_row = top > reach ? (int32_t)(top - reach) : 0;
  const int32_t end_column = right + reach < columns ? (int32_t)(right + reach) + 1 : columns;
  const int32_t end_row = bottom + reach < rows ? (int32_t)(bottom + reach) + 1 : rows;
  const float dx = line->bx - line->ax, dy = line->by - line->ay;
  const float square = dx * dx + dy * dy;
  const float inverse = square > 0 ? 1 / square : 0;
  const float length = __builtin_elementwise_sqrt((lanes)square)[0];
  const float nx = length > 0 ? -dy / length : 0, ny = length > 0 ? dx / length : 0;
  // Where along the line the samples are, and how far from it, as differences from a pixel's center.
  samples16 along_of[4], across_of[4];
  for (int group = 0; group < 4; group++) {
    along_of[group] = (sample_x[group] * dx + sample_y[group] * dy) * inverse;
    across_of[group] = sample_x[group] * nx + sample_y[group] * ny;
  }
  // The samples of pixels whose centers are so far from the ends lie beside the line.
  const float margin = length > 0 ? 0.708f / length : 2;
  // Half the diagonal of a pixel, and a little more for rounding.
  const float radius = line->radius, near = radius - 0.708f, far = radius + 0.708f;
  const float whole = near > 0 ? near * near : -1;
  for (int32_t row = first_row; row < end_row; row++) {
    const float py = row + 0.5 - line->ay;
    for (int32_t column = first_column; column < end_column; column++) {
      uint64_t *pixel = samples + row * RASTER_SAMPLED_SIDE + column;
      const float px = column + 0.5 - line->ax;
      const float place = (px * dx + py * dy) * inverse;
      const float along = place > 0 ? place < 1 ? place : 1 : 0;
      const float qx = px - along * dx, qy = py - along * dy;
      const float distance = qx * qx + qy * qy;
      if (distance >= far * far) continue;
      if (distance <= whole) {
        *pixel = UINT64_MAX;
        continue;
      }
      uint64_t covered = 0;
      if (place >= margin && place <= 1 - margin) {
        const float across = px * nx + py * ny;
        for (int group = 0; group < 4; group++) {
          const samples16 c = across + across_of[group];
          covered |= packed(c * c <= radius * radius) << (16 * group);
        }
      } else {
        for (int group = 0; group < 4; group++) {
          samples16 t = place + along_of[group];
          t = t > 0 ? t : 0;
          t = t < 1 ? t : 1;
          const samples16 rx = px + sample_x[group] - t * dx, ry = py + sample_y[group] - t * dy;
          covered |= packed(rx * rx + ry * ry <= radius * radius) << (16 * group);
        }
      }
      *pixel |= covered;
    }
  }
}

void KERNEL(resolve_samples)(int32_t columns, int32_t rows, uint64_t *samples, uint8_t *coverage) {
  for (int32_t row = 0; row < rows; row++) {
    for (int32_t first = row * RASTER_SAMPLED_SIDE, end = first + columns; first < end; first += 8) {
      uint64_t all = 0;
      for (int32_t i = first; i < first + 8; i++) all |= samples[i];
      if (all == 0) {
        for (int32_t i = first; i < first + 8; i++) coverage[i] = 0;
        continue;
      }
      for (int32_t i = first; i < first + 8; i++) {
        coverage[i] = (__builtin_popcountll(samples[i]) * 255 + 32) / 64;
        samples[i] = 0;
      }
    }
  }
}
