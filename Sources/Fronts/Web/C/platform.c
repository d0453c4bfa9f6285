// The functions of the system that Swift's runtime calls. A page has no system.

#include <stddef.h>
#include <stdint.h>

#include <CHash.h>

/// Seeds of hash tables. They are always the same: no result may depend on the order in a table.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 0x5A, count); }

int putchar(int character) { return character; }

_Bool chash_has_sha256(void) { return 0; }

void chash_sha256(uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) { __builtin_trap(); }

/// To the nearest whole number, halves away from zero.
double round(double number) {
  const double whole = __builtin_trunc(number);
  return __builtin_fabs(number - whole) >= 0.5 ? whole + __builtin_copysign(1, number) : whole;
}
