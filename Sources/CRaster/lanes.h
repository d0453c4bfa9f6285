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

#define INLINE static inline __attribute__((always_inline))

INLINE lanes at_least(lanes a, lanes b) { return a > b ? a : b; }
INLINE lanes at_most(lanes a, lanes b) { return a < b ? a : b; }
INLINE words bits(lanes a) { return __builtin_bit_cast(words, a); }
INLINE lanes magnitude(lanes a) { return __builtin_bit_cast(lanes, bits(a) & 0x7FFFFFFF); }
INLINE lanes with_sign(lanes a, lanes of) { return __builtin_bit_cast(lanes, bits(a) ^ (bits(of) & INT32_MIN)); }

INLINE _Bool any(words mask) {
  typedef _Bool flags __attribute__((ext_vector_type(8)));
  return __builtin_bit_cast(uint8_t, __builtin_convertvector(mask, flags)) != 0;
}

/// What half planes leave of pixels is a half more or less this, over 2ab.
///
/// With the normal (nx, ny), a the larger and b the smaller of its magnitudes, the area falls with the distance in a
/// straight line up to (a − b)/2, the core, and from there up to (a + b)/2, the reach, by a parabola: the line plus the
/// square of what is beyond, over 2ab.
INLINE lanes half_plane(lanes distance, lanes b, lanes reach, lanes core) {
  const lanes far = at_most(magnitude(distance), reach);
  const lanes beyond = at_least(far - core, 0);
  return with_sign((far + far) * b - beyond * beyond, distance);
}

#endif
