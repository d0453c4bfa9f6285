#ifndef CRASTER_KERNELS_H
#define CRASTER_KERNELS_H

#include "CRaster.h"

// By AVX2, which the processor must have.

void raster_join_strip_avx2(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile);

void raster_join_disc_avx2(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile);

#endif
