// The storage that all empty arrays share.

#include <stdint.h>

/// Swift defines it with the alignment of an Int. An array whose elements are aligned more strictly, as doubles are on
/// wasm32, must not be at such an address: a span of it ends the program. This definition replaces that one, which is weak.
struct {
  _Alignas(16) intptr_t type;
  intptr_t references, count, flags;
} empty_array __asm__("$es23_swiftEmptyArrayStorageSi_S3itvp") = {.type = 0, .references = -1, .count = 0, .flags = 1};
