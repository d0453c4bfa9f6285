#ifndef CRASTER_LANES_H
#define CRASTER_LANES_H

#include <stdint.h>
#include <string.h>

// Each operation is rounded separately, so that all instruction sets give the same bytes.
#pragma STDC FP_CONTRACT OFF
// No function with a vector parameter is called across object files, so the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float lanes __attribute__((ext_vector_type(8)));
typedef int32_t words __attribute__((ext_vector_type(8)));
typedef uint16_t occupancy __attribute__((ext_vector_type(8)));
typedef uint8_t bytes __attribute__((ext_vector_type(8)));

// A kernel draws one group of eight pixels at once, or two.
#ifndef GROUPS
#define GROUPS 1
#endif
#if GROUPS == 2
typedef float wide __attribute__((ext_vector_type(16)));
typedef int32_t wide_words __attribute__((ext_vector_type(16)));
typedef uint8_t wide_bytes __attribute__((ext_vector_type(16)));
#else
typedef lanes wide;
typedef words wide_words;
typedef bytes wide_bytes;
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE lanes at_least(lanes a, lanes b) { return a > b ? a : b; }
INLINE lanes at_most(lanes a, lanes b) { return a < b ? a : b; }
INLINE words bits(lanes a) { return __builtin_bit_cast(words, a); }
INLINE lanes magnitude(lanes a) { return __builtin_bit_cast(lanes, bits(a) & 0x7FFFFFFF); }

INLINE wide larger(wide a, wide b) { return a > b ? a : b; }
INLINE wide smaller(wide a, wide b) { return a < b ? a : b; }
INLINE wide_words wide_bits(wide a) { return __builtin_bit_cast(wide_words, a); }
INLINE wide size(wide a) { return __builtin_bit_cast(wide, wide_bits(a) & 0x7FFFFFFF); }
INLINE wide with_sign(wide a, wide of) { return __builtin_bit_cast(wide, wide_bits(a) ^ (wide_bits(of) & INT32_MIN)); }

INLINE _Bool any(words mask) {
  typedef _Bool flags __attribute__((ext_vector_type(8)));
  return __builtin_bit_cast(uint8_t, __builtin_convertvector(mask, flags)) != 0;
}

INLINE _Bool any_wide(wide_words mask) {
#if GROUPS == 2
  return any(mask.lo | mask.hi);
#else
  return any(mask);
#endif
}

/// A bit for each four pixels, the first in the lowest: whether any of them is in a mask.
INLINE uint32_t occupied_fours(wide_words mask) {
  typedef _Bool flags __attribute__((ext_vector_type(8 * GROUPS)));
#if GROUPS == 2
  const uint32_t pixels = __builtin_bit_cast(uint16_t, __builtin_convertvector(mask, flags));
#else
  const uint32_t pixels = __builtin_bit_cast(uint8_t, __builtin_convertvector(mask, flags));
#endif
  uint32_t fours = 0;
  for (int i = 0; i < 2 * GROUPS; i++) fours |= (uint32_t)((pixels >> 4 * i & 15) != 0) << i;
  return fours;
}

/// The coverage of unit pixels by half planes, before a division:
///
///     coverage = 1/2 - result / (2ab)
///
/// A half plane's edge has the normal (nx, ny), of any length; a = max(|nx|, |ny|) and b = min(|nx|, |ny|). `distance`
/// is the distance of a pixel's center from the edge times the length of the normal, positive outside. So are
///
///     core  = (a - b) / 2   up to here the edge cuts two opposite sides of the pixel
///     reach = (a + b) / 2   up to here it cuts a corner off; beyond, it misses the pixel
///
/// For a normal of length 1, the coverage falls linearly by distance / a within the core, and as a parabola in the
/// corner:
///
///     |1/2 - coverage| = |d| / a                                   |d| <= core
///     |1/2 - coverage| = |d| / a - (|d| - core)^2 / (2ab)          |d| <= reach
///
/// The second line holds for both with max(|d| - core, 0), which needs no branch, and scaling the normal by n scales d,
/// a and b alike. Sources/Picture/Raster/Kernels/HalfPlane.swift derives the formula.
INLINE wide half_plane(wide distance, wide b, wide reach, wide core) {
  const wide far = smaller(size(distance), reach);
  const wide beyond = larger(far - core, 0);
  return with_sign((far + far) * b - beyond * beyond, distance);
}

#endif
