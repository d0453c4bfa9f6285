#include "CFuzzer.h"

#include <zlib.h>

// The largest window, in which a match can refer to all bytes that a distance of DEFLATE reaches.
enum { LARGEST_WINDOW = 0x70 };

enum cfuzzer_verdict cfuzzer_inflate(const uint8_t *stream, size_t *count, uint8_t *output, size_t *room) {
  z_stream zlib = {.next_in = (Bytef *)stream, .avail_in = (uInt)*count, .next_out = output};
  if (inflateInit2(&zlib, 0) != Z_OK) return CFUZZER_DAMAGED;
  inflateValidate(&zlib, 0);
  // A smaller window is only kept to if each call gives one byte: matches may refer to all of the call's own output.
  const size_t step = *count > 0 && (stream[0] & 0xF0) == LARGEST_WINDOW ? *room : 1;
  int status = Z_OK;
  while (status == Z_OK && zlib.total_out < *room) {
    const size_t left = *room - zlib.total_out;
    zlib.avail_out = (uInt)(left < step ? left : step);
    status = inflate(&zlib, Z_NO_FLUSH);
  }
  // The end of the stream follows the last byte of its contents.
  if (status == Z_OK) status = inflate(&zlib, Z_NO_FLUSH);
  *count -= zlib.avail_in;
  *room = zlib.total_out;
  inflateEnd(&zlib);
  switch (status) {
    case Z_STREAM_END: return CFUZZER_DONE;
    case Z_OK:
    case Z_BUF_ERROR: return CFUZZER_INCOMPLETE;
    default: return CFUZZER_DAMAGED;
  }
}

uint32_t cfuzzer_adler32(const uint8_t *bytes, size_t count) { return (uint32_t)adler32_z(1, bytes, count); }

uint32_t cfuzzer_crc32(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }
