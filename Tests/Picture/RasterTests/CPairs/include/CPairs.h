#pragma once

#include "../../../../../Sources/Picture/CRaster/kernels.h"

// The kernels that draw two groups of eight pixels at once, which CRaster has for AVX-512 alone, for other instruction sets:
// so that each machine can compare what both widths draw. The processor must support AVX2 for those of AVX2. Only those that
// join shapes are there, since no other kernel depends on the number of groups.
KERNELS_BY(plain_pairs)
KERNELS_BY(avx2_pairs)
