#ifndef CLANES_H
#define CLANES_H

// Arithmetic on two numbers of 64 bits at once. Swift's own operators on SIMD2<Double> take the lanes apart, and the
// optimizer puts only those of short functions together again. Each lane is rounded by itself, as a number alone.

#pragma STDC FP_CONTRACT OFF

typedef double lanes __attribute__((ext_vector_type(2)));

#define LANES static inline __attribute__((always_inline)) lanes

LANES lanes_add(lanes a, lanes b) { return a + b; }
LANES lanes_subtract(lanes a, lanes b) { return a - b; }
LANES lanes_multiply(lanes a, lanes b) { return a * b; }
LANES lanes_divide(lanes a, lanes b) { return a / b; }
LANES lanes_negate(lanes a) { return -a; }
// The larger number of each lane; that of b if one is NaN.
LANES lanes_larger(lanes a, lanes b) { return a > b ? a : b; }

#endif
