#pragma once

#include <stddef.h>
#include <stdint.h>

/// A stream that zlib compresses or decompresses.
typedef struct czlib_stream czlib_stream;

enum czlib_kind {
  /// Decompress one member of a gzip file (RFC 1952).
  CZLIB_GUNZIP,
  /// Decompress DEFLATE data without a header (RFC 1951), as in a zip archive.
  CZLIB_INFLATE,
  /// Compress to a gzip file.
  CZLIB_GZIP,
  /// Compress to zlib data (RFC 1950).
  CZLIB_ZLIB,
};

enum czlib_status {
  /// More input or more room for output is needed.
  CZLIB_MORE,
  /// The end of the compressed data.
  CZLIB_END,
  /// The compressed data is damaged.
  CZLIB_DAMAGED,
};

/// Returns NULL if there is no memory.
czlib_stream *_Nullable czlib_open(enum czlib_kind kind);

/// Begins another member or stream of the same kind.
void czlib_reset(czlib_stream *_Nonnull stream);

/// Converts as much as possible.
/// `in_count` and `out_count` are the bytes available, and become the bytes used.
/// `is_last` is nonzero if no input follows.
enum czlib_status czlib_run(
    czlib_stream *_Nonnull stream, const uint8_t *_Nullable in, size_t *_Nonnull in_count, uint8_t *_Nonnull out,
    size_t *_Nonnull out_count, int is_last);

void czlib_close(czlib_stream *_Nonnull stream);

/// The CRC-32 of more bytes, after those that gave `crc`, 0 at first.
uint32_t czlib_crc32(uint32_t crc, const uint8_t *_Nullable bytes, size_t count);
