"""Logs are drawn as the command draws them, and refused with the same words, but for the names of options."""

import base64
import json
import pathlib
import re
import tempfile
import unittest

import numpy
from support import CORPUS, ROOT, decoded, doodle, hash_of, run

from doodle import DoodleError, Drawing, render, timeline

# The files that a log on standard input names are those of the command's folder.
ACCESS = ["--files", "any", "-q"]
LONGEST = 20_000_000
# Longer logs are not drawn line by line.
SHORT = 200_000
# The command compresses narrower pictures with zlib, which the library lacks.
NARROW = 512


# What the library advises, and what the command says instead.
ADVICE = re.findall(
    r'\(\s*"([^"]+)",\s*"([^"]+)"\s*\)', (ROOT / "Sources/Fronts/doodle/CommandLine/Advice.swift").read_text())


def worded(message):
    for library, command in ADVICE:
        message = message.replace(library, command)
    return message


def log_of(file):
    """The log of a file; None if the command cannot make one. A drawing of the library is one page."""
    if file.suffix == ".jsonl":
        return file.read_bytes()
    converted = run("convert", file, "-o", "-", "--to", "doodle", "--page", "1")
    return converted.stdout if converted.returncode == 0 else None


def files_of(log, folder):
    """The pictures and the fonts that a log names; None if it opens a saved drawing, or a file is missing."""
    pictures, fonts = {}, {}
    for line in log.splitlines():
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(event, dict):
            continue
        if event.get("command") == "open":
            return None
        for name in (event.get("path"), event.get("background")):
            if isinstance(name, str) and name.endswith(".png"):
                if not (folder / name).is_file():
                    return None
                pictures[name] = decoded((folder / name).read_bytes())
        if isinstance(event.get("data"), str):
            pictures[event["data"]] = decoded(base64.b64decode(event["data"]))
        font = event.get("font", "doodle")
        if isinstance(font, str) and font != "doodle":
            if not (folder / font).is_file():
                return None
            fonts[font] = (folder / font).read_bytes()
    return pictures, fonts


def drawing_of(files):
    drawing = Drawing()
    for name, picture in files[0].items():
        drawing.add_picture(name, picture)
    for name, font in files[1].items():
        drawing.add_font(name, font)
    return drawing


def without_images(document):
    return re.sub(r'base64,[^"]*', "", document)


