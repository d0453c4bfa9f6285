#define _GNU_SOURCE
#include "CProcess.h"

#include <sched.h>

int allowed_processor_count(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}
