"""Wrong input gets a Python error that says what is wrong, and leaves the drawing usable."""

import copy
import json
import math
import pickle
import unittest

import numpy
from support import ROOT

import doodle
from doodle import DoodleError, Drawing

NO_NUMBERS = [math.nan, math.inf, -math.inf, numpy.float32("nan")]
NO_TYPES = ["5", b"5", None, [], {}, object(), 1j, numpy.zeros(2)]


class ErrorTests(unittest.TestCase):
    def setUp(self):
        self.drawing = Drawing(100, 80)
        self.addCleanup(self.drawing.close)

    def assert_usable(self):
        """The drawing has only its header."""
        self.assertEqual(self.drawing.event_count, 1)
        self.assertEqual(self.drawing.log().count("\n"), 1)
        self.assertEqual(self.drawing.pixels.shape, (80, 100, 4))

    def assert_refused(self, error, words, call, *arguments, **named):
        with self.subTest(arguments=str(arguments)[:80], named=str(named)[:80]):
            with self.assertRaises(error) as caught:
                call(*arguments, **named)
            self.assertIn(words, str(caught.exception))
            return caught.exception

    def test_an_error_has_the_line_the_column_and_the_reason(self):
        with self.assertRaises(DoodleError) as caught:
            self.drawing.apply('{"tool":"pen"}\n{"phase":"gone","touch":1,"point":[1,2]}\n')
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual((error.line, error.column), (2, 10))
        self.assertIn('"gone"', error.reason)
        self.assertEqual(str(error), f"line 2, column 10: {error.reason}")
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            self.assertEqual((type(other), str(other)), (DoodleError, str(error)))
            self.assertEqual((other.line, other.column, other.reason), (2, 10, error.reason))
        # The line before has been applied; lines are counted from the first that was.
        self.assertEqual(self.drawing.event_count, 2)
        self.assertEqual(self.assert_refused(DoodleError, "", self.drawing.apply, "[]").line, 2)

    def test_an_error_without_a_line_has_zeros(self):
        error = self.assert_refused(DoodleError, "a width and a height", Drawing, width=5)
        self.assertEqual((error.line, error.column, str(error)), (0, 0, error.reason))

    def test_limits_are_errors_and_keep_what_was_applied(self):
        stroke = '{"phase":"began","point":[1,2]}\n' + '{"phase":"moved","point":[50,60]}\n' * 500 + '{"phase":"ended","point":[1,2]}\n'
        with Drawing(100, 80, memory=100_000) as small:
            error = self.assert_refused(DoodleError, "limit of 100000 bytes", small.apply, stroke * 50)
            self.assertGreater(error.line, 100)
            self.assertGreater(small.event_count, 100)
            self.assertEqual(small.event_count, small.log().count("\n"))
            self.assert_refused(DoodleError, "limit", small.add_picture, "a.png", numpy.zeros((200, 200, 4), numpy.uint8))
        with Drawing(100, 80, seconds=1e-4) as slow:
            self.assert_refused(DoodleError, "limit of 0.0001 seconds", slow.apply, stroke * 2000)
            self.assertLess(slow.event_count, 1_000_000)
            self.assertEqual(slow.event_count, slow.log().count("\n"))
        with Drawing(100, 80, pixels=100 * 80) as exact:
            self.assertEqual(exact.pixels.shape, (80, 100, 4))
        with Drawing(100, 80, pixels=100 * 80 - 1) as large:
            large.apply('{"phase":"began","point":[1,2]}')
            self.assert_refused(DoodleError, "", large.png)
        for name in ["memory", "seconds", "pixels"]:
            for value in [0, -1, -math.inf]:
                self.assert_refused(DoodleError, "", Drawing, 10, 10, **{name: value})
        self.assertEqual(len(Drawing(10, 10, memory=1e300, seconds=1e300, pixels=1e300).hash()), 64)

    def test_integers_beyond_those_of_c_are_refused(self):
        for value in [1 << 31, -(1 << 31) - 1, (1 << 32) + 1, 1 << 63, 10**30, numpy.int64(1 << 40)]:
            self.assert_refused(DoodleError, "is not between", self.drawing.svg_film, plays=value)
            self.assert_refused(DoodleError, "is not between", self.drawing.view, 0, 0, value, 10, 1)
        self.assert_usable()
        self.assertIn("<svg", self.drawing.svg_film(plays=numpy.int8(1)))

    def test_sizes_are_numbers_in_range(self):
        for value in [*NO_NUMBERS, 10**400]:
            self.assert_refused(DoodleError, "width", Drawing, value, 10)
            self.assert_refused(DoodleError, "scale", Drawing, 10, 10, value)
        for value in [value for value in NO_TYPES if value is not None]:
            self.assert_refused(TypeError, "height must be a number", Drawing, 10, value)
        for value in [0, -1, 1e8, 1e300]:
            self.assert_refused(DoodleError, "canvas", Drawing, value, 10)
        for value in [0, -1, 1e-300, 1e300]:
            self.assert_refused(DoodleError, "scale", Drawing, 10, 10, value)

    def test_a_canvas_that_is_too_large_is_refused_when_it_is_drawn(self):
        with Drawing(1e7, 1e7) as drawing:
            for call in (drawing.hash, drawing.png, drawing.svg, drawing.changed, lambda: drawing.pixels):
                self.assert_refused(DoodleError, "pixels", call)
            self.assertEqual(drawing.event_count, 1)

    def test_touches_have_finite_numbers(self):
        for value in [*NO_NUMBERS, 10**400]:
            self.assert_refused(DoodleError, "x ", self.drawing.touch, "began", 1, value, 5)
            self.assert_refused(DoodleError, "y ", self.drawing.touch, "began", 1, 5, value)
            for name in ("pressure", "time", "altitude", "azimuth"):
                self.assert_refused(DoodleError, f"{name} ", self.drawing.touch, "began", 1, 5, 5, **{name: value})
        for value in NO_TYPES:
            self.assert_refused(TypeError, "y must be a number", self.drawing.touch, "began", 1, 5, value)
            if value is not None:
                self.assert_refused(TypeError, "time must be", self.drawing.touch, "began", 1, 5, 5, time=value)
        self.assert_usable()

    def test_touches_that_a_log_cannot_have_are_refused(self):
        touch = self.drawing.touch
        self.assert_refused(DoodleError, "gone", touch, "gone", 1, 5, 5)
        self.assert_refused(DoodleError, "1e7", touch, "began", 1, 1e9, 5)
        self.assert_refused(DoodleError, "pressure", touch, "began", 1, 5, 5, pressure=-1)
        self.assert_refused(DoodleError, "foot", touch, "began", 1, 5, 5, pointer="foot")
        self.assert_refused(DoodleError, "", touch, "moved", 1, 5, 5)
        self.assert_refused(TypeError, "phase", touch, 0, 1, 5, 5)
        self.assert_refused(TypeError, "phase", touch, ["began"], 1, 5, 5)
        self.assert_refused(TypeError, "pointer", touch, "began", 1, 5, 5, pointer=1)
        for value in [1.5, None, b"1", [1]]:
            self.assert_refused(TypeError, "touch must be an integer", touch, "began", value, 5, 5)
        for value in [1.5, "1", [1]]:
            self.assert_refused(TypeError, "index must be an integer", touch, "began", 1, 5, 5, index=value)
        self.assert_usable()

    def test_a_negative_index_is_that_of_the_log(self):
        self.drawing.touch("began", 1, 5, 5, index=-1)
        self.assertIn('"index":-1', self.drawing.log())

    def test_numbers_of_touches_beyond_32_bits_are_those_of_the_log(self):
        for value in (2**31, -(2**31) - 1, 2**40):
            with self.subTest(value=value), Drawing(50, 50) as one, Drawing(50, 50) as other:
                line = {"phase": "began", "touch": value, "point": [5, 5]}
                try:
                    other.apply(line)
                except DoodleError as error:
                    self.assert_refused(DoodleError, error.reason, one.touch, "began", value, 5, 5)
                else:
                    one.touch("began", value, 5, 5)
                    self.assertIn(f'"touch":{value}', one.log())

    def test_lines_are_text_bytes_or_dicts(self):
        for value in [5, None, 1.5, object(), numpy.zeros(3), [5], [None], [["a"]]]:
            self.assert_refused(TypeError, "line", self.drawing.apply, value)
        for value in [{"a": math.nan}, {"a": [math.inf]}]:
            self.assertEqual(self.assert_refused(DoodleError, "", self.drawing.apply, value).line, 1)
        for value in [{"a": object()}, {"a": {1, 2}}, {(1, 2): 3}]:
            self.assert_refused(TypeError, "", self.drawing.apply, value)
        loop = {}
        loop["a"] = loop
        self.assert_refused(DoodleError, "JSON", self.drawing.apply, loop)
        self.assert_refused(DoodleError, "", self.drawing.apply, {"id": "\ud800", "tool": "pen"})
        self.assert_refused(DoodleError, "", self.drawing.apply, '{"id":"\ud800"}')
        for value in ["\0", b"\xff\xfe", bytes(1000), b"\x89PNG", "[1]", "5", "null", '{"a":' + "[" * 100_000]:
            self.assert_refused(DoodleError, "", self.drawing.apply, value)
        self.assert_usable()
        for value in ["", b"", [], (), "\n\n", "\ufeff"]:
            self.drawing.apply(value)
        self.assertEqual(self.drawing.event_count, 1)

    def test_an_iterable_that_fails_leaves_what_was_applied(self):
        def lines():
            yield {"phase": "began", "touch": 1, "point": [5, 5], "note": "x" * 300_000}
            raise RuntimeError("no more")
        with self.assertRaises(RuntimeError):
            self.drawing.apply(lines())
        self.assertTrue(self.drawing.is_touched)

    def test_an_iterable_may_read_the_drawing(self):
        self.drawing.apply({"phase": "began", "touch": n, "point": [self.drawing.size[0], n]} for n in range(3))
        self.assertEqual(self.drawing.event_count, 4)

    def test_pictures_are_arrays_of_bytes_with_three_or_four_channels(self):
        picture = numpy.zeros((4, 5, 4), numpy.uint8)
        add = self.drawing.add_picture
        for shape in [(4, 5), (4, 5, 1), (4, 5, 2), (4, 5, 5), (0, 5, 4), (4, 0, 4), (4, 5, 4, 1), (), (80,)]:
            self.assert_refused(DoodleError, "shape", add, "a.png", numpy.zeros(shape, numpy.uint8))
        for kind in [numpy.float32, numpy.int64, bool, numpy.int8, object]:
            self.assert_refused(TypeError, "uint8", add, "a.png", picture.astype(kind))
        for value in ["a.png", None, b"\x89PNG", 5]:
            self.assert_refused(TypeError, "uint8", add, "a.png", value)
        for name in [b"a.png", None, 5]:
            self.assert_refused(TypeError, "name", add, name, picture)
        add("\ud800", picture)
        add("", picture)
        self.assert_usable()

    def test_fonts_are_bytes(self):
        for value in ["a", None, 5, [1, 2], numpy.zeros(3, numpy.uint8)]:
            self.assert_refused(TypeError, "bytes", self.drawing.add_font, "a.ttf", value)
        for value in [b"", b"abc", bytes(100_000), b"\0\1\0\0" + b"\xff" * 1000, b"OTTO" + bytes(range(256)) * 9]:
            self.assert_refused(DoodleError, "a.ttf", self.drawing.add_font, "a.ttf", value)
        self.assert_refused(DoodleError, "", self.drawing.add_font, "a.png", b"abc")
        self.assert_refused(TypeError, "name", self.drawing.add_font, None, b"abc")
        self.assert_usable()

    def test_saved_drawings_are_bytes_and_errors_have_their_places(self):
        add = self.drawing.add_drawing
        for value in ["a", None, 5, [1, 2], numpy.zeros(3, numpy.uint8)]:
            self.assert_refused(TypeError, "bytes", add, "a.json", value)
        self.assert_refused(TypeError, "name", add, None, b"{}")
        for value, place, words in [
            (b"", (1, 1), ""), (b"abc", (1, 1), ""), (b'{"drawing":9,"elements":[]}', (1, 12), "9"),
            (b'{"drawing":1,\n"elements":[{"kind":"cloud"}]}', (2, 21), "cloud"), (b"[" * 100_000, None, ""),
        ]:
            with self.assertRaises(DoodleError) as caught:
                add("a.json", value)
            self.assertIn(words, caught.exception.reason)
            if place:
                self.assertEqual((caught.exception.line, caught.exception.column), place)
        self.assert_refused(DoodleError, '"a.json" is missing', Drawing().apply, {"command": "open", "path": "a.json"})
        self.assert_usable()

    def test_a_saved_drawing_counts_as_memory(self):
        letters = json.dumps({"drawing": 1, "elements": [{"kind": "text", "text": "a" * 100_000, "at": [0, 0]}]}).encode()
        with Drawing(9, 9, memory=10_000_000) as drawing:
            drawing.add_drawing("a.json", letters)
            self.assert_refused(DoodleError, "limit", drawing.apply, {"command": "open", "path": "a.json"})
            self.assert_refused(DoodleError, "limit", drawing.add_drawing, "b.json", letters + bytes(b" " * 3_000_000))
            drawing.apply({"tool": "pen"})
            self.assertEqual(drawing.elements, [])

    def test_resolutions_are_numbers_in_range(self):
        for value in NO_NUMBERS:
            self.assert_refused(DoodleError, "dpi", self.drawing.png, dpi=value)
        for value in [-1, 1e-9, 1e12]:
            self.assert_refused(DoodleError, "dots per inch", self.drawing.png, dpi=value)
        self.assert_refused(TypeError, "dpi", self.drawing.png, dpi="96")
        self.assert_refused(TypeError, "start", self.drawing.log, "0")

    def test_a_closed_drawing_is_refused(self):
        self.drawing.close()
        self.drawing.close()
        calls = [
            lambda: self.drawing.apply(""), lambda: self.drawing.touch("began", 1, 5, 5), self.drawing.changed,
            self.drawing.hash, self.drawing.png, self.drawing.svg, self.drawing.log, self.drawing.picture,
            lambda: self.drawing.add_picture("a", numpy.zeros((1, 1, 4), numpy.uint8)),
            lambda: self.drawing.add_font("a.ttf", b""), lambda: self.drawing.add_drawing("a", b""),
        ]
        for name in (
            "pixels", "size", "undo_count", "redo_count", "event_count", "log_length", "is_touched", "model", "elements",
            "selection", "boxes",
        ):
            calls.append(lambda name=name: getattr(self.drawing, name))
        for call in calls:
            self.assert_refused(DoodleError, "closed", call)
        self.assertIsNone(self.drawing._repr_png_())

    def test_the_memory_of_a_drawing_is_freed_once(self):
        for call in (copy.deepcopy, pickle.dumps):
            self.assert_refused(TypeError, "", call, self.drawing)
        other = copy.copy(self.drawing)
        self.assertEqual(other.hash(), self.drawing.hash())
        other.close()
        self.assert_refused(DoodleError, "closed", self.drawing.hash)

    def test_render_explains_text_that_is_a_path(self):
        self.assert_refused(DoodleError, "pathlib.Path", doodle.render, str(ROOT / "Examples/dots.jsonl"))
        self.assert_refused(DoodleError, "no ink", doodle.render, "")
        self.assert_refused(FileNotFoundError, "none.jsonl", doodle.render, ROOT / "none.jsonl")
        for value in [5, None]:
            self.assert_refused(TypeError, "", doodle.render, value)
            self.assert_refused(TypeError, "", doodle.timeline, value)
        self.assert_refused(DoodleError, "", doodle.render, ROOT / "Examples/dots.png")


if __name__ == "__main__":
    unittest.main()
