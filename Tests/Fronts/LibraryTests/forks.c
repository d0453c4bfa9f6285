// Forks while other threads draw with libdoodle: forks COUNT. Every child draws, too, and none of them hangs.
#include <doodle.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int is_over;

static int draw(const char *name) {
  const double points[] = {10, 10, 200, 90};
  const int64_t strokes[] = {2}, sketches[] = {1};
  static __thread uint8_t pixels[28 * 28];
  if (doodle_sketches(points, strokes, sketches, 1, 28, 256, 2, 1.5, pixels)) return 1;
  // The name of a touch is kept in a table of the process.
  char line[200];
  const int count = snprintf(line, sizeof line, "{\"phase\":\"began\",\"touch\":\"%s\",\"point\":[1,2]}\n", name);
  doodle *const drawing = doodle_new();
  const int code = doodle_apply(drawing, (const uint8_t *)line, count);
  doodle_delete(drawing);
  return code;
}

static void *go_on(void *unused) {
  (void)unused;
  char name[40];
  for (unsigned number = 0; !is_over; number++) {
    snprintf(name, sizeof name, "%u", number % 1000);
    draw(name);
  }
  return NULL;
}

int main(int count, char **arguments) {
  const int forks = count > 1 ? atoi(arguments[1]) : 80;
  // Tables are made by the first call, which must have ended.
  if (draw("first")) return 1;
  pthread_t threads[3];
  for (int thread = 0; thread < 3; thread++) pthread_create(&threads[thread], NULL, go_on, NULL);
  for (int fork_number = 0; fork_number < forks; fork_number++) {
    const pid_t child = fork();
    if (child == 0) {
      // A child that hangs ends with a signal.
      alarm(20);
      _exit(draw("child"));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
      fprintf(stderr, "the child of fork %d ended with %d\n", fork_number, status);
      return 1;
    }
  }
  is_over = 1;
  for (int thread = 0; thread < 3; thread++) pthread_join(threads[thread], NULL);
  return 0;
}
