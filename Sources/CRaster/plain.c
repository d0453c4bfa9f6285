// The kernels for every processor that the compiler targets.

#define KERNEL(shape) raster_join_##shape##_plain
#include "disc_kernel.h"
#include "hull_kernel.h"
#include "strip_kernel.h"
