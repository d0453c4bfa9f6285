// Repeats calls that are refused and calls that are not: leaks LOG
//
// The memory in use afterward must be that after the first round.
#include <doodle.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 300, MOST_BYTES_KEPT = 64 << 10 };

static size_t memory_in_use(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static int apply(doodle *drawing, const char *lines) {
  return doodle_apply(drawing, (const uint8_t *)lines, (intptr_t)strlen(lines));
}

/// Opens a saved drawing that has an element of each kind.
static void open_saved(void) {
  static const char saved[] =
    "{\"drawing\":1,\"elements\":[{\"kind\":\"stroke\",\"tool\":\"pen\",\"samples\":[[5,5,0],[60,40,1]]},"
    "{\"kind\":\"rect\",\"a\":[5,5],\"b\":[40,30]},{\"kind\":\"text\",\"text\":\"A\",\"at\":[5,50]},"
    "{\"kind\":\"image\",\"path\":\"p\",\"frame\":[0,0,20,20]}]}";
  static const char line[] = "{\"command\":\"open\",\"path\":\"a.json\"}\n";
  static const uint32_t picture[4];
  const uint8_t *const path = (const uint8_t *)"a.json";
  doodle *drawing = doodle_new();
  int refused = doodle_add_drawing(drawing, path, 6, (const uint8_t *)saved, 100);
  refused += apply(drawing, line);
  const int unread = doodle_add_drawing(drawing, path, 6, (const uint8_t *)saved, sizeof saved - 1);
  refused += apply(drawing, line);
  doodle_add_picture(drawing, (const uint8_t *)"p", 1, picture, 2, 2);
  if (unread || refused < 3 || apply(drawing, line)) fprintf(stderr, "a saved drawing is not opened\n"), abort();
  doodle_hash(drawing);
  doodle_svg_film(drawing, 1, NAN, 0);
  doodle_delete(drawing);
}

/// Names touches as no drawing did before.
static void name_touches(doodle *drawing) {
  static int count;
  char line[2000];
  for (int touch = 0; touch < 2; touch++) {
    snprintf(line, sizeof line, "{\"phase\":\"began\",\"x\":5,\"y\":5,\"touch\":\"%01000d\"}\n", count++);
    if (apply(drawing, line)) fprintf(stderr, "a name is refused\n"), abort();
  }
}

static void draw(const uint8_t *log, intptr_t count) {
  static const double points[] = {0, 0, 100, 100};
  static const int64_t stroke_ends[] = {2}, sketch_ends[] = {1};
  static const uint32_t picture[4];
  static uint8_t pixels[28 * 28];
  doodle *drawing = doodle_new();
  int refused = 0;
  refused += doodle_begin(drawing, 0, 0, 1, 0);
  refused += doodle_begin(drawing, 10, 10, INFINITY, 0);
  refused += doodle_begin(drawing, NAN, 10, 1, 0);
  refused += apply(drawing, "{\"phase\":\"gone\"}\n");
  refused += apply(drawing, "{\"command\":\"delete\",\"id\":5}\n");
  refused += doodle_touch(drawing, DOODLE_MOVED, 1, DOODLE_FINGER, 0, -1, 0, 0, NAN, NAN, NAN, NAN);
  refused += doodle_add_font(drawing, (const uint8_t *)"", 0, log, count);
  refused += doodle_add_font(drawing, (const uint8_t *)"?", 1, log, count);
  refused += doodle_add_drawing(drawing, (const uint8_t *)"d", 1, log, count);
  refused += doodle_add_picture(drawing, (const uint8_t *)"p", 1, picture, 0, 2);
  refused += doodle_timeline(drawing, (const uint8_t *)"{", 1);
  refused += doodle_sketches(points, stroke_ends, sketch_ends, 1, 28, NAN, -1, 2, pixels);
  if (refused < 10) fprintf(stderr, "only %d calls are refused\n", refused), abort();
  doodle_begin(drawing, NAN, NAN, NAN, 1);
  doodle_add_picture(drawing, (const uint8_t *)"p", 1, picture, 2, 2);
  doodle_apply(drawing, log, count);
  doodle_update(drawing);
  doodle_hash(drawing);
  doodle_png(drawing, 1, 72);
  doodle_svg(drawing);
  doodle_svg_film(drawing, 2, 0.5, 0);
  doodle_timeline(drawing, log, count);
  doodle_sketches(points, stroke_ends, sketch_ends, 1, 28, NAN, 2, 2, pixels);
  name_touches(drawing);
  open_saved();
  doodle_delete(drawing);
}

int main(int count, char **arguments) {
  FILE *file = fopen(count > 1 ? arguments[1] : "", "rb");
  if (!file) return 2;
  static uint8_t log[1 << 20];
  const intptr_t bytes = (intptr_t)fread(log, 1, sizeof log, file);
  fclose(file);
  draw(log, bytes);
  const size_t before = memory_in_use();
  for (int round = 0; round < ROUNDS; round++) draw(log, bytes);
  const size_t after = memory_in_use();
  if (after > before + MOST_BYTES_KEPT) {
    fprintf(stderr, "%d rounds have kept %zu bytes\n", ROUNDS, after - before);
    return 1;
  }
}
