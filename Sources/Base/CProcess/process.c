#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#endif

static char **arguments;

#ifdef __GLIBC__
// Runs before the constructors of Swift's runtime, which have no priority.
__attribute__((constructor(101))) static void prepare_runtime(int count, char **values) {
  (void)count;
  arguments = values;
  // The runtime looks for its program for backtraces beside itself, and aborts if it does not find itself in /proc.
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_BACKTRACE", "swift-backtrace=/", 0);
}
#endif

char **process_arguments(void) { return arguments; }

void heap_prepare(bool is_small) {
#ifdef __GLIBC__
  const int room = is_small ? 4 << 20 : 64 << 20;
  // One heap for all threads: the heaps of other threads cannot be made to grow in large steps.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, room);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  // Keep large blocks on the heap too: memory that goes back to the system must be cleared again when it is reused.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  if (is_small) return;
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

void heap_divide(int threads) {
#ifdef __GLIBC__
  // The first size of another thread's heap, which then grows as needed.
  const int room = 4 << 20;
  mallopt(M_ARENA_MAX, threads);
  mallopt(M_TOP_PAD, room);
#else
  (void)threads;
#endif
}

int rename_unless_existing(const char *from, const char *to) {
  const unsigned no_replace = 1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace);
}

long long file_system_kind(int file) {
  struct statfs record;
  return fstatfs(file, &record) == 0 ? (long long)(unsigned)record.f_type : -1;
}

int open_beneath(int folder, const char *path, int flags) {
#ifdef SYS_openat2
  // struct open_how of <linux/openat2.h>, which older systems lack.
  const struct {
    uint64_t flags, mode, resolve;
  } how = {.flags = (uint64_t)flags, .resolve = 0x08 /* RESOLVE_BENEATH */};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
#else
  (void)folder, (void)path, (void)flags;
  errno = ENOSYS;
  return -1;
#endif
}

#ifdef __GLIBC__
static void (*end_process)(void);

static ssize_t print(void *cookie, const char *text, size_t count) {
  (void)cookie;
  static const char *const messages[] = {"failed to allocate", "could not allocate", "Could not allocate", "bad_alloc"};
  for (size_t message = 0; message < sizeof messages / sizeof *messages; message++) {
    if (memmem(text, count, messages[message], strlen(messages[message])) != NULL) end_process();
  }
  return write(STDERR_FILENO, text, count);
}

/// Lets the stack take now the address space that a run needs: where there is none later, the system kills the process.
__attribute__((noinline)) static void grow_stack(void) {
  struct rlimit limit;
  size_t size = 1 << 20;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur / 2 < size) size = limit.rlim_cur / 2;
  void *const space = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (space == MAP_FAILED) end_process();
  munmap(space, size);
  // One page is touched: the stack grows to it, and the pages between take no memory.
  volatile char *const end = __builtin_alloca(size);
  *end = 0;
}
#endif

void on_lack_of_memory(void (*end)(void)) {
#ifdef __GLIBC__
  end_process = end;
  FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = print});
  if (stream == NULL) return;
  // A buffer would be allocated when memory has run out.
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
  grow_stack();
#else
  (void)end;
#endif
}

int allowed_processor_count(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  const struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int thread_start(void (*body)(void *), void *context) {
  // Main threads have this much, and a drawing needs the same on any thread; musl's threads have 128 KiB.
  const size_t stack = 8 << 20;
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (struct start){body, context};
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stack);
    // The thread inherits the mask: all signals but those of its own crash go to other threads.
    sigset_t blocked, before;
    sigfillset(&blocked);
    const int crashes[] = {SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV};
    for (size_t crash = 0; crash < sizeof crashes / sizeof *crashes; crash++) sigdelset(&blocked, crashes[crash]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    pthread_t thread;
    code = pthread_create(&thread, &attributes, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
  }
  if (code != 0) free(start);
  return code;
}
