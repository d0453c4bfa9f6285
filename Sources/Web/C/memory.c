// The functions on memory that the compiler and the project's C need.

#include <stdint.h>
#include <string.h>

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  __builtin_memcpy(target, source, count);
  return target;
}

void *memmove(void *target, const void *source, size_t count) {
  __builtin_memmove(target, source, count);
  return target;
}

void *memset(void *target, int byte, size_t count) {
  __builtin_memset(target, byte, count);
  return target;
}

int memcmp(const void *one, const void *other, size_t count) {
  const uint8_t *a = one, *b = other;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}
