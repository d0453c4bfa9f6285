// sched_getaffinity and the CPU_ macros are GNU extensions, which Swift does not import.
#define _GNU_SOURCE
#include "CProcessors.h"

#include <sched.h>

int processors_allowed(int *numbers, int room) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  int count = 0;
  for (int number = 0; number < CPU_SETSIZE && count < room; number++) {
    if (CPU_ISSET(number, &set)) numbers[count++] = number;
  }
  return count;
}

void processors_restrict(const int *numbers, int count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < count; i++) CPU_SET(numbers[i], &set);
  sched_setaffinity(0, sizeof set, &set);
}
