// Samples round cones that are about as thin as a pixel, for one instruction set. Included with KERNEL defined, after
// sample_kernel.h, which has the rows of samples.

#include "CRaster.h"
#include "lanes.h"

#ifndef CRASTER_CONE_LINES
#define CRASTER_CONE_LINES
// The samples of a pixel: an element for each of its 16 lines.
typedef uint16_t pixel_lines __attribute__((ext_vector_type(16)));
#endif

/// The powers of two for 0...16, by way of the exponent of a float: not all processors shift each lane by its own
/// count.
INLINE sample_indices power(sample_indices exponent) {
  return __builtin_convertvector(__builtin_bit_cast(sample_rows, (exponent + 127) << 23), sample_indices);
}

/// The tangent's part of each line; `otherwise` for the lines that it does not cross.
INLINE sample_rows tangent_x(const struct raster_side *side, sample_rows y, float otherwise) {
  const sample_rows x = side->x + (y - side->low) * side->slope;
  const sample_rows limited = rightmost(leftmost(x, side->most), side->least);
  return (y >= side->low & y <= side->high) ? limited : (sample_rows)otherwise;
}

/// The first sample of a row, 16 to a pixel, after a place that is counted in samples from a pixel; 0...1024.
INLINE sample_indices first_sample(sample_rows place, int32_t pixel) {
  // More than where there is no sample.
  const float most = 0x1p24f;
  place = place > -most ? place < most ? place : most : -most;
  sample_indices index = __builtin_convertvector(place, sample_indices);
  // Conversion rounds toward zero.
  index += (__builtin_convertvector(index, sample_rows) <= place) & 1;
  index += pixel * 16;
  index = index > 0 ? index : 0;
  return index < 16 * RASTER_SIDE ? index : 16 * RASTER_SIDE;
}

// A cone is convex: each line of samples crosses it in one span, that of the discs at both ends and of the tangents.
int32_t KERNEL(sample_cone)(
  const struct raster_cone *cone, int32_t pixel, float along, float across, int32_t first, int32_t end,
  uint16_t *samples) {
  const sample_rows y = sample_y - across;
  const sample_rows a = half_span(y, cone->start_square), b = half_span(y - cone->across, cone->end_square);
  sample_rows from = leftmost(-a, cone->along - b), to = rightmost(a, cone->along + b);
  for (int i = 0; i < 2; i++) {
    from = leftmost(from, tangent_x(cone->sides + i, y, 1e6f));
    to = rightmost(to, tangent_x(cone->sides + i, y, -1e6f));
  }
  const sample_indices starts = first_sample((from + along) * 16 - sample_phase, pixel);
  const sample_indices ends = first_sample((to + along) * 16 - sample_phase, pixel);
  const int32_t lowest = __builtin_reduce_min(starts) / 16, highest = (__builtin_reduce_max(ends) + 15) / 16;
  first = lowest > first ? lowest : first;
  end = highest < end ? highest : end;
  int32_t count = 0;
  for (int32_t pixel = first; pixel < end; pixel++, count++, samples += 16) {
    sample_indices f = starts - pixel * 16, l = ends - pixel * 16;
    f = f > 0 ? f < 16 ? f : 16 : 0;
    l = l > 0 ? l < 16 ? l : 16 : 0;
    if (cone->has_columns) {
      const sample_bytes begin = __builtin_convertvector(f, sample_bytes);
      const sample_bytes stop = __builtin_convertvector(l, sample_bytes);
      typedef _Bool flags __attribute__((ext_vector_type(16)));
#pragma clang loop unroll(full)
      for (int row = 0; row < 16; row++) {
        const sample_bytes place = (uint8_t)row;
        const flags inside = __builtin_convertvector((begin <= place) & (stop > place), flags);
        samples[RASTER_SAMPLE_ROW(row)] = __builtin_bit_cast(uint16_t, inside);
      }
    } else {
      const pixel_lines span = __builtin_convertvector((power(l) - 1) & -power(f), pixel_lines);
      const pixel_lines stored =
        __builtin_shufflevector(span, span, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
      memcpy(samples, &stored, sizeof stored);
    }
  }
  return first | count << 16;
}
