// Samples thin lines of small pictures, for one instruction set. Included with KERNEL defined.

#include "CRaster.h"
#include "lanes.h"

#ifndef CRASTER_SAMPLES
#define CRASTER_SAMPLES
// One element for each of the 16 rows of samples of a row of pixels.
typedef float sample_rows __attribute__((ext_vector_type(16)));
typedef int32_t sample_indices __attribute__((ext_vector_type(16)));
// The samples of eight pixels.
typedef uint64_t sample_bits __attribute__((ext_vector_type(16)));
typedef uint8_t sample_bytes __attribute__((ext_vector_type(16)));

#define SIXTEEN(f) {f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)}
#define Y(i) ((i + 0.5f) / 16)
// Each row has its own offset in the pixel: its number with the binary digits reversed, which spreads them evenly.
#define PHASE(i) (((i & 1) * 8 + (i & 2) * 2 + (i & 4) / 2 + (i & 8) / 8 + 0.5f) / 16)
static const sample_rows sample_y = SIXTEEN(Y);
static const sample_rows sample_phase = SIXTEEN(PHASE);
#undef Y
#undef PHASE
#undef SIXTEEN
#endif

INLINE sample_rows leftmost(sample_rows a, sample_rows b) { return a < b ? a : b; }
INLINE sample_rows rightmost(sample_rows a, sample_rows b) { return a > b ? a : b; }
INLINE sample_rows within(sample_rows y, float height, sample_rows x, float otherwise) {
  return (y >= 0 & y <= height) ? x : (sample_rows)otherwise;
}
INLINE sample_rows half_span(sample_rows y, float square) {
  const sample_rows rest = square - y * y;
  // Far below 0 for rows beyond the disc, so that the chord has no sample.
  return rest >= 0 ? __builtin_elementwise_sqrt(rest > 0 ? rest : 0) : (sample_rows)-1e6f;
}

/// All bits from an index on, 0...64.
INLINE sample_bits from(sample_indices index) {
  const sample_bits shift = __builtin_convertvector(index, sample_bits);
  return shift < 64 ? ~(sample_bits)0 << (shift & 63) : 0;
}

// A row of samples crosses the line, which is convex, in one span: that of the discs at both ends and of the strip
// between them.
void KERNEL(sample_line)(const struct raster_segment *line, int32_t columns, int32_t rows, uint8_t *samples) {
  const _Bool falls = line->by >= line->ay;
  const double ax = falls ? line->ax : line->bx, ay = falls ? line->ay : line->by;
  const double bx = falls ? line->bx : line->ax, by = falls ? line->by : line->ay;
  const double left = (ax < bx ? ax : bx) - line->radius, right = (ax < bx ? bx : ax) + line->radius;
  const double top = ay - line->radius, bottom = by + line->radius;
  if (right < 0 || bottom < 0 || left >= columns || top >= rows) return;
  const int32_t first_column = left > 0 ? (int32_t)left : 0, first_row = top > 0 ? (int32_t)top : 0;
  const int32_t end_column = right < columns ? (int32_t)right + 1 : columns;
  const int32_t end_row = bottom < rows ? (int32_t)bottom + 1 : rows;

  // Columns are measured in samples from the first pixel, eight to a pixel; rows in pixels from the upper end.
  const float radius = line->radius, square = radius * radius;
  const float dx = bx - ax, dy = by - ay;
  const float length = __builtin_elementwise_sqrt((lanes)(dx * dx + dy * dy))[0];
  const float start = (ax - first_column) * 8, end = (bx - first_column) * 8;
  // From the axis to the right side of the strip.
  const float side_x = length > 0 ? dy / length * radius * 8 : 0, side_y = length > 0 ? -dx / length * radius : 0;
  const float slope = dy > 0 ? dx / dy * 8 : 0;
  const float count = (columns - first_column) * 8;
  const int32_t stride = raster_sampled_stride(columns);
  for (int32_t row = first_row; row < end_row; row++) {
    const float distance = row - ay;
    const sample_rows y = distance + sample_y;
    const sample_rows a = half_span(y, square) * 8, b = half_span(y - dy, square) * 8;
    const sample_rows to_left = y + side_y, to_right = y - side_y;
    sample_rows from_x = leftmost(start - a, end - b), to_x = rightmost(start + a, end + b);
    from_x = leftmost(within(to_left, dy, start - side_x + to_left * slope, 1e6f), from_x);
    to_x = rightmost(within(to_right, dy, start + side_x + to_right * slope, -1e6f), to_x);
    // The samples between them; truncation rounds numbers from 0 on down.
    from_x = from_x - sample_phase + 1;
    to_x = to_x - sample_phase + 1;
    from_x = from_x > 0 ? from_x < count ? from_x : count : 0;
    to_x = to_x > 0 ? to_x < count ? to_x : count : 0;
    const sample_indices first = __builtin_convertvector(from_x, sample_indices);
    const sample_indices last = __builtin_convertvector(to_x, sample_indices);
    uint8_t *row_samples = samples + row * 16 * stride;
    for (int32_t column = first_column; column < end_column; column += 8) {
      const int32_t before = (column - first_column) * 8;
      sample_indices f = first - before, l = last - before;
      f = f > 0 ? f < 64 ? f : 64 : 0;
      l = l > 0 ? l < 64 ? l : 64 : 0;
      const sample_bits spans = from(f) & ~from(l);
      uint64_t covered[16];
      memcpy(covered, &spans, sizeof covered);
      uint8_t *target = row_samples + column;
#pragma clang loop unroll(full)
      for (int i = 0; i < 16; i++, target += stride) {
        uint64_t bits;
        memcpy(&bits, target, 8);
        bits |= covered[i];
        memcpy(target, &bits, 8);
      }
    }
  }
}

void KERNEL(resolve_samples)(int32_t columns, int32_t rows, uint8_t *samples, uint8_t *coverage) {
  const int32_t stride = raster_sampled_stride(columns);
  for (int32_t row = 0; row < rows; row++) {
    for (int32_t column = 0; column < columns; column += 16) {
      uint8_t *start = samples + row * 16 * stride + column;
      sample_bytes sum = 0;
      for (int i = 0; i < 16; i++) {
        sample_bytes bits;
        memcpy(&bits, start + i * stride, 16);
        sum += __builtin_elementwise_popcount(bits);
        memset(start + i * stride, 0, 16);
      }
      // 255 / 128 of the sum, rounded half up; at the end, the subtraction wraps around to 255.
      const sample_bytes result = sum * 2 - (sample_bytes)(sum > 64 ? (sample_bytes)1 : (sample_bytes)0);
      memcpy(coverage + row * RASTER_SAMPLED_SIDE + column, &result, 16);
    }
  }
}
