// The checksum of a PNG's chunks, which zlib computes in other builds.

#include <stddef.h>
#include <stdint.h>

#include <CPNG.h>

/// CRC-32 (PNG, third edition, annex D), a byte at a time: compressed data is short.
uint32_t cpng_crc32(const uint8_t *bytes, size_t count) {
  static uint32_t table[256];
  if (table[1] == 0) {
    for (uint32_t byte = 0; byte < 256; byte++) {
      uint32_t rest = byte;
      for (int bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xEDB88320 ^ rest >> 1 : rest >> 1;
      table[byte] = rest;
    }
  }
  uint32_t crc = UINT32_MAX;
  for (size_t index = 0; index < count; index++) crc = table[(crc ^ bytes[index]) & 0xFF] ^ crc >> 8;
  return ~crc;
}
