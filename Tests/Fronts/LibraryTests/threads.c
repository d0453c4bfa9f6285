// Draws on eight threads at once: threads LOG HASH
//
// Each thread has drawings of its own, whose touches have names, which all drawings share in a table.
#include <doodle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, DRAWINGS = 25 };

static uint8_t *log_bytes;
static long log_count;
static const char *expected;

static void require(int condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "%s\n", what);
  abort();
}

/// Draws two strokes whose names only this thread and drawing have, and one whose name all have.
static void draw_named(doodle *drawing, long thread, int number) {
  char lines[400];
  const int count = snprintf(
    lines, sizeof lines,
    "{\"phase\":\"began\",\"point\":[1,1],\"touch\":\"%ld %d\"}\n{\"phase\":\"began\",\"point\":[5,9],\"touch\":\"all\"}\n"
    "{\"phase\":\"ended\",\"point\":[90,50],\"touch\":\"%ld %d\"}\n{\"phase\":\"ended\",\"point\":[80,9],\"touch\":\"all\"}\n",
    thread, number, thread, number);
  require(!doodle_begin(drawing, 100, 60, 1, 1), "a canvas is refused");
  require(!doodle_apply(drawing, (const uint8_t *)lines, count), "lines are refused");
  require(!doodle_update(drawing) && doodle_area(drawing, DOODLE_WIDTH) == 100, "the first update is not the whole canvas");
  require(!doodle_hash(drawing), "a drawing has no hash");
}

/// Draws a stroke across two sizes of pictures: calls of one size use the memory of earlier ones.
static void draw_sketches(void) {
  static const double points[] = {0, 128, 255, 128};
  static const int64_t stroke_ends[] = {2, 0}, sketch_ends[] = {1};
  static uint8_t zeros[40 * 40];
  uint8_t pixels[40 * 40];
  for (int side = 28; side <= 40; side += 12) {
    memset(pixels, 7, sizeof pixels);
    require(!doodle_sketches(points, stroke_ends, sketch_ends, 1, side, 256, 2, 3, pixels), "a sketch is refused");
    require(!memcmp(pixels, zeros, (size_t)(side * side / 3)), "a sketch has ink above its line");
    require(pixels[side * side / 2 + side / 2] == 255, "a sketch has no line");
  }
  require(doodle_sketches(points, stroke_ends, (const int64_t[]){2}, 1, 28, 256, 2, 3, pixels), "ends decrease");
}

static void *work(void *thread) {
  char hash[65] = "";
  for (int number = 0; number < DRAWINGS; number++) {
    doodle *drawing = doodle_new();
    draw_named(drawing, (long)(intptr_t)thread, number);
    const char *result = (const char *)doodle_result(drawing);
    require(!hash[0] || !strcmp(hash, result), "equal drawings have different hashes");
    strcpy(hash, result);
    require(!doodle_begin(drawing, 0.0 / 0.0, 0.0 / 0.0, 0.0 / 0.0, 0), "a drawing cannot begin anew");
    require(!doodle_apply(drawing, log_bytes, log_count) && !doodle_hash(drawing), "the log is refused");
    require(!strcmp(expected, (const char *)doodle_result(drawing)), "the hash differs from the command's");
    draw_sketches();
    doodle_delete(drawing);
  }
  return NULL;
}

int main(int argc, char **argv) {
  require(argc == 3, "usage: threads LOG HASH");
  expected = argv[2];
  FILE *log = fopen(argv[1], "rb");
  require(log && !fseek(log, 0, SEEK_END), argv[1]);
  log_count = ftell(log);
  rewind(log);
  log_bytes = malloc((size_t)log_count);
  require(log_bytes && fread(log_bytes, 1, (size_t)log_count, log) == (size_t)log_count, argv[1]);
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) require(!pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i), "no thread");
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%d drawings on %d threads are right\n", 2 * THREADS * DRAWINGS, THREADS);
  return 0;
}
