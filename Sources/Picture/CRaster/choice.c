// Chooses the kernels of the widest instruction set that the processor supports.

#include <string.h>

#include "kernels.h"

#if defined(__x86_64__)
#if defined(WIDEST)
// A test draws with the kernels of one instruction set.
static enum raster_instructions find_widest(void) { return WIDEST; }
#else
#if __has_include(<sys/platform/x86.h>) && !defined(OLD_C_LIBRARY)
// Asks the C library, which knows: on virtual machines, each CPUID instruction takes microseconds.
#include <sys/platform/x86.h>

static _Bool is_active(unsigned feature) {
  const unsigned bits = 8 * sizeof(unsigned), word = feature / bits % 4;
  return __x86_get_cpuid_feature_leaf(feature / (4 * bits))->active_array[word] >> feature % bits & 1;
}
#define SUPPORTS(feature, name) is_active(x86_cpu_##feature)
#else
#define SUPPORTS(feature, name) __builtin_cpu_supports(name)
#endif

static enum raster_instructions find_widest(void) {
  if (SUPPORTS(AVX512VL, "avx512vl") && SUPPORTS(AVX512BW, "avx512bw") && SUPPORTS(AVX512DQ, "avx512dq")) {
    return RASTER_AVX512;
  }
  return SUPPORTS(AVX2, "avx2") ? RASTER_AVX2 : RASTER_PLAIN;
}
#endif
#endif

enum raster_instructions raster_widest(void) {
#if defined(__x86_64__)
  // Threads that compute it at the same time store the same value.
  static int known = -1;
  int widest = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (widest < 0) {
    widest = find_widest();
    __atomic_store_n(&known, widest, __ATOMIC_RELAXED);
  }
  return widest;
#else
  return RASTER_PLAIN;
#endif
}

// Calls a kernel of an instruction set.
#if defined(__x86_64__)
#define CALL(instructions, kernel, ...) \
  do { \
    if (instructions == RASTER_AVX512) { \
      raster_##kernel##_avx512(__VA_ARGS__); \
    } else if (instructions == RASTER_AVX2) { \
      raster_##kernel##_avx2(__VA_ARGS__); \
    } else { \
      raster_##kernel##_plain(__VA_ARGS__); \
    } \
  } while (0)
#else
#define CALL(instructions, kernel, ...) raster_##kernel##_plain(__VA_ARGS__)
#endif

void raster_join_strip_by(
  enum raster_instructions instructions, const struct raster_strip *strip, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
  CALL(instructions, join_strip, strip, x, y, first_row, end_row, tile, owners);
}

void raster_join_disc_by(
  enum raster_instructions instructions, const struct raster_disc *disc, float x, float y, int32_t first_row,
  int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
  CALL(instructions, join_disc, disc, x, y, first_row, end_row, tile, owners);
}

void raster_join_hull_by(
  enum raster_instructions instructions, const struct raster_hull *hull, int32_t first_row, int32_t end_row,
  uint8_t *tile, struct raster_owners *owners) {
  CALL(instructions, join_hull, hull, first_row, end_row, tile, owners);
}

void raster_cover_end_by(
  enum raster_instructions instructions, const struct raster_end *end, int32_t column, int32_t row, int32_t rows,
  uint8_t *coverage) {
  CALL(instructions, cover_end, end, column, row, rows, coverage);
}

void raster_sample_line_by(
  enum raster_instructions instructions, const struct raster_segment *line, int32_t columns, int32_t rows,
  uint8_t *samples) {
  CALL(instructions, sample_line, line, columns, rows, samples);
}

int32_t raster_sample_cone_by(
  enum raster_instructions instructions, const struct raster_cone *cone, int32_t pixel, float along,
  float across, int32_t first, int32_t end, uint16_t *samples) {
#if defined(__x86_64__)
  if (instructions == RASTER_AVX512) return raster_sample_cone_avx512(cone, pixel, along, across, first, end, samples);
  if (instructions == RASTER_AVX2) return raster_sample_cone_avx2(cone, pixel, along, across, first, end, samples);
#endif
  return raster_sample_cone_plain(cone, pixel, along, across, first, end, samples);
}

void raster_join_tip_by(
  enum raster_instructions instructions, const struct raster_tip *tip, float x, float y, int32_t first_row,
  int32_t end_row, int32_t first_column, int32_t end_column, uint8_t *tile, uint8_t *levels) {
  CALL(instructions, join_tip, tip, x, y, first_row, end_row, first_column, end_column, tile, levels);
}

void raster_develop_by(
  enum raster_instructions instructions, const struct raster_texture *texture, const uint8_t *tile,
  const uint8_t *levels, uint32_t column, uint32_t row, uint8_t *result) {
  CALL(instructions, develop, texture, tile, levels, column, row, result);
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

void raster_join_hull(
  const struct raster_hull *hull, int32_t first_row, int32_t end_row, uint8_t *tile, struct raster_owners *owners) {
  raster_join_hull_by(raster_widest(), hull, first_row, end_row, tile, owners);
}

void raster_cover_end(const struct raster_end *end, int32_t column, int32_t row, int32_t rows, uint8_t *coverage) {
  raster_cover_end_by(raster_widest(), end, column, row, rows, coverage);
}

void raster_sample_line(const struct raster_segment *line, int32_t columns, int32_t rows, uint8_t *samples) {
  raster_sample_line_by(raster_widest(), line, columns, rows, samples);
}

int32_t raster_sample_cone(
  const struct raster_cone *cone, int32_t pixel, float along, float across, int32_t first, int32_t end,
  uint16_t *samples) {
  return raster_sample_cone_by(raster_widest(), cone, pixel, along, across, first, end, samples);
}

void raster_join_tip(
  const struct raster_tip *tip, float x, float y, int32_t first_row, int32_t end_row, int32_t first_column,
  int32_t end_column, uint8_t *tile, uint8_t *levels) {
  raster_join_tip_by(raster_widest(), tip, x, y, first_row, end_row, first_column, end_column, tile, levels);
}

void raster_develop(
  const struct raster_texture *texture, const uint8_t *tile, const uint8_t *levels, uint32_t column, uint32_t row,
  uint8_t *result) {
  raster_develop_by(raster_widest(), texture, tile, levels, column, row, result);
}

void raster_grain(const struct raster_octave *octave, uint32_t column, uint32_t row, uint16_t *noise) {
  CALL(raster_widest(), grain, octave, column, row, noise);
}

void raster_resolve_samples(int32_t columns, int32_t rows, uint8_t *samples, uint8_t *coverage) {
  CALL(raster_widest(), resolve_samples, columns, rows, samples, coverage);
}

_Bool raster_is_full(const uint8_t *tile, int32_t columns, int32_t rows) {
  // Each byte equals the one before it. Whole rows follow each other.
  const int32_t lines = columns == RASTER_SIDE ? 1 : rows;
  const size_t count = (size_t)columns * (size_t)(rows / lines);
  for (int32_t line = 0; line < lines; line++, tile += RASTER_SIDE) {
    if (tile[0] != 255 || memcmp(tile, tile + 1, count - 1) != 0) return 0;
  }
  return 1;
}
