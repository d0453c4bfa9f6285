#include "CLock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct lock {
  pthread_mutex_t mutex;
  struct lock *next, *previous;
};

// All locks. A process that forks takes them first: in the child they are then free, and what they guard is whole.
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;
static struct lock *first;

static void take_all(void) {
  pthread_mutex_lock(&list);
  for (struct lock *lock = first; lock; lock = lock->next) pthread_mutex_lock(&lock->mutex);
}

static void free_all(void) {
  for (struct lock *lock = first; lock; lock = lock->next) pthread_mutex_unlock(&lock->mutex);
  pthread_mutex_unlock(&list);
}

__attribute__((constructor)) static void prepare(void) { pthread_atfork(take_all, free_all, free_all); }

void *lock_new(void) {
  struct lock *lock = malloc(sizeof *lock);
  if (lock == NULL) return NULL;
  pthread_mutex_init(&lock->mutex, NULL);
  pthread_mutex_lock(&list);
  lock->previous = NULL;
  lock->next = first;
  if (first) first->previous = lock;
  first = lock;
  pthread_mutex_unlock(&list);
  return lock;
}

void lock_delete(void *given) {
  struct lock *lock = given;
  pthread_mutex_lock(&list);
  if (lock->next) lock->next->previous = lock->previous;
  if (lock->previous) lock->previous->next = lock->next;
  else first = lock->next;
  pthread_mutex_unlock(&list);
  pthread_mutex_destroy(&lock->mutex);
  free(lock);
}

void lock_lock(void *lock) { pthread_mutex_lock(&((struct lock *)lock)->mutex); }
void lock_unlock(void *lock) { pthread_mutex_unlock(&((struct lock *)lock)->mutex); }

double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
