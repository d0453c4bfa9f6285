"""Touches without text draw what their lines draw, and what changed is told."""

import gc
import json
import math
import pathlib
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy
from support import ROOT, hash_of, line_of, made_up_touches

from doodle import Box, DoodleError, Drawing

THREADS = 8
DRAWINGS_OF_A_THREAD = 200


class TouchTests(unittest.TestCase):
    def test_made_up_touches_draw_what_their_lines_draw(self):
        for seed in range(40):
            touches = made_up_touches(seed)
            with self.subTest(seed=seed), Drawing(300, 200) as one, Drawing(300, 200) as other:
                for number, event in enumerate(touches):
                    one.touch(**event)
                    if number % 5 == 0:
                        one.changed()
                other.apply(map(line_of, touches))
                self.assertEqual(one.event_count, len(touches) + 1)
                # A touch without a number is number 0.
                lines = [{"touch": 0, **json.loads(line)} for line in one.log().splitlines()[1:]]
                self.assertEqual(lines, list(map(line_of, touches)))
                self.assertEqual((one.event_count, one.is_touched), (other.event_count, other.is_touched))
                self.assertEqual(one.hash(), other.hash())
                numpy.testing.assert_array_equal(one.pixels, other.pixels)
                self.assertEqual(hash_of(one.log().encode()), one.hash())
                self.assertEqual(hash_of(other.log().encode()), one.hash())

    def test_no_pixel_changes_outside_the_box(self):
        for seed in range(8):
            with self.subTest(seed=seed), Drawing(150, 100, scale=2) as drawing:
                drawing.changed()
                before = drawing.pixels
                for event in made_up_touches(100 + seed):
                    drawing.touch(**event)
                    # Reading pixels takes nothing from the box.
                    after = drawing.pixels
                    box = drawing.changed()
                    if box:
                        rows, columns = slice(box.y, box.y + box.height), slice(box.x, box.x + box.width)
                        before[rows, columns] = after[rows, columns]
                    numpy.testing.assert_array_equal(before, after)
                    self.assertIsNone(drawing.changed())

    def test_boxes_of_several_updates_are_joined(self):
        for points in [[(10, 10), (80, 60)], [(80, 60), (10, 10)]]:
            with self.subTest(points=points), Drawing(100, 100) as drawing:
                drawing.changed()
                for touch, (x, y) in enumerate(points):
                    drawing.touch("began", touch, x, y, time=0)
                    drawing.touch("ended", touch, x, y, time=0.1)
                    self.assertEqual(drawing.size, (100, 100))
                box = drawing.changed()
                self.assertIsInstance(box, Box)
                self.assertTrue(box.x < 10 and box.y < 10 and box.x + box.width > 80 and box.y + box.height > 60, box)
                self.assertTrue(box.width < 90 and box.height < 70, box)

    def test_predictions_are_shown_unless_they_are_turned_off(self):
        sums = []
        for predictions in (True, False):
            with Drawing(100, 100, predictions=predictions) as drawing:
                drawing.touch("began", 1, 10, 10, time=0)
                drawing.touch("moved", 1, 40, 40, time=0.1)
                drawing.touch("moved", 1, 90, 90, time=0.2, predicted=True)
                # Of the first prediction, a tenth is drawn.
                sums.append(int((drawing.pixels[44:, 44:, :3] < 255).sum()))
        self.assertGreater(sums[0], 0)
        self.assertEqual(sums[1], 0)

    def test_revisions_find_touches_by_their_index(self):
        hashes = []
        for pressure, line in [(0.2, {"revises": 7, "touch": 1, "pressure": 0.9}), (0.9, None)]:
            with Drawing(100, 100) as drawing:
                drawing.touch("began", 1, 10, 10, pressure=0.5, time=0)
                drawing.touch("moved", 1, 50, 60, pressure=pressure, time=0.1, index=7)
                drawing.touch("ended", 1, 90, 90, pressure=0.5, time=0.2)
                if line:
                    drawing.apply(line)
                hashes.append(drawing.hash())
        self.assertEqual(*hashes)

    def test_numbers_of_numpy_are_numbers(self):
        hashes = []
        for number, integer in [(float, int), (numpy.float32, numpy.int64), (numpy.float64, numpy.uint8)]:
            with Drawing(number(100), number(100), scale=number(1)) as drawing:
                drawing.touch("began", integer(1), number(10), number(20), pressure=number(0.5), time=number(0))
                drawing.touch("ended", integer(1), number(60), number(20), pressure=number(0.5), index=integer(3))
                hashes.append(drawing.hash())
        self.assertEqual(len(set(hashes)), 1)
        with Drawing(100, 100) as drawing:
            drawing.apply({"phase": "began", "touch": numpy.int16(1), "point": numpy.array([10, 20], numpy.float32)})
            self.assertIn('"point":[10.0,20.0]', drawing.log())

    def test_an_editor_finds_previews_and_enlarges_elements(self):
        with Drawing(200, 100, 1) as drawing:
            drawing.apply([
                {"tool": "rect", "color": "#ff0000", "width": 4}, {"phase": "began", "point": [20, 20]},
                {"phase": "ended", "point": [80, 60]},
                {"command": "text", "id": "word", "text": "Gr\u00fc\u00dfe", "at": [100, 30], "size": 20},
            ])
            self.assertEqual(len(drawing.boxes), 2)
            # Half of the width lies around the rectangle.
            for side, expected in zip(drawing.boxes[0], (18, 18, 64, 44)):
                self.assertAlmostEqual(side, expected, delta=0.05)
            self.assertEqual(
                [drawing.element_at(20, 40), drawing.element_at(50, 40), drawing.element_at(15, 40), drawing.element_at(15, 40, 4)],
                ["e1", None, None, "e1"])
            rect, word = drawing.styles(["word", "e1", "nothing"])
            self.assertEqual((rect["id"], rect["tool"], rect["color"], rect["width"], rect["center"]), ("e1", "rect", "#ff0000", 4, [50, 40]))
            self.assertEqual((word["id"], word["text"], word["size"]), ("word", "Gr\u00fc\u00dfe", 20))
            self.assertEqual(drawing.styles([]), [])
            before, log = drawing.pixels, drawing.log()
            drawing.preview({"command": "move", "id": "e1", "by": [0, 20]})
            self.assertEqual(drawing.pixels[60, 20].tolist(), [255, 0, 0, 255])
            self.assertEqual(drawing.log(), log)
            drawing.preview()
            self.assertTrue(numpy.array_equal(drawing.pixels, before))
            drawing.view(10, 10, 30, 20, 2)
            self.assertEqual(drawing.size, (30, 20))
            # The corner of the rectangle's line is at 18, that is 16 pixels from the corner of the view.
            self.assertEqual([drawing.pixels[18, x, 1].item() for x in (15, 17)], [255, 0])
            drawing.view()
            self.assertTrue(numpy.array_equal(drawing.pixels, before))
            with self.assertRaises(DoodleError):
                drawing.view(0, 0, 0, 10, 1)

    def test_controls_tell_the_state_of_the_drawing(self):
        with Drawing(200, 100) as drawing:
            self.assertEqual((drawing.undo_count, drawing.redo_count, drawing.event_count), (0, 0, 1))
            self.assertEqual((drawing.elements, drawing.selection, drawing.is_touched), ([], None, False))
            length = drawing.log_length
            drawing.touch("began", 1, 10, 10)
            self.assertTrue(drawing.is_touched)
            drawing.touch("ended", 1, 60, 10)
            drawing.apply({"command": "text", "id": "word", "text": "Gr\u00fc\u00dfe", "at": [20, 30], "size": 20})
            self.assertEqual((drawing.undo_count, drawing.event_count, drawing.is_touched), (2, 4, False))
            self.assertEqual(drawing.elements, ["e1", "word"])
            self.assertEqual(len(drawing.log().encode()), drawing.log_length)
            self.assertEqual(drawing.log()[length:], drawing.log(length))
            self.assertEqual(json.loads(drawing.log().splitlines()[-1])["text"], "Gr\u00fc\u00dfe")
            self.assertEqual((drawing.log(10**30), drawing.log(-5), drawing.log(-(2**63) - 1)), ("", drawing.log(), drawing.log()))
            drawing.apply({"command": "select", "id": "word"})
            self.assertEqual(drawing.selection.text, "Gr\u00fc\u00dfe")
            self.assertTrue(all(math.isfinite(side) for side in drawing.selection[:4]))
            drawing.apply({"command": "undo", "count": 2})
            self.assertEqual(drawing.redo_count, 2)
            self.assertRegex(drawing.model, r"^ink-\d$")

    def test_a_notebook_shows_the_picture_if_there_is_one(self):
        with Drawing() as drawing:
            self.assertIsNone(drawing._repr_png_())
            drawing.apply([{"phase": "began", "touch": 1, "point": [0, 0]}, {"phase": "ended", "touch": 1, "point": [9, 9]}])
            self.assertEqual(drawing._repr_png_(), drawing.png())


