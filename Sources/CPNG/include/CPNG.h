#pragma once

#include <stddef.h>
#include <stdint.h>

// libpng for Swift, which cannot call setjmp. Every function sets its own return point and leaves none behind.
// Functions that can fail return NULL when done, or libpng's own words, which stay valid until the object is destroyed;
// after a failure the object can only be destroyed. Warnings are dropped.

#pragma clang assume_nonnull begin

enum {
  cpng_grey = 0,
  cpng_rgb = 2,
  cpng_palette = 3,
  cpng_grey_alpha = 4,
  cpng_rgba = 6,
};

const char *cpng_libpng_version(void);
const char *cpng_zlib_version(void);

/* ---- Writing ---- */

/// Takes `count` bytes of the file; anything but 0 ends the writing.
typedef int (*cpng_write_callback)(void *_Nullable context, const uint8_t *bytes, size_t count);

typedef struct cpng_writer cpng_writer;

/// NULL where memory is short.
cpng_writer *_Nullable cpng_writer_create(cpng_write_callback callback, void *_Nullable context);
void cpng_writer_destroy(cpng_writer *writer);

const char *_Nullable cpng_writer_set_header(
    cpng_writer *writer, uint32_t width, uint32_t height, int bit_depth, int color_type);

/// zlib's level (0...9) and strategy (Z_DEFAULT_STRATEGY 0, Z_FILTERED 1, Z_RLE 3), and whether libpng chooses a filter
/// for each row or uses none.
const char *_Nullable cpng_writer_set_compression(
    cpng_writer *writer, int level, int strategy, int adaptive_filters);

/// `rgb`: three bytes an entry, 1...256 entries. `alpha`: for the first `alpha_count` entries; the rest are opaque.
const char *_Nullable cpng_writer_set_palette(
    cpng_writer *writer, const uint8_t *rgb, int count, const uint8_t *_Nullable alpha, int alpha_count);

/// Pixels are square and there are so many of them in a metre.
const char *_Nullable cpng_writer_set_resolution(cpng_writer *writer, uint32_t pixels_per_metre);

/// `keyword` is Latin-1. `value` is Latin-1 for a tEXt chunk, or UTF-8 where `is_utf8`, for an iTXt one.
const char *_Nullable cpng_writer_add_text(cpng_writer *writer, const char *keyword, const char *value, int is_utf8);

/// Writes the signature and all chunks that stand before the pixels. The picture is declared to be sRGB.
const char *_Nullable cpng_writer_begin(cpng_writer *writer);

/// `rows`: `count` rows, `stride` bytes from one to the next, packed as the header says; a stride of 0 repeats one row.
const char *_Nullable cpng_writer_write_rows(cpng_writer *writer, const uint8_t *rows, size_t stride, size_t count);

/// A chunk made elsewhere; `name` has four letters. Where IDAT chunks come so, no rows may.
const char *_Nullable cpng_writer_write_chunk(
    cpng_writer *writer, const char *name, const uint8_t *_Nullable bytes, size_t count);

const char *_Nullable cpng_writer_end(cpng_writer *writer);

/* ---- Reading ---- */

/// Puts up to `count` bytes of the file at `bytes` and returns how many; fewer are the end of it. The checksums of its
/// chunks and of the zlib stream of its pixels are known to be right, and not looked at.
typedef size_t (*cpng_read_callback)(void *_Nullable context, uint8_t *bytes, size_t count);

typedef struct cpng_reader cpng_reader;

/// zlib's checksum of a PNG's chunks, for `count` bytes more than those of which it is `crc`, or 0 for none.
uint32_t cpng_crc32(uint32_t crc, const uint8_t *_Nullable bytes, size_t count);

struct cpng_header {
  uint32_t width, height;
  int bit_depth;
  int color_type;
  int is_interlaced;
};

/// NULL where memory is short.
cpng_reader *_Nullable cpng_reader_create(cpng_read_callback callback, void *_Nullable context);
void cpng_reader_destroy(cpng_reader *reader);

/// Reads up to the pixels. No sizes are refused here but those that PNG itself does not allow.
const char *_Nullable cpng_reader_open(cpng_reader *reader, struct cpng_header *header);

/// Rows will be RGBA with straight alpha, 8 bits a channel; or 16, the low byte first, where the file has 16 and
/// `keep_16_bits`. Values are not gamma corrected; 16 bits become 8 by the nearest value.
const char *_Nullable cpng_reader_start(cpng_reader *reader, int keep_16_bits);

/// Reads the next `count` rows; all at once where the file is interlaced. `stride`: bytes from one row to the next.
const char *_Nullable cpng_reader_read_rows(cpng_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

/// Reads what follows the last row, so that a damaged end is known.
const char *_Nullable cpng_reader_finish(cpng_reader *reader);

#pragma clang assume_nonnull end
