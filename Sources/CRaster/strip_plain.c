#define JOIN_STRIP raster_join_strip_plain
#include "strip_kernel.h"
