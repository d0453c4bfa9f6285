#include "CPNG.h"
#include "failure.h"

#include <png.h>
#include <stdlib.h>
#include <zlib.h>

struct cpng_writer {
  struct cpng_failure failure;
  png_structp png;
  png_infop info;
  cpng_write_callback callback;
  void *context;
};

const char *cpng_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *cpng_zlib_version(void) { return zlibVersion(); }

static void pass_on(png_structp png, png_bytep bytes, size_t count) {
  struct cpng_writer *writer = png_get_io_ptr(png);
  if (writer->callback(writer->context, bytes, count) != 0) png_error(png, "writing was refused");
}

/// Passes on the data of IDAT chunks, which libpng writes at once.
static void pass_on_pixels(png_structp png, png_bytep bytes, size_t count) {
  const png_uint_32 pixels = 0x49444154;
  if ((png_get_io_state(png) & PNG_IO_MASK_LOC) != PNG_IO_CHUNK_DATA || png_get_io_chunk_type(png) != pixels) return;
  pass_on(png, bytes, count);
}

static void flush_nothing(png_structp png) { (void)png; }

cpng_writer *cpng_writer_create(cpng_write_callback callback, void *context) {
  struct cpng_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->callback = callback;
  writer->context = context;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure, cpng_fail, cpng_fail);
  writer->info = writer->png == NULL ? NULL : png_create_info_struct(writer->png);
  if (writer->info == NULL) {
    cpng_writer_destroy(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, pass_on, flush_nothing);
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // The palette is not known here; indices come from a table.
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

const char *cpng_writer_set_palette(cpng_writer *writer, const uint8_t *colors, int count, int translucent_count) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_color palette[PNG_MAX_PALETTE_LENGTH];
  png_byte alphas[PNG_MAX_PALETTE_LENGTH];
  if (count > PNG_MAX_PALETTE_LENGTH) png_error(writer->png, "too many colors");
  for (int index = 0; index < count; index++) {
    const uint8_t *color = colors + 4 * index;
    palette[index] = (png_color){color[0], color[1], color[2]};
    alphas[index] = color[3];
  }
  png_set_PLTE(writer->png, writer->info, palette, count);
  if (translucent_count > 0) png_set_tRNS(writer->png, writer->info, alphas, translucent_count, NULL);
  return NULL;
}

const char *cpng_writer_set_resolution(cpng_writer *writer, uint32_t pixels_per_meter) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_set_pHYs(writer->png, writer->info, pixels_per_meter, pixels_per_meter, PNG_RESOLUTION_METER);
  return NULL;
}

const char *cpng_writer_add_text(cpng_writer *writer, const char *keyword, const char *value, int is_utf8) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  const png_text text = {
      .compression = is_utf8 ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE,
      .key = (char *)keyword,
      .text = (char *)value,
  };
  png_set_text(writer->png, writer->info, &text, 1);
  return NULL;
}

const char *cpng_writer_write_info(cpng_writer *writer) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_write_info(writer->png, writer->info);
  return NULL;
}

const char *cpng_writer_write_chunk(cpng_writer *writer, const char *name, const uint8_t *bytes, size_t count) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_write_chunk(writer->png, (png_const_bytep)name, bytes, count);
  return NULL;
}

const char *cpng_writer_begin(
    cpng_writer *writer, uint32_t width, uint32_t height, int bit_depth, int color_type, int level,
    int adaptive_filters) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_set_IHDR(
      writer->png, writer->info, width, height, bit_depth, color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
      PNG_FILTER_TYPE_BASE);
  png_set_compression_level(writer->png, level);
  png_set_compression_strategy(writer->png, Z_DEFAULT_STRATEGY);
  png_set_compression_buffer_size(writer->png, 1 << 16);
  png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, adaptive_filters ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  png_set_write_fn(writer->png, writer, pass_on_pixels, flush_nothing);
  png_write_info_before_PLTE(writer->png, writer->info);
  return NULL;
}

const char *cpng_writer_write_rows(cpng_writer *writer, const uint8_t *rows, size_t stride, size_t count) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  for (size_t row = 0; row < count; row++) png_write_row(writer->png, rows + row * stride);
  return NULL;
}

const char *cpng_writer_end(cpng_writer *writer) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->failure.message;
  png_write_end(writer->png, NULL);
  return NULL;
}
