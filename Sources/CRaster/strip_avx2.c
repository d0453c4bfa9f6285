#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define JOIN_STRIP raster_join_strip_avx2
#include "strip_kernel.h"
#pragma clang attribute pop
#endif
