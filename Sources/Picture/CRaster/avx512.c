// The kernels for x86-64 processors with AVX-512: two groups of eight pixels fill a register.

#if defined(__x86_64__)
#include <string.h>

#define GROUPS 2

#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512vl,avx512bw,avx512dq"))), apply_to = function)
#define KERNEL(name) raster_##name##_avx512
#include "disc_kernel.h"
#include "hull_kernel.h"
#include "strip_kernel.h"
#include "tip_kernel.h"
#include "grain_kernel.h"
#include "end_kernel.h"
#include "sample_kernel.h"
#include "cone_kernel.h"
#pragma clang attribute pop
#endif
