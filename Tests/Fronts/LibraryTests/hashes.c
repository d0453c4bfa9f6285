// Prints the hash of each log as `doodle hash` does: hashes LOG…; as draw.c, but of many logs in one process.
//
// Logs that are refused are named in errors; the others are drawn.
#include <doodle.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t *read_all(FILE *file, intptr_t *count) {
  size_t size = 1 << 16, used = 0;
  uint8_t *bytes = malloc(size);
  size_t got;
  while (bytes && (got = fread(bytes + used, 1, size - used, file)) > 0) {
    used += got;
    if (used == size) bytes = realloc(bytes, size *= 2);
  }
  *count = (intptr_t)used;
  return bytes;
}

int main(int argc, char **argv) {
  int failed = 0;
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (!file) return perror(argv[i]), 2;
    intptr_t count;
    uint8_t *bytes = read_all(file, &count);
    fclose(file);
    doodle *drawing = doodle_new();
    if (!bytes || !drawing) return fputs("there is not enough memory\n", stderr), 2;
    const int refused = doodle_apply(drawing, bytes, count) || doodle_hash(drawing);
    fprintf(refused ? stderr : stdout, "%s  %s\n", (const char *)doodle_result(drawing), argv[i]);
    failed |= refused;
    doodle_delete(drawing);
    free(bytes);
  }
  return failed;
}
