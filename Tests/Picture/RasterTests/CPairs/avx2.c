// Pairs of groups with AVX2; other processors have the plain ones under these names, which nobody calls there.

#include <string.h>

#include "CPairs.h"

#define GROUPS 2
#define KERNEL(name) raster_##name##_avx2_pairs
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#endif
#include "../../../../Sources/Picture/CRaster/disc_kernel.h"
#include "../../../../Sources/Picture/CRaster/hull_kernel.h"
#include "../../../../Sources/Picture/CRaster/strip_kernel.h"
#include "../../../../Sources/Picture/CRaster/tip_kernel.h"
#if defined(__x86_64__)
#pragma clang attribute pop
#endif
