#ifndef CRASTER_KERNELS_H
#define CRASTER_KERNELS_H

#include "CRaster.h"

// The kernels of each instruction set, one file per set: plain.c, avx2.c, avx512.c.

#define KERNELS_BY(instructions) \
  void raster_join_strip_##instructions( \
    const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile, \
    struct raster_owners *owners); \
  void raster_join_disc_##instructions( \
    const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile, \
    struct raster_owners *owners); \
  void raster_join_hull_##instructions( \
    const struct raster_hull *hull, int32_t first_row, int32_t end_row, uint8_t *tile, struct raster_owners *owners); \
  void raster_cover_end_##instructions( \
    const struct raster_end *end, int32_t column, int32_t row, int32_t rows, uint8_t *coverage); \
  void raster_sample_line_##instructions( \
    const struct raster_segment *line, int32_t columns, int32_t rows, uint8_t *samples); \
  int32_t raster_sample_cone_##instructions( \
    const struct raster_cone *cone, int32_t pixel, float along, float across, int32_t first, int32_t end, \
    uint16_t *samples); \
  void raster_join_tip_##instructions( \
    const struct raster_tip *tip, float x, float y, int32_t first_row, int32_t end_row, int32_t first_column, \
    int32_t end_column, uint8_t *tile, uint8_t *levels); \
  void raster_develop_##instructions( \
    const struct raster_texture *texture, const uint8_t *tile, const uint8_t *levels, uint32_t column, uint32_t row, \
    uint8_t *result); \
  void raster_grain_##instructions( \
    const struct raster_octave *octave, uint32_t column, uint32_t row, uint16_t *noise); \
  void raster_resolve_samples_##instructions( \
    int32_t columns, int32_t rows, uint8_t *samples, uint8_t *coverage);

KERNELS_BY(plain)
KERNELS_BY(avx2)
KERNELS_BY(avx512)

#endif
