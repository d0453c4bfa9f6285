// The checksum of a PNG's chunks, which zlib computes in other builds.

#include <stddef.h>
#include <stdint.h>

#include <CPNG.h>

/// The remainders of all bytes. Threads that fill it at the same time store the same values.
static uint32_t table[256];
static _Bool is_filled;

static void fill(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t rest = byte;
    for (int bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xEDB88320 ^ rest >> 1 : rest >> 1;
    __atomic_store_n(&table[byte], rest, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&is_filled, 1, __ATOMIC_RELEASE);
}

/// CRC-32 (PNG, third edition, annex D), a byte at a time: compressed data is short.
uint32_t cpng_crc32(const uint8_t *bytes, size_t count) {
  if (!__atomic_load_n(&is_filled, __ATOMIC_ACQUIRE)) fill();
  uint32_t crc = UINT32_MAX;
  for (size_t index = 0; index < count; index++) {
    crc = __atomic_load_n(&table[(crc ^ bytes[index]) & 0xFF], __ATOMIC_RELAXED) ^ crc >> 8;
  }
  return ~crc;
}
