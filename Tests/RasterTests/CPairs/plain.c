// Pairs of groups with the instructions that every processor has.

#include "CPairs.h"

#define GROUPS 2
#define KERNEL(name) raster_##name##_plain_pairs
#include "../../../Sources/CRaster/disc_kernel.h"
#include "../../../Sources/CRaster/hull_kernel.h"
#include "../../../Sources/CRaster/strip_kernel.h"
#include "../../../Sources/CRaster/tip_kernel.h"
