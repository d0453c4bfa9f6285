/* libdoodle: draws logs of touches to pixels, as the command `doodle` does, with the same pixels on every machine.
 *
 *     doodle *drawing = doodle_new();
 *     if (doodle_apply(drawing, bytes, count) || doodle_png(drawing, 0, 0)) puts((const char *)doodle_result(drawing));
 *     else fwrite(doodle_result(drawing), 1, doodle_result_count(drawing), file);
 *     doodle_delete(drawing);
 *
 * Functions that return `int` return 0, or 1 after an error. The result is then the error: the line and the column in the
 * log, from 1 (0 0 if the error concerns no line), and a sentence, such as `3 10 unknown phase "gone"; use …`. An error
 * leaves what was there before; of the lines given together, those before the wrong line have been applied.
 *
 * A drawing is used by one thread at a time; different drawings by as many threads as there are. A process may fork while its
 * threads draw, once a first call of each kind has ended: the child may draw, too. The library reads no file,
 * no variable of the environment and no locale, and a clock only for a limit of time.
 *
 * Texts are UTF-8, given with their number of bytes. Lengths are points unless pixels are said; pixels are as many times
 * finer as the drawing's scale is. NaN stands for a number that is not known. */
#ifndef DOODLE_H
#define DOODLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A drawing, and the result of its last call. */
typedef struct doodle doodle;

/* A drawing whose canvas is that of its log's header, or as large as its ink. NULL without memory. */
doodle *doodle_new(void);

/* Frees a drawing and its result. Does nothing for NULL. */
void doodle_delete(doodle *drawing);

/* Begins the drawing anew, on a canvas of `width` times `height` points with `scale` pixels per point, which replace those of
 * the log's header; NaN leaves them to it. `shows_predictions`: whether pixels show where touches are predicted to go, until
 * they went there. */
int doodle_begin(doodle *drawing, double width, double height, double scale, int32_t shows_predictions);

/* Begins the drawing anew with limits, which stay when it is begun again: bytes of memory for ink and files, and as many for
 * pixels (2^31 unless it is called); seconds for each call (no limit); pixels of a picture (2^27). NaN stands for these. A
 * call that would exceed a limit fails, and what was applied before stays. The memory of ink is an estimate, and time is
 * looked at between lines and before pictures are drawn: one of them may take more. Where the system itself has no memory
 * left, the process ends with a signal, as nothing can be taken back then: limits are to be below what the system gives. */
int doodle_limit(doodle *drawing, double memory, double seconds, double pixels);

/* --- Events ------------------------------------------------------------------------------------------------------------- */

/* Applies whole lines of a log, of which `man 5 doodle-log` tells. */
int doodle_apply(doodle *drawing, const uint8_t *lines, intptr_t count);

enum doodle_phase { DOODLE_BEGAN, DOODLE_MOVED, DOODLE_STATIONARY, DOODLE_ENDED, DOODLE_CANCELLED };
enum doodle_pointer { DOODLE_UNKNOWN = -1, DOODLE_FINGER, DOODLE_PENCIL, DOODLE_MOUSE, DOODLE_ERASER };

/* Applies a touch without text: its phase, its number, the device, whether it is predicted, the index by which a later line
 * revises it (-1 for none), its position, its pressure from 0 on, where 1 is full, its time in seconds, and in radians the
 * pen's angle above the surface and its direction from the x axis. */
int doodle_touch(
  doodle *drawing, int32_t phase, int32_t touch, int32_t pointer, int32_t predicted, int32_t index, double x, double y,
  double pressure, double time, double altitude, double azimuth);

/* Adds a picture that later lines name as an image or as the background: `width` times `height` pixels as `doodle_pixels`
 * has them. The name is the path in the log, or the text of an image's "data". */
int doodle_add_picture(
  doodle *drawing, const uint8_t *name, intptr_t name_count, const uint32_t *pixels, intptr_t width, intptr_t height);

/* Adds the bytes of a TrueType or OpenType font that later lines name by the path in the log. The font with an empty name
 * draws what other fonts lack. */
int doodle_add_font(
  doodle *drawing, const uint8_t *name, intptr_t name_count, const uint8_t *bytes, intptr_t count);

/* Adds the bytes of a saved drawing, of `doodle save` or of Drawsana, that a later line opens by the path in the log. The result
 * is lines of JSON: the header of the drawing, as that of a log, and for each file to add before that line {"picture":PATH},
 * {"font":PATH}, or {"data":BASE64} for an image within the drawing; a picture under the ink is named by the header alone.
 * Paths in the drawing are relative to its folder. The line and the column of an error are those of the file. */
int doodle_add_drawing(
  doodle *drawing, const uint8_t *path, intptr_t path_count, const uint8_t *bytes, intptr_t count);

/* --- Pixels on a screen --------------------------------------------------------------------------------------------------- */

/* Shows `width` times `height` pixels of the canvas from a corner in points on, with `scale` pixels per point; with a scale of
 * NaN all of it at its own scale. Fails if a picture is under the ink. The finished picture stays. */
int doodle_view(doodle *drawing, double x, double y, int32_t width, int32_t height, double scale);

/* Draws what has been added since the last update. */
int doodle_update(doodle *drawing);

