#include "CHash.h"

#if defined(__x86_64__)
#include <immintrin.h>

#if __has_include(<sys/platform/x86.h>) && !defined(OLD_C_LIBRARY)
// Asks the C library, which knows: on virtual machines, each CPUID instruction takes microseconds.
#include <sys/platform/x86.h>
_Bool chash_has_sha256(void) { return CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1); }
#else
#include <cpuid.h>
_Bool chash_has_sha256(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}
#endif

/// The last three words of `low` and the first word of `high`.
#define words_between(high, low) _mm_alignr_epi8(high, low, 4)

__attribute__((target("sha,sse4.1,ssse3"))) void chash_sha256(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  const __m128i big_endian = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  // The instructions expect the eight variables as a b e f and c d g h, the first one in the highest lane.
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);

  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    // The last sixteen words of the message schedule, four per vector.
    __m128i words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), big_endian);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i input = _mm_add_epi32(words[i & 3], _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0E));
      if (i < 12) {
        __m128i last = words[(i + 3) & 3];
        __m128i sum = _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]);
        sum = _mm_add_epi32(sum, words_between(last, words[(i + 2) & 3]));
        words[i & 3] = _mm_sha256msg2_epu32(sum, last);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#else
_Bool chash_has_sha256(void) { return 0; }

void chash_sha256(uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  (void)state, (void)blocks, (void)count, (void)constants;
}
#endif
