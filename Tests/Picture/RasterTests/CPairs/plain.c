// Pairs of groups with the instructions that every processor has.

#include "CPairs.h"

#define GROUPS 2
#define KERNEL(name) raster_##name##_plain_pairs
#include "../../../../Sources/Picture/CRaster/disc_kernel.h"
#include "../../../../Sources/Picture/CRaster/hull_kernel.h"
#include "../../../../Sources/Picture/CRaster/strip_kernel.h"
#include "../../../../Sources/Picture/CRaster/tip_kernel.h"
