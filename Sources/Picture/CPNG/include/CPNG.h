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

/// Receives the next bytes. A result other than 0 makes libpng fail.
typedef int (*cpng_write_callback)(void *_Nullable context, const uint8_t *bytes, size_t count);

/// Either writes a file of chunks, or filters and compresses rows. A warning of libpng is a failure: it was given
/// something wrong.
typedef struct cpng_writer cpng_writer;

/// Returns NULL if there is not enough memory.
cpng_writer *_Nullable cpng_writer_create(cpng_write_callback callback, void *_Nullable context);
void cpng_writer_destroy(cpng_writer *writer);

/// Sets the header of a file: sRGB, not interlaced.
const char *_Nullable cpng_writer_set_header(
    cpng_writer *writer, uint32_t width, uint32_t height, int bit_depth, int color_type);

/// Sets the palette. `colors`: four bytes each, RGBA; the alphas of the first `translucent_count` are written.
const char *_Nullable cpng_writer_set_palette(
    cpng_writer *writer, const uint8_t *colors, int count, int translucent_count);

const char *_Nullable cpng_writer_set_resolution(cpng_writer *writer, uint32_t pixels_per_meter);

/// Adds a text, of which `value` is Latin-1, or UTF-8 if `is_utf8`. Both strings are copied.
const char *_Nullable cpng_writer_add_text(cpng_writer *writer, const char *keyword, const char *value, int is_utf8);

/// Writes the signature, the header and what was set.
const char *_Nullable cpng_writer_write_info(cpng_writer *writer);

/// Writes a chunk. `name`: its four letters.
const char *_Nullable cpng_writer_write_chunk(
    cpng_writer *writer, const char *name, const uint8_t *_Nullable bytes, size_t count);

/// Begins rows. From here on, the callback receives the data of IDAT chunks alone.
/// `level`: zlib's, 0...9. `adaptive_filters`: whether libpng chooses a filter for each row or uses none.
const char *_Nullable cpng_writer_begin(
    cpng_writer *writer, uint32_t width, uint32_t height, int bit_depth, int color_type, int level,
    int adaptive_filters);

/// `rows`: `count` rows, packed as the header states, `stride` bytes apart; a stride of 0 repeats the first row.
const char *_Nullable cpng_writer_write_rows(cpng_writer *writer, const uint8_t *rows, size_t stride, size_t count);

/// Writes the rest of the data.
const char *_Nullable cpng_writer_end(cpng_writer *writer);

/// The CRC-32 of a PNG chunk.
uint32_t cpng_crc32(const uint8_t *_Nullable bytes, size_t count);

/* ---- Reading ---- */

/// Stores up to `count` bytes of the file at `bytes`, the first time those after the signature, and returns their
/// number, which is less than `count` only at the end.
typedef size_t (*cpng_read_callback)(void *_Nullable context, uint8_t *bytes, size_t count);

typedef struct cpng_reader cpng_reader;

struct cpng_header {
  uint32_t width, height;
  int bit_depth;
  int color_type;
  int is_interlaced;
};

/// `keep_texts`: whether tEXt chunks before the pixels are kept. Returns NULL if there is not enough memory.
cpng_reader *_Nullable cpng_reader_create(cpng_read_callback callback, void *_Nullable context, int keep_texts);
void cpng_reader_destroy(cpng_reader *reader);

/// Reads everything before the pixels. Every size that PNG allows is accepted.
const char *_Nullable cpng_reader_open(cpng_reader *reader, struct cpng_header *header);

/// The number of texts that have been kept.
int cpng_reader_text_count(cpng_reader *reader);

/// Returns the keyword of a text, and stores its value. Both are valid until the reader is destroyed.
const char *_Nullable cpng_reader_text(
    cpng_reader *reader, int index, const char *_Nullable *_Nonnull value);

/// Sets the format of rows: RGBA with straight alpha, 8 bits per channel; or, if the file has 16 bits and
/// `keep_16_bits` is set, 16 bits, low byte first. There is no gamma correction; otherwise 16 bits are rounded to the
/// nearest 8.
const char *_Nullable cpng_reader_start(cpng_reader *reader, int keep_16_bits);

/// Reads the next `count` rows, which must be all rows if the file is interlaced. `stride`: bytes from row to row.
const char *_Nullable cpng_reader_read_rows(cpng_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

/// Reads everything after the last row, so that damage there is found.
const char *_Nullable cpng_reader_finish(cpng_reader *reader);

#pragma clang assume_nonnull end
