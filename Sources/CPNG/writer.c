#include "CPNG.h"
#include "failure.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct cpng_writer {
  struct cpng_failure failure;
  png_structp png;
  png_infop info;
  cpng_write_callback callback;
  void *context;
  int has_rows;
};

const char *cpng_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *cpng_zlib_version(void) { return zlibVersion(); }

static void pass_on(png_structp png, png_bytep bytes, size_t count) {
  struct cpng_writer *writer = png_get_io_ptr(png);
  if (writer->callback(writer->context, bytes, count) != 0) png_error(png, "writing was refused");
}

static void flush_nothing(png_structp png) { (void)png; }

cpng_writer *cpng_writer_create(cpng_write_callback callback, void *context) {
  struct cpng_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->callback = callback;
  writer->context = context;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure, cpng_fail, cpng_ignore_warning);
  writer->info = writer->png == NULL ? NULL : png_create_info_struct(writer->png);
  if (writer->info == NULL) {
    cpng_writer_destroy(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, pass_on, flush_nothing);
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Palette indices come from a table; checking all rows for invalid ones takes time.
  png_set_check_for_invalid_index(writer->png, 0);
  return writer;
}

void cpng_writer_destroy(cpng_writer *writer) {
  png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

const char *cpng_writer_set_header(
    cpng_writer *writer, uint32_t width, uint32_t height, int bit_depth, int color_type) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_set_IHDR(
      writer->png, writer->info, width, height, bit_depth, color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
      PNG_FILTER_TYPE_BASE);
  png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  return NULL;
}

const char *cpng_writer_set_compression(cpng_writer *writer, int level, int adaptive_filters) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_set_compression_level(writer->png, level);
  png_set_compression_strategy(writer->png, Z_DEFAULT_STRATEGY);
  png_set_compression_buffer_size(writer->png, 1 << 16);
  png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, adaptive_filters ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  return NULL;
}

const char *cpng_writer_set_palette(
    cpng_writer *writer, const uint8_t *rgb, int count, const uint8_t *alpha, int alpha_count) {
  png_color colors[PNG_MAX_PALETTE_LENGTH];
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  if (count < 1 || count > PNG_MAX_PALETTE_LENGTH) png_error(writer->png, "Invalid palette length");
  for (int entry = 0; entry < count; entry++) {
    colors[entry] = (png_color){rgb[3 * entry], rgb[3 * entry + 1], rgb[3 * entry + 2]};
  }
  png_set_PLTE(writer->png, writer->info, colors, count);
  if (alpha_count > 0) png_set_tRNS(writer->png, writer->info, alpha, alpha_count, NULL);
  return NULL;
}

const char *cpng_writer_set_resolution(cpng_writer *writer, uint32_t pixels_per_meter) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_set_pHYs(writer->png, writer->info, pixels_per_meter, pixels_per_meter, PNG_RESOLUTION_METER);
  return NULL;
}

const char *cpng_writer_add_text(cpng_writer *writer, const char *keyword, const char *value, int is_utf8) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  // libpng copies both strings, although its types are not const.
  png_text text = {
      .compression = is_utf8 ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE,
      .key = (char *)keyword,
      .text = (char *)value,
      .text_length = strlen(value),
  };
  png_set_text(writer->png, writer->info, &text, 1);
  return NULL;
}

const char *cpng_writer_begin(cpng_writer *writer) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_write_info(writer->png, writer->info);
  return NULL;
}

const char *cpng_writer_write_rows(cpng_writer *writer, const uint8_t *rows, size_t stride, size_t count) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  writer->has_rows = 1;
  for (size_t row = 0; row < count; row++) png_write_row(writer->png, rows + row * stride);
  return NULL;
}

const char *cpng_writer_write_chunk(cpng_writer *writer, const char *name, const uint8_t *bytes, size_t count) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_write_chunk(writer->png, (png_const_bytep)name, bytes, count);
  return NULL;
}

const char *cpng_writer_end(cpng_writer *writer) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  if (writer->has_rows) {
    png_write_end(writer->png, NULL);
  } else {
    // png_write_end fails if libpng has not written the IDAT chunks itself.
    png_write_chunk(writer->png, (png_const_bytep) "IEND", NULL, 0);
  }
  return NULL;
}
