// The functions on memory that the compiler and the project's C need.

#include <stdint.h>
#include <string.h>

typedef uint8_t block __attribute__((ext_vector_type(16), aligned(1)));

// Engines call a function for `memory.copy` and `memory.fill`, which is slow for a few bytes. All bytes are loaded
// before any is stored, so that the ranges may overlap.
void *memmove(void *target, const void *source, size_t count) {
  uint8_t *to = target;
  const uint8_t *from = source;
  if (count > 64) {
    __builtin_memmove(target, source, count);
  } else if (count > 32) {
    const block a = *(const block *)from, b = *(const block *)(from + 16);
    const block c = *(const block *)(from + count - 32), d = *(const block *)(from + count - 16);
    *(block *)to = a;
    *(block *)(to + 16) = b;
    *(block *)(to + count - 32) = c;
    *(block *)(to + count - 16) = d;
  } else if (count >= 16) {
    const block a = *(const block *)from, b = *(const block *)(from + count - 16);
    *(block *)to = a;
    *(block *)(to + count - 16) = b;
  } else if (count >= 8) {
    uint64_t a, b;
    __builtin_memcpy(&a, from, 8);
    __builtin_memcpy(&b, from + count - 8, 8);
    __builtin_memcpy(to, &a, 8);
    __builtin_memcpy(to + count - 8, &b, 8);
  } else if (count >= 4) {
    uint32_t a, b;
    __builtin_memcpy(&a, from, 4);
    __builtin_memcpy(&b, from + count - 4, 4);
    __builtin_memcpy(to, &a, 4);
    __builtin_memcpy(to + count - 4, &b, 4);
  } else if (count > 0) {
    const uint8_t a = from[0], b = from[count / 2], c = from[count - 1];
    to[0] = a;
    to[count / 2] = b;
    to[count - 1] = c;
  }
  return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  return memmove(target, source, count);
}

void *memset(void *target, int byte, size_t count) {
  uint8_t *to = target;
  if (count > 64 || count < 16) {
    __builtin_memset(target, byte, count);
    return target;
  }
  const block all = (uint8_t)byte;
  for (size_t i = 0; i + 16 < count; i += 16) *(block *)(to + i) = all;
  *(block *)(to + count - 16) = all;
  return target;
}

int memcmp(const void *one, const void *other, size_t count) {
  const uint8_t *a = one, *b = other;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}
