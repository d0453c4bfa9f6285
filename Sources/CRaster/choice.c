#include "kernels.h"

_Bool raster_is_wide(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return 0;
#endif
}

void raster_join_strip(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile) {
#if defined(__x86_64__)
  if (raster_is_wide()) return raster_join_strip_avx2(strip, x, y, first_row, end_row, tile);
#endif
  raster_join_strip_plain(strip, x, y, first_row, end_row, tile);
}

void raster_join_disc(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row, uint8_t *tile) {
#if defined(__x86_64__)
  if (raster_is_wide()) return raster_join_disc_avx2(disc, x, y, first_row, end_row, tile);
#endif
  raster_join_disc_plain(disc, x, y, first_row, end_row, tile);
}
