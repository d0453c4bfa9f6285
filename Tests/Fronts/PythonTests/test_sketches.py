"""Sketches are drawn as `doodle batch --preset quickdraw-28` draws them, and arrays of sketch-rnn are as it defines them."""

import io
import json
import math
import pathlib
import random
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy
from support import DATA_SETS, ROOT, doodle

from doodle import DoodleError, Points, from_stroke3, save_sketch_rnn, sketches, to_stroke3, to_stroke5


def batch(rows, *options, preset="quickdraw-28"):
    """The array that the command makes of sketches."""
    records = "".join(json.dumps({"drawing": row, "key_id": str(number)}) + "\n" for number, row in enumerate(rows))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "sketches.npy")
        doodle("batch", "-", "--preset", preset, *options, "-o", path, "-q", input=records.encode())
        return numpy.load(path)


def made_up(seed, count=60):
    """Sketches in the form of Quick, Draw!: also dots, doubled points, and points outside the box."""
    source = random.Random(seed)
    def coordinate():
        return source.choice([source.randrange(256), source.randrange(256), source.uniform(-300, 600), 0, 255])
    rows = []
    for _ in range(count):
        row = []
        for _ in range(source.randrange(1, 9)):
            points = source.choice([1, 2, 2, 3, 12, 80])
            row.append([[coordinate() for _ in range(points)] for _ in "xy"])
            if source.random() < 0.2:
                row[-1] = [[values[0]] * points for values in row[-1]]
        rows.append(row)
    return rows


def arrays(rows):
    return [[numpy.array(stroke).T for stroke in row] for row in rows]


def pairs(rows):
    """Lists of points; those of two, which would be read as x and y, are arrays."""
    return [[stroke if len(stroke) != 2 else numpy.array(stroke) for stroke in (list(zip(*s)) for s in row)] for row in rows]


