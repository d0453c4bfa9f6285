#pragma once

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Which of the first 64 bytes equal the byte after them: one bit for each, starting at the low bit. Reads 65 bytes.
static inline uint64_t deflate_repeats(const uint8_t *bytes) {
  uint64_t repeats = 0;
#ifdef __SSE2__
  for (int start = 0; start < 64; start += 16) {
    const __m128i here = _mm_loadu_si128((const __m128i *)(bytes + start));
    const __m128i next = _mm_loadu_si128((const __m128i *)(bytes + start + 1));
    repeats |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(here, next)) << start;
  }
#else
  const uint64_t low = 0x7F7F7F7F7F7F7F7F;
  for (int start = 0; start < 64; start += 8) {
    uint64_t here, next;
    memcpy(&here, bytes + start, 8);
    memcpy(&next, bytes + start + 1, 8);
    const uint64_t difference = here ^ next;
    // The top bit of each byte that is 0.
    const uint64_t equal = ~(((difference & low) + low) | difference | low);
    // Moves the eight bits into one byte.
    repeats |= (equal >> 7) * 0x0102040810204080 >> 56 << start;
  }
#endif
  return repeats;
}