class ThreadTests(unittest.TestCase):
    def test_threads_draw_many_drawings_at_once(self):
        logs = [(ROOT / f"Examples/{name}.jsonl").read_bytes() for name in ("dots", "tapers", "two-fingers")]
        logs += ["\n".join(json.dumps(line_of(event)) for event in made_up_touches(seed)).encode() for seed in range(5)]
        expected = [hash_of(log) for log in logs]

        def work(thread):
            wrong = 0
            for number in range(DRAWINGS_OF_A_THREAD):
                which = (thread + number) % len(logs)
                with Drawing() as drawing:
                    drawing.apply(logs[which])
                    wrong += drawing.hash() != expected[which]
            return wrong

        with ThreadPoolExecutor(THREADS) as pool:
            self.assertEqual(list(pool.map(work, range(THREADS))), [0] * THREADS)

    def test_threads_share_one_drawing(self):
        with Drawing(100, 100) as drawing:
            def work(thread):
                for number in range(100):
                    drawing.touch("began", thread, number, thread, time=number)
                    drawing.touch("ended", thread, number + 1, thread, time=number)
                    self.assertEqual(drawing.pixels.shape, (100, 100, 4))
                    self.assertEqual(len(drawing.hash()), 64)
                    self.assertTrue(drawing.log().endswith("}\n"))
            with ThreadPoolExecutor(THREADS) as pool:
                list(pool.map(work, range(THREADS)))
            self.assertEqual(drawing.event_count, 1 + 2 * 100 * THREADS)
            self.assertEqual(hash_of(drawing.log().encode()), drawing.hash())

    def test_a_drawing_that_another_thread_closes_is_refused(self):
        for _ in range(50):
            drawing = Drawing(50, 50)
            closer = threading.Thread(target=drawing.close)
            closer.start()
            try:
                for number in range(200):
                    drawing.touch("began", number, 10, 10)
                    drawing.hash()
            except ValueError as error:
                self.assertIn("closed", str(error))
            closer.join()

    @unittest.skipUnless(pathlib.Path("/proc/self/statm").exists(), "the system has no /proc")
    def test_drawings_that_nothing_refers_to_are_freed(self):
        def pages():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])

        def work(count):
            for _ in range(count):
                drawing = Drawing(500, 500)
                drawing.touch("began", 1, 10, 10)
                self.assertEqual(drawing.size, (500, 500))
        work(20)
        gc.collect()
        before = pages()
        # 200 pictures of a megabyte.
        work(200)
        gc.collect()
        self.assertLess(pages() - before, 10_000)


if __name__ == "__main__":
    unittest.main()
