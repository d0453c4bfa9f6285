/* Draws a log to a PNG: draw LOG PNG
 *
 * cc draw.c $(pkg-config --cflags --libs doodle) -o draw */
#include <doodle.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: draw LOG PNG\n", stderr);
    return 2;
  }
  doodle *drawing = doodle_new();
  FILE *log = fopen(argv[1], "rb");
  if (!drawing || !log) {
    perror(argv[1]);
    return 1;
  }
  /* A log is read line by line, so that its errors name the line in the file. */
  char *line = NULL;
  size_t room = 0;
  long number = 1;
  ssize_t count;
  while ((count = getline(&line, &room, log)) >= 0) {
    if (doodle_apply(drawing, (const uint8_t *)line, count)) {
      fprintf(stderr, "%s: line %ld: %s\n", argv[1], number, (const char *)doodle_result(drawing));
      return 1;
    }
    number++;
  }
  free(line);
  fclose(log);

  if (doodle_png(drawing, 0, 0)) {
    fprintf(stderr, "%s: %s\n", argv[1], (const char *)doodle_result(drawing));
    return 1;
  }
  FILE *picture = fopen(argv[2], "wb");
  size_t size = (size_t)doodle_result_count(drawing);
  if (!picture || fwrite(doodle_result(drawing), 1, size, picture) != size || fclose(picture)) {
    perror(argv[2]);
    return 1;
  }
  if (doodle_hash(drawing)) return 1;
  puts((const char *)doodle_result(drawing));
  doodle_delete(drawing);
  return 0;
}
