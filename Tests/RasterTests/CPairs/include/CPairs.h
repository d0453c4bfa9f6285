#pragma once

#include "CRaster.h"

// The kernels that draw two groups of eight pixels at once, which CRaster has for AVX-512 alone, for other instruction sets:
// so that each machine can compare what both widths draw. The processor must support AVX2 for those of AVX2.

#define PAIRS_BY(instructions) \
  void pairs_join_strip_##instructions( \
    const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile, \
    struct raster_owners *owners); \
  void pairs_join_disc_##instructions( \
    const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile, \
    struct raster_owners *owners); \
  void pairs_join_hull_##instructions( \
    const struct raster_hull *hull, int32_t first_row, int32_t end_row, uint8_t *tile, struct raster_owners *owners); \
  void pairs_join_tip_##instructions( \
    const struct raster_tip *tip, float x, float y, int32_t first_row, int32_t end_row, int32_t first_column, \
    int32_t end_column, uint8_t *tile, uint8_t *levels);

PAIRS_BY(plain)
PAIRS_BY(avx2)
