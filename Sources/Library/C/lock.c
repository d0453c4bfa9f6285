#include "CLock.h"

#include <pthread.h>
#include <stdlib.h>

void *lock_new(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (lock) pthread_mutex_init(lock, NULL);
  return lock;
}

void lock_delete(void *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}

void lock_lock(void *lock) { pthread_mutex_lock(lock); }
void lock_unlock(void *lock) { pthread_mutex_unlock(lock); }
