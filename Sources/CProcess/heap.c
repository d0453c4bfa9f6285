#define _DEFAULT_SOURCE
#include "CProcess.h"

#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

void heap_prepare(void) {
#ifdef __GLIBC__
  const int room = 64 << 20;
  // One heap for all threads: those of other threads cannot be told to take more at once.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, room);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  // Of large pieces too: what is given back to the system is cleared anew when it is taken again.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  // More than is left, so that the heap grows.
  char *volatile piece = malloc(256 << 10);
  free(piece);
  const uintptr_t page = sysconf(_SC_PAGESIZE);
  const uintptr_t end = (uintptr_t)sbrk(0) & ~(page - 1);
  if (piece && (uintptr_t)piece < end && end - (uintptr_t)piece > room / 2) {
    const uintptr_t start = ((uintptr_t)piece + page - 1) & ~(page - 1);
    madvise((void *)start, end - start, MADV_HUGEPAGE);
  }
#endif
}
