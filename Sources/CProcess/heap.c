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
  const uintptr_t large = 2 << 20, header = 64, some = 256 << 10;
  // More than is left, so that the heap grows, and as much as leads to just before a large page: of which no byte may
  // be touched before it is asked for. Neither piece is used or freed: all else comes behind them.
  char *volatile first = malloc(some);
  const uintptr_t gap = -((uintptr_t)first + some + header) & (large - 1);
  char *volatile second = malloc(gap > header ? gap : header);
  const uintptr_t start = ((uintptr_t)second + gap + large - 1) & ~(large - 1);
  const uintptr_t end = (uintptr_t)sbrk(0) & ~(large - 1);
  if (first && second > first && start < end && end - start > room / 2) {
    madvise((void *)start, end - start, MADV_HUGEPAGE);
  }
#endif
}
