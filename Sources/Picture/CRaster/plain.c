// The kernels for every processor that the compiler targets.

#define KERNEL(name) raster_##name##_plain
#include "disc_kernel.h"
#include "hull_kernel.h"
#include "strip_kernel.h"
#include "tip_kernel.h"
#include "grain_kernel.h"
#include "end_kernel.h"
#include "sample_kernel.h"
#include "cone_kernel.h"
