"""Data sets of files have the bytes that `doodle batch` writes, whole and in shards, in Python, webdataset and PyTorch."""

import abc
import base64
import copy
import importlib.util
import io
import json
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from unittest import mock

import numpy
from support import ROOT, decoded, doodle

import doodle as package
from doodle import Dataset, DoodleError, sketches
from doodle._dataset import Run

EXAMPLES = ROOT / "Examples/data-sets/sketches.ndjson"
XOJ = b"""<xournal version="0.4.8"><page width="200" height="100"><background type="solid" color="white" style="plain"/>
<layer><stroke tool="pen" color="black" width="2">10 10 100 50 190 90</stroke><teximage text="x" left="1" top="1" right="9"
bottom="9"></teximage></layer></page></xournal>"""


def lines(count, seed=1):
    """Drawings with two labels."""
    source = random.Random(seed)
    rows = []
    for number in range(count):
        strokes = [[[source.randrange(256) for _ in range(5)] for _ in "xy"] for _ in range(source.randrange(1, 5))]
        rows.append(json.dumps({"word": "cat" if number % 3 else "dog", "key_id": f"k{number}", "drawing": strokes}) + "\n")
    return rows


class DatasetTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.write("in.ndjson", lines(150))

    def write(self, name, rows):
        path = self.folder / name
        path.write_text("".join(rows))
        return path

    def batch(self, *options, paths=None):
        """The rows of the array that the command makes, and their descriptions."""
        doodle("batch", *(paths or [self.file]), *options, "--overwrite", "-q", "-o", self.folder / "a.npy")
        rows = [json.loads(line) for line in (self.folder / "a.rows.ndjson").read_text().splitlines()]
        return numpy.load(self.folder / "a.npy"), rows

    def assert_same(self, data, *options, shape, paths=None):
        images, rows = self.batch(*options, paths=paths)
        samples = list(data)
        self.assertGreater(len(samples), 0)
        self.assertEqual({(sample.image.shape, sample.image.dtype.name) for sample in samples}, {(shape, "uint8")})
        numpy.testing.assert_array_equal(numpy.stack([sample.image.ravel() for sample in samples]), images)
        for name, field in (("key", "key"), ("label", "label"), ("index", "record"), ("copy", "copy")):
            self.assertEqual([getattr(sample, field) for sample in samples], [row.get(name, "") for row in rows])

    def test_samples_are_the_rows_of_the_command(self):
        self.assert_same(Dataset(self.file), shape=(256, 256))
        self.assert_same(Dataset([str(self.file)], preset="quickdraw-28"), "--preset", "quickdraw-28", shape=(28, 28))
        other = self.write("other.ndjson", lines(20, 2))
        self.assert_same(
            Dataset([self.file, other], size="20x12", interleave=True, limit=100, invert=True, padding=1, stroke="2%"),
            "--size", "20x12", "--interleave", "--limit", "100", "--invert", "--padding", "1", "--stroke", "2%",
            shape=(12, 20), paths=[self.file, other])
        self.assert_same(Dataset(self.file, size=9, mode="rgb"), "--size", "9", "--mode", "rgb", shape=(9, 9, 3))
        self.assert_same(
            Dataset(self.file, size=9, rotate=90, flip="x"), "--size", "9", "--rotate", "90", "--flip", "x", shape=(9, 9))
        names = ["ink", "order", "time", "pause", "speed", "pressure"]
        self.assert_same(
            Dataset(self.file, size=9, channels=names), "--size", "9", "--channels", ",".join(names), shape=(9, 9, 6))

    def test_recordings_of_all_formats_are_read(self):
        inputs = [ROOT / "Examples/dots.jsonl", EXAMPLES]
        self.assert_same(
            Dataset(inputs, size=32, label_from=["record", "file"]), "--size", "32", "--label-from", "record,file",
            shape=(32, 32), paths=inputs)

    def test_variations_are_those_of_the_seed(self):
        options = ["--size", "16", "--augment", "3", "--partial", "50%,100%", "--jitter", "rotate=20,shift=0.1", "--drop-strokes", ".2"]
        named = {
            "size": 16, "augment": 3, "partial": ["50%", "100%"], "jitter": {"rotate": 20, "shift": 0.1}, "drop_strokes": 0.2}
        data = Dataset(self.file, seed=7, **named)
        self.assert_same(data, *options, "--seed", "7", shape=(16, 16))
        first = b"".join(sample.image.tobytes() for sample in data)
        self.assertEqual(first, b"".join(sample.image.tobytes() for sample in Dataset(self.file, seed=7, threads=1, **named)))
        self.assertNotEqual(first, b"".join(sample.image.tobytes() for sample in Dataset(self.file, seed=8, **named)))

    def test_pixels_are_those_of_pictures_and_arrays_that_others_read(self):
        for line, sample in zip(doodle("batch", self.file, "--size", "21", "-o", "-", "-q").splitlines(), Dataset(self.file, size=21)):
            png = base64.b64decode(json.loads(line)["png"])
            numpy.testing.assert_array_equal(decoded(png)[:, :, 0], sample.image)
        rows = [json.loads(line)["drawing"] for line in EXAMPLES.read_text().splitlines()]
        images = [sample.image for sample in Dataset(EXAMPLES, preset="quickdraw-28")]
        numpy.testing.assert_array_equal(images, sketches(rows))

    def test_shards_are_the_whole_without_repeats(self):
        whole = [(sample.record, sample.image.tobytes()) for sample in Dataset(self.file, size=8)]
        self.assertEqual([index for index, _ in whole], list(range(150)))
        for size in (1, 7, 64, 1000):
            for count in (1, 2, 3):
                with self.subTest(size=size, count=count):
                    shards = [
                        [(sample.record, sample.image.tobytes())
                         for sample in Dataset(self.file, size=8, shard=(index, count), shard_size=size)]
                        for index in range(count)]
                    for index, shard in enumerate(shards):
                        self.assertEqual([number for number, _ in shard], [n for n in range(150) if n // size % count == index])
                    self.assertEqual(sorted(sum(shards, [])), whole)

    def test_splits_are_those_of_the_keys(self):
        splits = {"train": 0.7, "valid": 0.3}
        _, rows = self.batch("--size", "8", "--split", "train=0.7,valid=0.3")
        for name in splits:
            keys = [sample.key for sample in Dataset(self.file, size=8, splits=splits, split=name)]
            self.assertEqual(keys, [row["key"] for row in rows if row["split"] == name])
            self.assertGreater(len(keys), 10)

    def test_labels_become_numbers(self):
        labels = [json.loads(line)["word"] for line in lines(150)]
        names = ["cat", "dog"]
        for classes in (names, tuple(names), self.write("classes", ["cat\n", "dog\n"])):
            self.assertEqual([sample.label for sample in Dataset(self.file, size=8, classes=classes)], list(map(names.index, labels)))
        with self.assertRaisesRegex(DoodleError, 'in.ndjson:1.*label "dog"'):
            list(Dataset(self.file, classes=["cat"]))
        self.write("plain.ndjson", ['{"drawing":[[[0,9],[5,5]]]}\n'])
        self.assertEqual([sample[1:] for sample in Dataset(self.folder / "plain.ndjson")], [("", "0", 0, 0)])

    def test_webdataset_reads_the_same_from_archives(self):
        if importlib.util.find_spec("webdataset") is None or importlib.util.find_spec("PIL") is None:
            self.skipTest("webdataset or Pillow is not installed")
        import webdataset
        doodle("batch", self.file, "--size", "24", "--augment", "1", "--seed", "5", "-q", "-o", self.folder / "{shard}.tar")
        read = list(webdataset.WebDataset(str(self.folder / "0.tar"), shardshuffle=False).decode("l8"))
        data = list(Dataset(self.file, size=24, augment=1, seed=5))
        self.assertEqual(len(read), len(data))
        for member, sample in zip(read, data):
            numpy.testing.assert_array_equal(member["png"], sample.image)
            self.assertEqual(
                [member["json"][name] for name in ("label", "key", "index", "copy")], list(sample[1:]))

    def test_errors_have_the_words_of_the_command(self):
        bad = self.write("bad.ndjson", [*lines(3), '{"drawing":5}\n', *lines(2)])
        with self.assertRaisesRegex(DoodleError, r"^\S+bad.ndjson:4:12: error: the drawing has version 5"):
            list(Dataset(bad))
        with self.assertRaisesRegex(OSError, "^cannot open missing"):
            list(Dataset("missing"))
        for words, options in [
            ("--size: found", {"size": "x"}), ("--seed needs --augment", {"seed": 3}), ("sum of 1", {"splits": {"a": 0.5}, "split": "a"}),
            ("--join: found", {"join": "x"}),
        ]:
            with self.assertRaisesRegex(DoodleError, f"^{words}|{words}"):
                list(Dataset(self.file, **options))
        for words, options in [
            ("at least one", {"paths": []}), ("at least one", {"paths": "-"}), ("shard is", {"shard": (2, 2)}), ("shard is", {"shard": (-1, 2)}),
            ("name of splits", {"split": "a"}), ("name of splits", {"splits": {"a": 1}}),
            ("name of splits", {"splits": {"a": 1}, "split": "b"}), ("on_error", {"on_error": "record"}),
        ]:
            with self.subTest(options=options), self.assertRaisesRegex(DoodleError, words):
                Dataset(**{"paths": self.file, **options})
        empty = self.write("empty.ndjson", [])
        self.assertEqual(list(Dataset(empty)), [])
        with mock.patch.dict(os.environ, {"DOODLE": "", "PATH": ""}), mock.patch("importlib.metadata.files", return_value=[]):
            with self.assertRaisesRegex(FileNotFoundError, "doodle is not installed"):
                list(Dataset(self.file))

    def test_a_command_that_is_ended_is_no_end_of_the_data(self):
        for file in (self.file, self.write("long.ndjson", lines(2000))):
            with self.assertRaisesRegex(RuntimeError, "signal 9"):
                for _ in Dataset(file):
                    self.runs[-1]._process.kill()

    def test_skipped_records_are_told(self):
        bad = self.write("bad.ndjson", [*lines(3), *['{"drawing":5}\n'] * 20, *lines(2)])
        with self.assertWarns(UserWarning) as caught:
            keys = [sample.key for sample in Dataset(bad, on_error="skip")]
        self.assertEqual(keys, ["k0", "k1", "k2", "k0", "k1"])
        told = str(caught.warning).splitlines()
        self.assertRegex(told[0], r"bad.ndjson:4:12: error: the drawing has version 5")
        self.assertEqual(told[-2], "doodle: more bad records are not listed")
        self.assertEqual((len(told), told[-1]), (12, "doodle: 25 records: 5 samples in 1 file, 20 errors (malformed 20)"))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            list(Dataset(self.file, on_error="skip"))

    def test_parts_that_are_left_out_are_told(self):
        self.folder.joinpath("a.xoj").write_bytes(XOJ)
        with self.assertWarnsRegex(UserWarning, "^[^\n]*a.xoj: warning: left out: [^\n]*$"):
            self.assertEqual(len(list(Dataset(self.folder / "a.xoj"))), 1)
        with self.assertRaisesRegex(DoodleError, "left out"):
            list(Dataset(self.folder / "a.xoj", strict=True))

    def test_an_iteration_that_is_left_ends_its_process(self):
        file = self.write("long.ndjson", lines(5000))
        for _ in Dataset(file):
            break
        samples = iter(Dataset(file))
        next(samples)
        samples.close()
        with self.assertRaises(ZeroDivisionError):
            for _ in Dataset(file):
                raise ZeroDivisionError
        self.assertEqual(len(self.runs), 3)
        for run in self.runs:
            self.assertIsNotNone(run._process.returncode)
        two = Dataset(self.file, size=8)
        for one, other in zip(two, two):
            numpy.testing.assert_array_equal(one.image, other.image)

    def run(self, result=None):
        self.runs = []

        class Kept(Run):
            def __enter__(kept):
                self.runs.append(kept)
                return super().__enter__()

        with mock.patch("doodle._dataset.Run", Kept):
            return super().run(result)


class TorchTests(unittest.TestCase):
    def test_the_package_does_not_import_torch(self):
        code = "import doodle, sys; d = doodle.Dataset('a'); assert 'torch' not in sys.modules; assert d.__class__ is doodle.Dataset"
        path = str(pathlib.Path(package.__file__).parents[1])
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path})

    def test_a_data_set_is_iterable_for_torch_of_all_versions(self):
        """Since 2.0 the class in PyTorch has a metaclass."""
        for metaclass in (type, abc.ABCMeta):
            data = types.ModuleType("torch.utils.data")
            data.IterableDataset = metaclass("IterableDataset", (), {})
            data.get_worker_info = lambda: types.SimpleNamespace(id=1, num_workers=3)
            dataset = Dataset(EXAMPLES, size=8, shard=(1, 2), shard_size=1)
            self.assertNotIsInstance(dataset, data.IterableDataset)
            with mock.patch.dict(sys.modules, {"torch.utils.data": data}):
                self.assertIsInstance(dataset, data.IterableDataset)
                self.assertIsInstance(dataset, Dataset)
                self.assertNotIsInstance(dataset, int)
                # Shard 1 of 2, of which 3 workers read a part each: shard 4 of 6.
                self.assertEqual([sample.record for sample in dataset], [4])
                for clone in (copy.copy(dataset), pickle.loads(pickle.dumps(dataset)), copy.deepcopy(dataset)):
                    self.assertIs(type(clone), Dataset)
                    self.assertEqual([sample.record for sample in clone], [4])

    @unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
    def test_a_loader_of_torch_reads_each_record_once(self):
        dataset = Dataset(EXAMPLES, size=8, shard_size=1, classes=[json.loads(line)["word"] for line in EXAMPLES.read_text().splitlines()])
        expected = {sample.record: sample for sample in dataset}
        import torch
        warnings.simplefilter("ignore", UserWarning)
        self.addCleanup(warnings.resetwarnings)
        for workers in (0, 1, 2, 3):
            for context in ("fork", "spawn") if workers else (None,):
                loader = torch.utils.data.DataLoader(dataset, batch_size=2, num_workers=workers, multiprocessing_context=context)
                seen = {}
                for images, labels, keys, indices, copies in loader:
                    self.assertEqual((images.dtype, labels.dtype), (torch.uint8, torch.int64))
                    for image, label, key, index in zip(images, labels, keys, indices):
                        self.assertNotIn(int(index), seen)
                        seen[int(index)] = (image.numpy().tobytes(), int(label), key)
                self.assertEqual(seen, {index: (s.image.tobytes(), s.label, s.key) for index, s in expected.items()})
        loader = torch.utils.data.DataLoader(Dataset("missing"), num_workers=1)
        with self.assertRaisesRegex(OSError, "cannot open missing"):
            list(loader)


if __name__ == "__main__":
    unittest.main()
