// Calls the functions of doodle.h in any order, with any values that the header allows, as libFuzzer's input says.
#include <doodle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *input;
static size_t rest;

static uint8_t byte(void) {
  if (rest == 0) return 0;
  rest--;
  return *input++;
}

/// Small whole numbers, unusual numbers, or any double.
static double number(void) {
  static const double unusual[] = {0, -0.0, 1e-300, 1e7, -1e7, 1.1e7, 1e300, INFINITY, -INFINITY, NAN};
  const uint8_t kind = byte();
  if (kind < 200) return kind;
  if (kind < 240) return unusual[kind % 10];
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) bits = bits << 8 | byte();
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// Takes up to `limit` bytes of the input; their number is in `count`.
static const uint8_t *bytes(size_t limit, intptr_t *count) {
  size_t length = (size_t)byte() << 4;
  if (length > limit) length = limit;
  if (length > rest) length = rest;
  const uint8_t *start = input;
  *count = (intptr_t)length;
  input += length;
  rest -= length;
  return start;
}

static void draw_sketches(void) {
  double points[32];
  for (int i = 0; i < 32; i++) points[i] = number();
  // Ends in the arrays, in ascending order or not.
  int64_t strokes[4], sketches[3];
  for (int i = 0; i < 4; i++) strokes[i] = byte() % 17;
  for (int i = 0; i < 3; i++) sketches[i] = byte() % 5;
  const intptr_t side = 1 + byte() % 64;
  uint8_t *pixels = malloc((size_t)(3 * side * side));
  doodle_sketches(points, strokes, sketches, byte() % 4, side, number(), number(), number(), pixels);
  free(pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  (input = data), rest = size;
  doodle *drawing = doodle_new();
  // Small: the drawing of large canvases is no part of the interface.
  doodle_begin(drawing, 1 + byte() % 64, 1 + byte() % 64, 1, 1);
  intptr_t count, name_count;
  while (rest > 0) {
    switch (byte() % 17) {
      case 0: {
        static const double unusual[] = {0, -1, INFINITY, NAN, 1e300};
        const double width = byte() % 64, height = byte() % 64, scale = byte() / 128.0;
        const double other = unusual[byte() % 5];
        const uint8_t kind = byte() % 16;
        doodle_begin(drawing, kind == 1 ? other : width, kind == 2 ? other : height, kind == 3 ? other : scale, byte() & 1);
        break;
      }
      case 1: case 2: {
        const uint8_t *lines = bytes(4000, &count);
        doodle_apply(drawing, lines, count);
        break;
      }
      case 3: case 4: case 5: {
        const int32_t phase = byte() % 6, touch = byte() % 3, pointer = byte() % 5 - 1, predicted = byte() & 1;
        doodle_touch(
          drawing, phase, touch, pointer, predicted, byte() - 1, number(), number(), number(), number(), number(), number());
        break;
      }
      case 6: {
        const uint8_t *name = bytes(40, &name_count);
        const intptr_t width = byte() % 9, height = byte() % 9;
        uint32_t pixels[64];
        memset(pixels, byte(), sizeof pixels);
        doodle_add_picture(drawing, name, name_count, pixels, width, height);
        break;
      }
      case 7: {
        const uint8_t *name = bytes(20, &name_count);
        const uint8_t *font = bytes(4000, &count);
        doodle_add_font(drawing, name, name_count, font, count);
        break;
      }
      case 8:
        doodle_update(drawing);
        if (doodle_pixels(drawing)) {
          const intptr_t area = (intptr_t)doodle_width(drawing) * doodle_height(drawing);
          volatile uint32_t last = doodle_pixels(drawing)[area - 1];
          (void)last;
        }
        break;
      case 9: doodle_hash(drawing); break;
      case 10: doodle_png(drawing, byte() & 1, number()); break;
      case 11: doodle_svg(drawing), doodle_svg_film(drawing, number(), number(), byte() - 5); break;
      case 12: doodle_log(drawing, byte() * 16 - 100); break;
      case 13:
        for (int i = -1; i < 6; i++) doodle_count(drawing, i), doodle_area(drawing, i);
        doodle_model(drawing);
        doodle_elements(drawing);
        doodle_selection(drawing);
        doodle_boxes(drawing);
        doodle_element_at(drawing, number(), number(), number());
        doodle_view(drawing, number(), number(), byte(), byte(), number());
        doodle_styles(drawing, (const uint8_t *)"e1\0e2", 5);
        break;
      case 14: {
        const uint8_t *log = bytes(2000, &count);
        doodle_timeline(drawing, log, count);
        break;
      }
      case 15: {
        const uint8_t *saved = bytes(4000, &count);
        doodle_add_drawing(drawing, (const uint8_t *)"a.json", 6, saved, count);
        break;
      }
      default: draw_sketches();
    }
    // A result ends with a zero that is not counted.
    if (doodle_result(drawing)[doodle_result_count(drawing)] != 0) abort();
  }
  doodle_delete(drawing);
  return 0;
}
