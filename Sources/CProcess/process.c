#define _GNU_SOURCE
#include "CProcess.h"

#include <sched.h>
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
  // One heap for all threads: the heaps of other threads cannot be made to grow in large steps.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, room);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  // Keep large blocks on the heap too: memory that goes back to the system must be cleared again when it is reused.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  const uintptr_t large = 2 << 20, header = 64, some = 256 << 10;
  // Grow the heap, then pad it to just before a 2 MiB boundary; no byte after the boundary may be touched before
  // madvise. The two blocks are neither used nor freed, so everything else is allocated after them.
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

int allowed_processor_count(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}