class LogTests(unittest.TestCase):
    def assert_same(self, file):
        """Whether the drawing of a file was compared: "equal", "refused" or "skipped"."""
        log = log_of(file)
        if log is None or len(log) >= LONGEST:
            return "skipped"
        files = files_of(log, file.parent)
        if files is None:
            return "skipped"
        native = run("hash", "-", "--from", "doodle", *ACCESS, input=log, folder=file.parent)
        if native.returncode != 0:
            with self.assertRaises(DoodleError) as caught, drawing_of(files) as drawing:
                drawing.apply(log)
                drawing.hash()
            self.assertIn(worded(caught.exception.reason), native.stderr.decode())
            if caught.exception.line > 0:
                self.assertIn(f":{caught.exception.line}:{caught.exception.column}: ", native.stderr.decode())
            return "refused"
        expected = native.stdout.decode().split()[0]
        with drawing_of(files) as drawing:
            drawing.apply(log)
            self.assertEqual(drawing.hash(), expected)
            self.assert_same_files(drawing, file.parent)
        if len(log) < SHORT:
            with drawing_of(files) as drawing:
                for line in filter(bytes.strip, log.splitlines(keepends=True)):
                    drawing.apply(line)
                    drawing.changed()
                self.assertEqual(drawing.hash(), expected, "line by line")
        return "equal"

    def assert_same_files(self, drawing, folder):
        log = drawing.log().encode()
        native = doodle("render", "-", "-o", "-", "--metadata", *ACCESS, input=log, folder=folder)
        png = drawing.png(metadata=True)
        picture = drawing.picture()
        numpy.testing.assert_array_equal(picture, decoded(native))
        if picture.shape[1] >= NARROW:
            self.assertEqual(png, native)
        else:
            numpy.testing.assert_array_equal(decoded(png), picture)
        for command, document in (("render", drawing.svg()), ("replay", drawing.svg_film())):
            native = doodle(command, "-", "-o", "-", "-f", "svg", *ACCESS, input=log, folder=folder).decode()
            self.assertGreater(len(native), 0)
            self.assertEqual(without_images(document), without_images(native))

    def assert_all_same(self, folder):
        counts = {"equal": 0, "refused": 0, "skipped": 0}
        for file in sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file()):
            with self.subTest(file=str(file)):
                counts[self.assert_same(file)] += 1
        return counts

    def test_the_examples_have_the_hashes_and_files_of_the_command(self):
        examples = sorted((ROOT / "Examples").glob("*.jsonl"))
        self.assertGreater(len(examples), 10)
        for file in examples:
            with self.subTest(file=file.name):
                self.assertEqual(self.assert_same(file), "equal")

    @unittest.skipUnless(CORPUS, "DOODLE_CORPUS names no folder with recordings")
    def test_recordings_have_the_hashes_and_files_of_the_command(self):
        self.assertGreater(self.assert_all_same(CORPUS)["equal"], 10)

    def test_wrong_logs_are_refused_with_the_words_of_the_command(self):
        header = b'{"doodle":1,"size":[50,40]}\n'
        logs = {
            "phase.jsonl": header + b'{"phase":"gone","touch":1,"point":[1,2]}\n',
            "comma.jsonl": header + b'\n{"phase":"began","touch":1,"point":[1,2],}\n',
            "twice.jsonl": header + header,
            "moved.jsonl": header + b'{"phase":"moved","touch":1,"point":[1,2]}\n',
            "bytes.jsonl": header + b'{"id":"\xff\xfe"}\n',
            "surrogate.jsonl": header + b'{"command":"text","text":"\xed\xa0\x80","at":[1,2]}\n',
            "deep.jsonl": header + b'{"a":' + b"[" * 100_000,
            "zeros.jsonl": bytes(10_000),
            "ink.jsonl": b'{"doodle":1}\n',
            "huge.jsonl": b'{"doodle":1,"size":[10000000,10000000]}\n',
            "version.jsonl": b'{"doodle":999}\n',
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, log in logs.items():
                file = pathlib.Path(folder, name)
                file.write_bytes(log)
                with self.subTest(log=name):
                    self.assertEqual(self.assert_same(file), "refused")

    def test_render_draws_a_log_in_all_forms(self):
        path = ROOT / "Examples/dots.jsonl"
        text = path.read_text(encoding="utf-8")
        expected = decoded(doodle("render", path, "-o", "-", "-q"))
        lines = text.splitlines()
        for form in [
            path, text, text.encode(), bytearray(text.encode()), memoryview(text.encode()), lines,
            [json.loads(line) for line in lines if line], (json.loads(line) for line in lines if line),
        ]:
            with self.subTest(form=type(form).__name__):
                numpy.testing.assert_array_equal(render(form), expected)
        with open(path, encoding="utf-8") as file:
            numpy.testing.assert_array_equal(render(file), expected)

    def test_render_replaces_the_size_and_the_scale_of_the_header(self):
        path = ROOT / "Examples/dots.jsonl"
        picture = render(path, width=100, height=50, scale=1.5)
        native = doodle("render", path, "-o", "-", "-q", "--size", "100x50", "--scale", "1.5")
        self.assertEqual(picture.shape, (75, 150, 4))
        numpy.testing.assert_array_equal(picture, decoded(native))

    def test_render_takes_the_pictures_that_a_log_names(self):
        path = ROOT / "Examples/markup.jsonl"
        pictures, _ = files_of(path.read_bytes(), path.parent)
        numpy.testing.assert_array_equal(render(path, pictures=pictures), decoded(doodle("render", path, "-o", "-", "-q")))
        with self.assertRaisesRegex(DoodleError, "window.png"):
            render(path)

    def test_a_drawing_without_a_size_is_as_large_as_its_ink(self):
        lines = [{"phase": "began", "touch": 1, "point": [0, 0]}, {"phase": "ended", "touch": 1, "point": [40, 7]}]
        with Drawing(scale=2) as drawing:
            drawing.apply(lines)
            self.assertEqual((drawing.size, drawing.pixels.shape), ((1, 1), (1, 1, 4)))
            self.assertEqual(hash_of(drawing.log().encode()), drawing.hash())
            numpy.testing.assert_array_equal(
                drawing.picture(), decoded(doodle("render", "-", "-o", "-", "-q", input=drawing.log().encode())))

    def test_pictures_of_all_kinds_of_png_have_the_pixels_that_were_given(self):
        source = numpy.random.default_rng(5)
        kinds = {
            "two grays": source.integers(0, 2, (9, 11, 1)) * [255, 255, 255, 0] + [0, 0, 0, 255],
            "sixteen grays": source.integers(0, 16, (9, 11, 1)) * [17, 17, 17, 0] + [0, 0, 0, 255],
            "grays": source.integers(0, 256, (40, 30, 1)) * [1, 1, 1, 0] + [0, 0, 0, 255],
            "four colors": numpy.array([[1, 2, 3, 255], [90, 8, 7, 255], [0, 255, 0, 255]])[source.integers(0, 3, (13, 5))],
            "colors": numpy.concatenate([source.integers(0, 256, (30, 40, 3)), numpy.full((30, 40, 1), 255)], axis=2),
        }
        for name, picture in kinds.items():
            picture = picture.astype(numpy.uint8)
            for given in [picture, picture[:, :, :3], numpy.asfortranarray(picture), picture[:, ::-1][:, ::-1]]:
                with self.subTest(kind=name, shape=given.shape), Drawing(picture.shape[1], picture.shape[0]) as drawing:
                    drawing.add_picture("a.png", given)
                    drawing.apply({"command": "image", "path": "a.png", "at": [0, 0], "size": picture.shape[1::-1]})
                    numpy.testing.assert_array_equal(drawing.picture(), picture)
                    numpy.testing.assert_array_equal(decoded(drawing.png()), picture)

    def test_a_transparent_picture_keeps_its_colors_and_alphas(self):
        for colors in ["#1e66f580", "#000000"]:
            with self.subTest(colors=colors), Drawing(40, 30) as drawing:
                drawing.apply([
                    {"doodle": 1, "background": "none"}, {"tool": "pen", "color": colors, "width": 5},
                    {"phase": "began", "touch": 1, "point": [5, 5]}, {"phase": "ended", "touch": 1, "point": [33, 20]}])
                picture = drawing.picture()
                numpy.testing.assert_array_equal(picture, decoded(doodle("render", "-", "-o", "-", input=drawing.log().encode())))
                self.assertEqual({0, picture[:, :, 3].max()} - set(picture[:, :, 3].flat), set())

    def test_texts_are_written_in_the_fonts_that_were_added(self):
        # The font of the tests of the module for browsers: the letters A and B, and U+1F600.
        [parts] = re.findall(r"Buffer\.from\(\[(.*?)\]\.join", (ROOT / "Tests/Fronts/HostEngineTests/tinyFont.mjs").read_text(), re.DOTALL)
        font = base64.b64decode("".join(re.findall("'([^']*)'", parts)))
        hashes = set()
        for name, words, options in [("tiny.otf", "ABx", []), ("", "A\U0001f600", ["--font", "tiny.otf"]), (None, "AB", [])]:
            with self.subTest(name=name), Drawing(200, 120) as drawing, tempfile.TemporaryDirectory() as folder:
                if name is not None:
                    drawing.add_font(name, font)
                drawing.apply({"command": "text", "text": words, "at": [10, 10], "size": 80, **({"font": name} if name else {})})
                pathlib.Path(folder, "tiny.otf").write_bytes(font)
                pathlib.Path(folder, "a.jsonl").write_text(drawing.log(), encoding="utf-8")
                self.assertEqual(drawing.hash(), doodle("hash", "-q", "a.jsonl", *options, folder=folder).decode().split()[0])
                numpy.testing.assert_array_equal(
                    render(drawing.log(), fonts={name: memoryview(font)} if name is not None else None), drawing.picture())
                hashes.add(drawing.hash())
        self.assertEqual(len(hashes), 3)

    def test_saved_drawings_are_opened_with_the_files_that_they_name(self):
        picture = numpy.random.default_rng(5).integers(0, 256, (9, 11, 4)).astype(numpy.uint8)
        with Drawing(11, 9) as drawing, tempfile.TemporaryDirectory() as folder:
            drawing.add_picture("a.png", picture)
            drawing.apply({"command": "image", "path": "a.png", "at": [0, 0], "size": [11, 9]})
            file = drawing.png()
            pathlib.Path(folder, "sub").mkdir()
            pathlib.Path(folder, "sub/a.png").write_bytes(file)
            image = {"command": "image", "size": [40, 30]}
            log = [
                {"doodle": 1, "size": [120, 90], "background": "ivory"}, {"phase": "began", "point": [9, 9]},
                {"phase": "ended", "point": [100, 60]}, {**image, "path": "a.png", "at": [5, 5]},
                {**image, "data": base64.b64encode(file).decode(), "at": [60, 40]},
            ]
            pathlib.Path(folder, "sub/log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")
            doodle("save", "-q", "sub/log.jsonl", "-o", "sub/b.json", folder=folder)
            saved = pathlib.Path(folder, "sub/b.json").read_bytes()
            expected = doodle("hash", "-q", "sub/b.json", folder=folder).decode().split()[0]
            line = {"command": "open", "path": "sub/b.json"}
            with Drawing() as opened:
                needs = opened.add_drawing("sub/b.json", memoryview(saved))
                self.assertEqual(needs.header, {"doodle": 1, "size": [120, 90], "background": "#fffff0", "model": opened.model})
                self.assertEqual((needs.pictures, needs.fonts), (["sub/a.png"], []))
                self.assertEqual([decoded(base64.b64decode(text)).shape for text in needs.embedded], [(9, 11, 4)])
                pictures = {name: decoded(file) for name in needs.pictures + needs.embedded}
                for name, pixels in pictures.items():
                    opened.add_picture(name, pixels)
                opened.apply(line)
                self.assertEqual((opened.hash(), opened.undo_count, len(opened.elements)), (expected, 0, 3))
                numpy.testing.assert_array_equal(
                    render(line, pictures=pictures, drawings={"sub/b.json": saved}), opened.picture())

    def test_the_timeline_has_the_times_and_the_ends_of_lines(self):
        lines = [
            '{"doodle":1,"size":[9,9]}\n', '{"phase":"began","touch":1,"point":[1,2],"time":5}\n', "\n",
            '{"phase":"ended","touch":1,"point":[1,2],"time":5.5}',
        ]
        moments = timeline("".join(lines))
        self.assertTrue(moments.is_timed)
        self.assertEqual(moments.times.tolist(), [0, 0, 0.5])
        ends = numpy.cumsum([len(line) for line in lines]).tolist()
        self.assertEqual(moments.ends.tolist(), [ends[0], ends[1], ends[3]])
        self.assertFalse(timeline('{"doodle":1}').is_timed)
        self.assertEqual(timeline("").times.tolist(), [])
        with self.assertRaises(DoodleError) as caught:
            timeline('{"doodle":1}\n{"doodle"}')
        self.assertEqual((caught.exception.line, caught.exception.column), (2, 10))

    def test_a_png_states_its_resolution(self):
        with Drawing(20, 10) as drawing:
            png = drawing.png(dpi=96)
            at = png.index(b"pHYs") + 4
            # 96 dots in 25.4 mm are 3,780 in a meter.
            self.assertEqual(png[at : at + 9], (3780).to_bytes(4, "big") * 2 + b"\1")
            self.assertNotIn(b"pHYs", drawing.png())
            numpy.testing.assert_array_equal(decoded(png), drawing.picture())


if __name__ == "__main__":
    unittest.main()
