#ifndef CRASTER_LANES_H
#define CRASTER_LANES_H

#include <stdint.h>

// Each operation on a lane is rounded by itself.
#pragma STDC FP_CONTRACT OFF
// No function here is called from elsewhere with a vector.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float lanes __attribute__((ext_vector_type(8)));
typedef int32_t words __attribute__((ext_vector_type(8)));
typedef uint16_t notes __attribute__((ext_vector_type(8)));
typedef uint8_t bytes __attribute__((ext_vector_type(8)));

// A kernel may draw two groups of eight pixels at once.
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

/// What half planes leave of pixels is a half more or less this, over 2ab.
///
/// With the normal (nx, ny), a the larger and b the smaller of its magnitudes, the area falls with the distance in a
/// straight line up to (a − b)/2, the core, and from there up to (a + b)/2, the reach, by a parabola: the line plus the
/// square of what is beyond, over 2ab.
INLINE wide half_plane(wide distance, wide b, wide reach, wide core) {
  const wide far = smaller(size(distance), reach);
  const wide beyond = larger(far - core, 0);
  return with_sign((far + far) * b - beyond * beyond, distance);
}

#endif