class SketchTests(unittest.TestCase):
    def assert_same(self, rows, size=28, *options, **named):
        expected = batch(rows, *options)
        for form in (rows, arrays(rows), pairs(rows), (iter(row) for row in rows)):
            actual = sketches(form, size, **named)
            self.assertEqual((actual.shape, actual.dtype), ((len(rows), size, size), numpy.uint8))
            numpy.testing.assert_array_equal(actual.reshape(len(rows), -1), expected.reshape(len(rows), -1))

    def test_made_up_sketches_are_those_of_the_command(self):
        for seed in range(6):
            with self.subTest(seed=seed):
                self.assert_same(made_up(seed))

    def test_sizes_paddings_and_widths_are_those_of_the_command(self):
        rows = made_up(7, 20)
        self.assert_same(rows, 64, "--size", "64")
        self.assert_same(rows, 65, "--size", "65")
        self.assert_same(rows, 1, "--size", "1")
        self.assert_same(rows, 40, "--size", "40", "--padding", "3", "--stroke", "2.5", padding=3, line_width=2.5)
        self.assert_same(rows, 28, "--source-size", "100", source_size=100)
        self.assert_same(rows, 28, "--fit", "content", source_size=None)

    @unittest.skipUnless(DATA_SETS, "DOODLE_DATA_SETS names no folder of *.ndjson")
    def test_real_sketches_are_those_of_the_command(self):
        files = sorted(pathlib.Path(DATA_SETS).glob("*.ndjson"))
        self.assertGreater(len(files), 0)
        for file in files:
            with self.subTest(file=file.name), tempfile.TemporaryDirectory() as folder:
                rows = [json.loads(line)["drawing"] for line in file.read_text().splitlines()]
                path = pathlib.Path(folder, "a.npy")
                doodle("batch", "--preset", "quickdraw-28", file, "-o", path, "-q")
                numpy.testing.assert_array_equal(sketches(rows).reshape(len(rows), -1), numpy.load(path))

    def test_the_examples_are_those_of_the_command(self):
        file = ROOT / "Examples/data-sets/sketches.ndjson"
        self.assert_same([json.loads(line)["drawing"] for line in file.read_text().splitlines()])

    def test_a_call_for_each_sketch_gives_the_same(self):
        rows = made_up(11, 40)
        numpy.testing.assert_array_equal(numpy.concatenate([sketches([row]) for row in rows]), sketches(rows))

    def test_threads_draw_at_once(self):
        sets = [made_up(seed, 100) for seed in range(8)]
        expected = [sketches(rows) for rows in sets]
        with ThreadPoolExecutor(8) as pool:
            for _ in range(5):
                for actual, one in zip(pool.map(sketches, sets), expected):
                    numpy.testing.assert_array_equal(actual, one)

    def test_two_lists_are_x_and_y_and_an_array_has_rows_of_points(self):
        line = sketches([[[[0, 255], [128, 128]]]])
        numpy.testing.assert_array_equal(sketches([[numpy.array([[0, 128], [255, 128]])]]), line)
        numpy.testing.assert_array_equal(sketches([[[(0, 128), (100, 128), (255, 128)]]]), line)
        numpy.testing.assert_array_equal(sketches([[[numpy.array([0, 255]), numpy.array([128, 128])]]]), line)
        self.assertGreater(line[0, 13:15, 2:26].min(), 0)
        self.assertEqual(line[0, :10].max(), 0)

    def test_points_are_drawn_as_they_are(self):
        for rows in (made_up(31, 3), made_up(32, 200), [[], [[]], [[[0, 255], [128, 128]]], []], []):
            points, expected = Points.of(rows), sketches(rows)
            self.assertEqual(
                points.points.tolist(), [list(pair) for row in rows for stroke in row for pair in zip(*stroke)] if rows else [])
            read_only = [array.copy() for array in points]
            for array in read_only:
                array.flags.writeable = False
            for given in (
                points, Points(*read_only), Points(numpy.asfortranarray(points.points), *points[1:]),
                Points(points.points.repeat(2, 0)[::2], *(array.astype(numpy.int32) for array in points[1:])),
                Points(*(array.tolist() if array.size else array for array in points)),
            ):
                numpy.testing.assert_array_equal(sketches(given), expected)

    def test_wrong_points_are_refused(self):
        points = numpy.zeros((4, 2))
        for given, words in [
            ((points.ravel(), [4], [1]), "the shape"), ((numpy.zeros((4, 3)), [4], [1]), "the shape"),
            ((points, [3], [1]), "stroke_ends must end at 4"), ((points, [5], [1]), "stroke_ends must end at 4"),
            ((points, [4], [2]), "sketch_ends must end at 1"), ((points, [], [0]), "stroke_ends must end at 4"),
            ((points, [4.0], [1]), "integers"), ((points, [[4]], [1]), "one dimension"), ((points, [3, 1, 4], [3]), "never decrease"),
            ((points, [-1, 4], [2]), "never decrease"), ((points, [2, 4], [-1, 2]), "never decrease"),
            ((points, [2**62, 4], [2]), "never decrease"), ((points + numpy.nan, [4], [1]), "between"), ((points + 2e7, [4], [1]), "between"),
        ]:
            with self.subTest(words=words, given=str(given[1:])), self.assertRaisesRegex(DoodleError, words):
                sketches(Points(*given))

    def test_nothing_is_blank(self):
        self.assertEqual(sketches([]).shape, (0, 28, 28))
        for blank in [[], [[]], [[[], []]], [numpy.empty((0, 2))], [[], [[], []]]]:
            self.assertEqual(sketches([blank]).sum(), 0)
        line = [[0, 255], [128, 128]]
        numpy.testing.assert_array_equal(
            sketches([[], [line], [], [[], line, []]]), sketches([[], [line], [[[], []]], [line]]))

    def test_arrays_of_all_numbers_and_orders_are_points(self):
        points = numpy.array([[0, 1], [200, 100], [30, 255]])
        expected = sketches([[points]])
        for kind in ("u1", "i2", "i8", "f4", "f8", ">i4", ">f8"):
            for given in (points.astype(kind), numpy.asfortranarray(points.astype(kind)), points.astype(kind).repeat(2, 0)[::2]):
                numpy.testing.assert_array_equal(sketches([[given]]), expected)

    def test_wrong_sketches_are_refused_with_their_place(self):
        good = [[[0, 255], [128, 128]], [[5], [5]]]
        array = [numpy.array([[0, 128], [255, 128]])]
        no_pair = "has a point that is not a pair of numbers"
        for stroke, words in [
            ([[1, 2, 3], [1, 2]], "has 3 x and 2 y"), (numpy.zeros((2, 3)), "the shape (2, 3)"),
            (numpy.zeros(4), "the shape (4,)"), (numpy.zeros((2, 2, 2)), "the shape (2, 2, 2)"), (5, "the shape ()"),
            ([1, 2, 3], "the shape (3,)"), ([[1, 2, 3]], "the shape (1, 3)"), ([[1, 2], [1, 2], [1]], no_pair),
            (["ab", "cd", "ef"], no_pair), (None, no_pair), ("ab", no_pair), ({}, no_pair), (numpy.array([["1", "2"]]), no_pair),
            (numpy.zeros((3, 2), bool), no_pair), (numpy.zeros((3, 2), complex), no_pair), (numpy.array([[1, None]]), no_pair),
            (["12", "34"], no_pair), ([[None], [0]], no_pair), ([[0], [10**400]], no_pair), ([[[1, 2]], [3]], no_pair),
            ([[1j], [0]], no_pair), ([[0, 2], [3, "4"]], no_pair), ([[math.nan], [0]], "not [nan, 0.0]"),
            ([[0], [math.inf]], "not [0.0, inf]"), (numpy.array([[0, 1], [0, -1e8]]), "between -1e7 and 1e7"),
            ([[0, 2e7, math.nan], [1, 2, 3]], "not [20000000.0, 2.0]"),
        ]:
            for before in (good, array):
                for after in (good, array):
                    with self.subTest(stroke=str(stroke)), self.assertRaises(DoodleError) as caught:
                        sketches([before, [], [*before, [[], []], stroke, *after], after])
                    self.assertRegex(str(caught.exception), f"^sketch 2, stroke {len(before) + 1}[ :]")
                    self.assertIn(words, str(caught.exception))
        for bad in [5, None, [[1, 2]], object(), [[None, None]]]:
            with self.subTest(bad=str(bad)), self.assertRaisesRegex(TypeError, "^sketch 1, stroke 0: a sketch is a list"):
                sketches([good, bad])
        for bad in [5, None, object()]:
            with self.assertRaises(TypeError):
                sketches(bad)
        with self.assertRaises(DoodleError):
            sketches(numpy.zeros((3, 4, 5)))

    def test_wrong_options_are_refused(self):
        row = [[[[0, 255], [128, 128]]]]
        for options, words in [
            ({"size": 0}, "size"), ({"size": -1}, "size"), ({"size": 4097}, "size"), ({"size": 2**70}, "size"),
            ({"source_size": 0}, "source_size"), ({"source_size": math.nan}, "source_size"),
            ({"source_size": math.inf}, "source_size"), ({"padding": 14}, "padding"), ({"padding": -1}, "padding"),
            ({"padding": math.nan}, "padding"), ({"line_width": -1}, "line_width"), ({"line_width": math.inf}, "line_width"),
        ]:
            with self.subTest(options=options), self.assertRaisesRegex(DoodleError, words):
                sketches(row, **options)
        for options in [{"size": 28.0}, {"size": "28"}, {"size": None}, {"padding": "1"}, {"line_width": []}]:
            with self.subTest(options=options), self.assertRaisesRegex(TypeError, next(iter(options))):
                sketches(row, **options)

    def test_extreme_numbers_do_no_harm(self):
        source = random.Random(3)
        extremes = [0, 5e-324, -1e7, 1e7, 1e-9, 255.5]
        for _ in range(300):
            row = [[[source.choice(extremes) for _ in range(4)] for _ in "xy"]]
            sketches(
                [row], source.choice([1, 2, 28, 64, 65]), source_size=source.choice([None, 5e-324, 1e-9, 256, 1e300]),
                padding=source.choice([0, 5e-324, 0.499]), line_width=source.choice([0, 5e-324, 1, 1e9, 1e300]))


