#pragma once

#include <stddef.h>
#include <stdint.h>

// libpng for Swift, which cannot call setjmp. Every function sets its own return point for longjmp.
// Functions that can fail return NULL on success, or libpng's message, which stays valid until the object is destroyed;
// after a failure the object can only be destroyed. Warnings that are not errors are dropped.

#pragma clang assume_nonnull begin

enum {
  cpng_gray = 0,
  cpng_rgb = 2,
  cpng_palette = 3,
  cpng_gray_alpha = 4,
  cpng_rgba = 6,
};

const char *cpng_libpng_version(void);
const char *cpng_zlib_version(void);

/* ---- Writing ---- */

/// Receives the next `count` bytes of the file. A result other than 0 makes libpng fail.
typedef int (*cpng_write_callback)(void *_Nullable context, const uint8_t *bytes, size_t count);

typedef struct cpng_writer cpng_writer;

/// Returns NULL if there is not enough memory.
cpng_writer *_Nullable cpng_writer_create(cpng_write_callback callback, void *_Nullable context);
void cpng_writer_destroy(cpng_writer *writer);

const char *_Nullable cpng_writer_set_header(
    cpng_writer *writer, uint32_t width, uint32_t height, int bit_depth, int color_type);

/// Sets zlib's level (0...9), and whether libpng chooses a filter for each row or uses none.
const char *_Nullable cpng_writer_set_compression(cpng_writer *writer, int level, int adaptive_filters);

/// `rgb`: three bytes per entry, 1...256 entries. `alpha`: of the first `alpha_count` entries; the others are opaque.
const char *_Nullable cpng_writer_set_palette(
    cpng_writer *writer, const uint8_t *rgb, int count, const uint8_t *_Nullable alpha, int alpha_count);

/// Sets the resolution in both directions.
const char *_Nullable cpng_writer_set_resolution(cpng_writer *writer, uint32_t pixels_per_meter);

/// `keyword` is Latin-1. `value` is Latin-1, for a tEXt chunk, or, if `is_utf8`, UTF-8, for an iTXt chunk.
const char *_Nullable cpng_writer_add_text(cpng_writer *writer, const char *keyword, const char *value, int is_utf8);

/// Writes the signature and all chunks before the pixels, which declare the picture to be sRGB.
const char *_Nullable cpng_writer_begin(cpng_writer *writer);

/// `rows`: `count` rows, packed as the header states, `stride` bytes apart; a stride of 0 repeats the first row.
const char *_Nullable cpng_writer_write_rows(cpng_writer *writer, const uint8_t *rows, size_t stride, size_t count);

/// Writes a chunk; `name` has four letters. A file with IDAT chunks written like this must have no rows.
const char *_Nullable cpng_writer_write_chunk(
    cpng_writer *writer, const char *name, const uint8_t *_Nullable bytes, size_t count);

/// Writes the end of the file.
const char *_Nullable cpng_writer_end(cpng_writer *writer);

/* ---- Reading ---- */

/// Stores up to `count` bytes of the file at `bytes` and returns their number, which is less than `count` only at the
/// end. The checksums of the chunks and of the zlib stream are ignored; the callback must have checked them.
typedef size_t (*cpng_read_callback)(void *_Nullable context, uint8_t *bytes, size_t count);

typedef struct cpng_reader cpng_reader;

/// Appends `count` bytes to the CRC-32 of a PNG chunk. The CRC-32 of no bytes is 0.
uint32_t cpng_crc32(uint32_t crc, const uint8_t *_Nullable bytes, size_t count);

struct cpng_header {
  uint32_t width, height;
  int bit_depth;
  int color_type;
  int is_interlaced;
};

/// Returns NULL if there is not enough memory.
cpng_reader *_Nullable cpng_reader_create(cpng_read_callback callback, void *_Nullable context);
void cpng_reader_destroy(cpng_reader *reader);

/// Reads everything before the pixels. Every size that PNG allows is accepted.
const char *_Nullable cpng_reader_open(cpng_reader *reader, struct cpng_header *header);

/// Sets the format of rows: RGBA with straight alpha, 8 bits per channel; or, if the file has 16 bits and
/// `keep_16_bits` is set, 16 bits, low byte first. There is no gamma correction; otherwise 16 bits are rounded to the
/// nearest 8.
const char *_Nullable cpng_reader_start(cpng_reader *reader, int keep_16_bits);

/// Reads the next `count` rows, which must be all rows if the file is interlaced. `stride`: bytes from row to row.
const char *_Nullable cpng_reader_read_rows(cpng_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

/// Reads everything after the last row, so that damage there is found.
const char *_Nullable cpng_reader_finish(cpng_reader *reader);

#pragma clang assume_nonnull end
