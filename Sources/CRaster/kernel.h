#ifndef CRASTER_KERNEL_H
#define CRASTER_KERNEL_H

#include "strip.h"

/// `raster_join_strip` by AVX2, which the processor must have.
void raster_join_strip_avx2(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile);

#endif