class SketchRNNTests(unittest.TestCase):
    STROKES = [[[10, 12, 12], [20, 20, 25]], [[0], [5]]]
    ROWS = [[10, 20, 0], [2, 0, 0], [0, 5, 1], [-12, -20, 1]]

    def test_rows_are_differences_and_lifts(self):
        self.assertEqual(to_stroke3(self.STROKES).tolist(), self.ROWS)
        self.assertEqual(to_stroke3([[], *self.STROKES, [[], []]]).tolist(), self.ROWS)
        for empty in [[], [[[], []]], [[], []]]:
            self.assertEqual(to_stroke3(empty).shape, (0, 3))

    def test_strokes_are_sums_of_rows(self):
        strokes = from_stroke3(numpy.array(self.ROWS, numpy.int16))
        self.assertEqual([stroke.tolist() for stroke in strokes], [[[10, 20], [12, 20], [12, 25]], [[0, 5]]])
        open_end = from_stroke3(self.ROWS[:2])
        self.assertEqual([stroke.tolist() for stroke in open_end], [[[10, 20], [12, 20]]])
        self.assertEqual(from_stroke3(numpy.empty((0, 3))), [])
        # Sums of small integers do not overflow.
        self.assertEqual(from_stroke3(numpy.array([[100, 0, 0], [100, 0, 1]], numpy.int8))[0].tolist(), [[100, 0], [200, 0]])

    def test_states_of_the_pen_are_one_of_three(self):
        self.assertEqual(to_stroke5(self.STROKES, 6).tolist(), [
            [10, 20, 1, 0, 0], [2, 0, 1, 0, 0], [0, 5, 0, 1, 0], [-12, -20, 0, 1, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]])
        self.assertEqual(to_stroke5([], 1).tolist(), [[0, 0, 0, 0, 1]])
        self.assertEqual(to_stroke5([], 0).shape, (0, 5))
        with self.assertRaisesRegex(DoodleError, "4 points, more than 3"):
            to_stroke5(self.STROKES, 3)

    def test_sketches_survive_the_round_trip(self):
        for row in made_up(21, 40):
            whole = [numpy.rint(stroke) for stroke in arrays([row])[0]]
            for actual, stroke in zip(from_stroke3(to_stroke3(whole)), whole):
                numpy.testing.assert_array_equal(actual, stroke)
            self.assertEqual(len(from_stroke3(to_stroke3(whole))), len(whole))

    def test_wrong_arrays_are_refused(self):
        for bad in [[[1, 2]], [1, 2, 3], [["a", "b", "c"]], None, [[None] * 3], numpy.zeros((2, 5))]:
            with self.subTest(bad=str(bad)), self.assertRaises(DoodleError):
                from_stroke3(bad)
        for bad in ["5", 5.5, None]:
            with self.assertRaises(TypeError):
                to_stroke5(self.STROKES, bad)
        with self.assertRaises(DoodleError):
            to_stroke5([], -1)

    def test_files_are_read_by_numpy_and_by_the_command(self):
        rows = [json.loads(line)["drawing"] for line in (ROOT / "Examples/data-sets/sketches.ndjson").read_text().splitlines()]
        parts = {"train": rows, "valid": rows[:2], "test": [[[[0.5, 3], [1, 2]]]]}
        for names, kind in [(("train", "valid"), numpy.int16), (("train", "valid", "test"), numpy.float32)]:
            with self.subTest(kind=kind), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "sketches.npz")
                save_sketch_rnn(path, *(parts[name] if name in names else [] for name in parts))
                with numpy.load(path, allow_pickle=True, encoding="latin1") as file:
                    self.assertEqual(sorted(file.files), ["test", "train", "valid"])
                    for name in names:
                        self.assertEqual({array.dtype for array in file[name]}, {numpy.dtype(kind)})
                        for array, row in zip(file[name], parts[name]):
                            numpy.testing.assert_array_equal(array, to_stroke3(row).astype(kind))
                        self.assertEqual(len(file[name]), len(parts[name]))
                archive = numpy.lib.npyio.NpzFile(io.BytesIO(path.read_bytes()))
                self.assertIn(b"cnumpy.core.multiarray\n", archive.zip.read("train.npy"))
                doodle("batch", "--preset", "quickdraw-28", path, "-o", pathlib.Path(folder, "a.npy"), "-q")
                drawn = numpy.load(pathlib.Path(folder, "a.npy"))
                # The command reads the parts in their order in the file.
                expected = sketches([row for name in names for row in parts[name]])
                numpy.testing.assert_array_equal(drawn, expected.reshape(len(expected), -1))


if __name__ == "__main__":
    unittest.main()
