// Chooses the kernels of the widest instruction set that the processor supports.

#include <string.h>

#include "kernels.h"

enum raster_instructions raster_widest(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")) {
    return RASTER_AVX512;
  }
  if (__builtin_cpu_supports("avx2")) return RASTER_AVX2;
#endif
  return RASTER_PLAIN;
}

void raster_join_strip_by(
  enum raster_instructions instructions, const struct raster_strip *strip, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
#if defined(__x86_64__)
  if (instructions == RASTER_AVX512) return raster_join_strip_avx512(strip, x, y, first_row, end_row, tile, owners);
  if (instructions == RASTER_AVX2) return raster_join_strip_avx2(strip, x, y, first_row, end_row, tile, owners);
#endif
  raster_join_strip_plain(strip, x, y, first_row, end_row, tile, owners);
}

void raster_join_disc_by(
  enum raster_instructions instructions, const struct raster_disc *disc, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
#if defined(__x86_64__)
  if (instructions == RASTER_AVX512) return raster_join_disc_avx512(disc, x, y, first_row, end_row, tile, owners);
  if (instructions == RASTER_AVX2) return raster_join_disc_avx2(disc, x, y, first_row, end_row, tile, owners);
#endif
  raster_join_disc_plain(disc, x, y, first_row, end_row, tile, owners);
}

void raster_join_strip(
  const struct raster_strip *strip, float x, float y, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners) {
  raster_join_strip_by(raster_widest(), strip, x, y, first_row, end_row, tile, owners);
}

void raster_join_disc(
  const struct raster_disc *disc, float x, float y, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners) {
  raster_join_disc_by(raster_widest(), disc, x, y, first_row, end_row, tile, owners);
}

_Bool raster_is_full(const uint8_t *tile) {
  // Each byte equals the one before it.
  return tile[0] == 255 && memcmp(tile, tile + 1, RASTER_OCCUPANCY - 1) == 0;
}
