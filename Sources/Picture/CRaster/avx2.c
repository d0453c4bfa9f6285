// The kernels for x86-64 processors with AVX2: a group of eight pixels fills a register.

#if defined(__x86_64__)
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define KERNEL(name) raster_##name##_avx2
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