enum doodle_side { DOODLE_LEFT, DOODLE_TOP, DOODLE_WIDTH, DOODLE_HEIGHT };

/* A side of the box of what the last update changed, in pixels. Its width is 0 if nothing changed. */
int32_t doodle_area(doodle *drawing, int32_t side);

/* The size in pixels after the last update; 1 times 1 until the canvas is known. */
int32_t doodle_width(doodle *drawing);
int32_t doodle_height(doodle *drawing);

/* The pixels after the last update, row by row without gaps, valid until the next call: red in the lowest byte, then green,
 * blue, and the alpha, by which the colors are not multiplied. */
const uint32_t *doodle_pixels(doodle *drawing);

/* --- The finished drawing: as it would be if it ended now ------------------------------------------------------------------ */

/* The result is 64 hexadecimal digits, which `doodle hash` prints for the log. */
int doodle_hash(doodle *drawing);

/* The result is the width and the height as int32_t, and then the pixels as `doodle_pixels` has them. */
int doodle_picture(doodle *drawing);

/* The result is a PNG, which `doodle render` writes. `has_metadata`: with the version, the model and the SHA-256 of the log.
 * `dpi`: the resolution that it states; 0 for none. */
int doodle_png(doodle *drawing, int32_t has_metadata, double dpi);

/* The result is an SVG document, which `doodle render -o x.svg` writes but for how images in it are compressed. */
int doodle_svg(doodle *drawing);

/* The result is an SVG document that draws itself, as `doodle replay -o x.svg` makes it but for how images in it are
 * compressed. `speed`: seconds of the log per second, 0.001 to 1000000; 1 as it was drawn. `idle_limit`: longer pauses are
 * shortened to it, 0 to 1000000 seconds; NaN for no limit. `plays`: how often it is drawn; 0 for forever. */
int doodle_svg_film(doodle *drawing, double speed, double idle_limit, int32_t plays);

/* The result is the log of all events so far, from a byte on. */
void doodle_log(doodle *drawing, intptr_t start);

/* --- Results ---------------------------------------------------------------------------------------------------------------- */

/* The bytes of the last call that has a result or failed, and their number. A zero follows them. Valid until the next call. */
const uint8_t *doodle_result(doodle *drawing);
intptr_t doodle_result_count(doodle *drawing);

/* --- For editors ------------------------------------------------------------------------------------------------------------- */

enum doodle_kind { DOODLE_UNDO, DOODLE_REDO, DOODLE_EVENTS, DOODLE_TOUCHES, DOODLE_BYTES };

/* How many steps undo and redo can take, how many events there were, 1 if a touch is down, the log's bytes. */
intptr_t doodle_count(doodle *drawing, int32_t kind);

/* The result is the name of the stroke model. */
void doodle_model(doodle *drawing);

/* The result is the ids of the elements that can be selected, the lowest first, with a zero after each. */
void doodle_elements(doodle *drawing);

/* The result is the left and top edge, the width and the height of what is selected as doubles, and the words of a text;
 * empty if nothing is selected. */
void doodle_selection(doodle *drawing);

/* The result is the left and top edge, the width and the height of each of these elements as doubles, in the same order. */
void doodle_boxes(doodle *drawing);

/* The result is the id of the topmost element within `reach` points of a position; empty if there is none. */
void doodle_element_at(doodle *drawing, double x, double y, double reach);

/* The result is the styles of elements, the lowest first, each as a JSON object on a line. The ids have a zero in between.
 * A text has a "warning" if its font lacks letters. */
void doodle_styles(doodle *drawing, const uint8_t *ids, intptr_t count);

/* Shows what lines would change, without adding them to the log; each call goes on from the last. No lines, or any other
 * call that adds to the log or draws the finished picture, end it. */
int doodle_preview(doodle *drawing, const uint8_t *lines, intptr_t count);

/* The moments of a log, which need not be the drawing's. The result has a double that is 1 if the log has times, for each event
 * its time in seconds as a double, and for each the number of bytes up to the end of its line as a uint32_t. */
int doodle_timeline(doodle *drawing, const uint8_t *log, intptr_t count);

/* --- Data sets ----------------------------------------------------------------------------------------------------------------- */

/* Draws `count` sketches of straight lines as `doodle batch` draws them, to `side` times `side` bytes each: 0 without ink,
 * 255 full of it.
 *
 * `points` has x and y of all points, y downward. `stroke_ends` has for each stroke the number of points up to its end,
 * `sketch_ends` for each sketch the number of strokes up to its end; both count through all sketches. `source_size` is the
 * side of the data set's coordinate box, which fills the picture; NaN scales each sketch to fill it. The box of a sketch's
 * points is in the middle of its picture. `side`, at most 4096, `padding` and `line_width` are in pixels. Returns 1 if a number is
 * out of range, ends decrease, or a coordinate is not between -1e7 and 1e7; the pixels then have no meaning. */
int doodle_sketches(
  const double *points, const int64_t *stroke_ends, const int64_t *sketch_ends, intptr_t count, intptr_t side,
  double source_size, double padding, double line_width, uint8_t *pixels);

#ifdef __cplusplus
}
#endif

#endif
