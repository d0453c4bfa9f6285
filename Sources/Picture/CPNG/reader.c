#include "CPNG.h"
#include "failure.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct cpng_reader {
  struct cpng_failure failure;
  png_structp png;
  png_infop info;
  cpng_read_callback callback;
  void *context;
  uint32_t width;
  int passes;
  /// The entries as RGBA; none if the file has no palette.
  uint8_t palette[PNG_MAX_PALETTE_LENGTH][4];
  int palette_length;
};

static void fetch(png_structp png, png_bytep bytes, size_t count) {
  struct cpng_reader *reader = png_get_io_ptr(png);
  if (reader->callback(reader->context, bytes, count) != count) png_error(png, "unexpected end of file");
}

/// libpng's warning function. libpng only warns if the checksum or the length of the pixel data is wrong, and ignores
/// an invalid palette or transparency; all of these are errors here.
static void refuse_damaged_pixels(png_structp png, png_const_charp message) {
  static const char *const chunks[] = {"IDAT", "PLTE", "tRNS"};
  for (size_t chunk = 0; chunk < sizeof chunks / sizeof *chunks; chunk++) {
    if (strncmp(message, chunks[chunk], 4) == 0) png_error(png, message);
  }
}

uint32_t cpng_crc32(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }

cpng_reader *cpng_reader_create(cpng_read_callback callback, void *context, int keep_texts) {
  struct cpng_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->callback = callback;
  reader->context = context;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->failure, cpng_fail, refuse_damaged_pixels);
  reader->info = reader->png == NULL ? NULL : png_create_info_struct(reader->png);
  if (reader->info == NULL) {
    cpng_reader_destroy(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, fetch);
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_sig_bytes(reader->png, 8);
  png_set_crc_action(reader->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  // A negative count means all ancillary chunks but tRNS.
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  if (keep_texts) png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "tEXt", 1);
  return reader;
}

void cpng_reader_destroy(cpng_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

const char *cpng_reader_open(cpng_reader *reader, struct cpng_header *header) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->failure.message;
  png_read_info(reader->png, reader->info);
  header->width = reader->width = png_get_image_width(reader->png, reader->info);
  header->height = png_get_image_height(reader->png, reader->info);
  header->bit_depth = png_get_bit_depth(reader->png, reader->info);
  header->color_type = png_get_color_type(reader->png, reader->info);
  header->is_interlaced = png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE;
  return NULL;
}

int cpng_reader_text_count(cpng_reader *reader) { return png_get_text(reader->png, reader->info, NULL, NULL); }

const char *cpng_reader_text(cpng_reader *reader, int index, const char **value) {
  png_textp texts = NULL;
  png_get_text(reader->png, reader->info, &texts, NULL);
  *value = texts[index].text;
  return texts[index].key;
}

static void load_palette(struct cpng_reader *reader) {
  png_colorp colors = NULL;
  png_bytep alpha = NULL;
  int alpha_length = 0;
  png_get_PLTE(reader->png, reader->info, &colors, &reader->palette_length);
  png_get_tRNS(reader->png, reader->info, &alpha, &alpha_length, NULL);
  for (int entry = 0; entry < reader->palette_length; entry++) {
    reader->palette[entry][0] = colors[entry].red;
    reader->palette[entry][1] = colors[entry].green;
    reader->palette[entry][2] = colors[entry].blue;
    reader->palette[entry][3] = entry < alpha_length ? alpha[entry] : 255;
  }
}

const char *cpng_reader_start(cpng_reader *reader, int keep_16_bits) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->failure.message;
  if (png_get_color_type(reader->png, reader->info) == PNG_COLOR_TYPE_PALETTE) {
    // libpng's own expansion turns an index outside the palette into black.
    load_palette(reader);
    png_set_packing(reader->png);
  } else {
    png_set_expand(reader->png);
    png_set_gray_to_rgb(reader->png);
    png_set_add_alpha(reader->png, 0xFFFF, PNG_FILLER_AFTER);
    if (!keep_16_bits) {
      png_set_scale_16(reader->png);
    } else {
      png_set_swap(reader->png);
    }
  }
  reader->passes = png_set_interlace_handling(reader->png);
  png_read_update_info(reader->png, reader->info);
  return NULL;
}

/// Replaces the indices in the first bytes of the row by RGBA, starting at the end so that no index is overwritten
/// unread.
static void look_up_palette(struct cpng_reader *reader, uint8_t *row) {
  for (size_t x = reader->width; x-- > 0;) {
    int index = row[x];
    if (index >= reader->palette_length) png_error(reader->png, "palette index out of range");
    memcpy(row + 4 * x, reader->palette[index], 4);
  }
}

const char *cpng_reader_read_rows(cpng_reader *reader, uint8_t *rows, size_t stride, uint32_t count) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->failure.message;
  for (int pass = 0; pass < reader->passes; pass++) {
    for (uint32_t row = 0; row < count; row++) png_read_row(reader->png, rows + row * stride, NULL);
  }
  if (reader->palette_length > 0) {
    for (uint32_t row = 0; row < count; row++) look_up_palette(reader, rows + row * stride);
  }
  return NULL;
}

const char *cpng_reader_finish(cpng_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->failure.message;
  png_read_end(reader->png, NULL);
  return NULL;
}
